import { Agent, request } from 'undici'
import { createCallerFinder, startAccessListener } from '../src/features/access/oauth/index.ts'
import { createServer } from '../src/http/server.ts'
import type { App } from '../src/http/types.ts'
import { type Bench, ratePerSecond } from './bench.ts'
import { type BenchService, startBenchService } from './service.ts'

let tasman: BenchService
let app: App
let listener: ReturnType<typeof startAccessListener>
let url: string
let token: string
let isFirst = false
const agent = new Agent({ connections: 20, pipelining: 1 })

const get = async (path: string, headers = {}) => {
  const { body, statusCode } = await request(`${url}${path}`, { dispatcher: agent, headers })
  await body.dump()
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
}

/** The cost of checking a token: the same handler measured with a required scope and open to all. */
export const benches: Bench[] = [
  {
    name: 'GET one row: with a bearer token against without',
    target: { ratio: 0.8 },
    reason:
      'a token still costs about 50 µs; the rest of a read costs less since log lines became cheaper: 0.63 to 0.81 in one evening (docs/decisions/0530)',
    async setup() {
      tasman = await startBenchService()
      token = await tasman.tokenFor('owner')
      const { service } = tasman
      app = createServer(service, {
        findCaller: createCallerFinder(service.database, service.clock),
        findCompany: async () => undefined,
        findEmployer: async () => undefined,
        checks: {},
      })
      const readRow = async () => {
        const text = 'select id, name, subscription from customers where id = $1'
        const { rows } = await service.database.pool.query({ name: 'bench-customer', text, values: [1] })
        return rows[0]
      }
      app.get('/closed', { config: { scope: 'payroll.read' } }, readRow)
      app.get('/open', { config: { scope: 'public' } }, readRow)
      listener = startAccessListener(service)
      await listener.start()
      url = await app.listen({ port: 0, host: '127.0.0.1' })
    },
    async run() {
      const closed = () => ratePerSecond(() => get('/closed', { authorization: `Bearer ${token}` }))
      const open = () => ratePerSecond(() => get('/open'))
      // Alternates which handler runs first, so neither benefits from the other's warm-up.
      isFirst = !isFirst
      const [ours, bare] = isFirst ? [await closed(), await open()] : (await inOrder(open, closed)).reverse()
      return { ours: ours ?? 0, bare: bare ?? 0, unit: 'requests/s' }
    },
    async teardown() {
      await listener.stop()
      await app.close()
      await tasman.close()
    },
  },
]

async function inOrder(first: () => Promise<number>, second: () => Promise<number>): Promise<number[]> {
  const one = await first()
  return [one, await second()]
}
