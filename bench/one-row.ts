import fastify, { type FastifyInstance } from 'fastify'
import { Agent, request } from 'undici'
import { type Bench, ratePerSecond } from './bench.ts'
import { type BenchService, startBenchService } from './service.ts'

let tasman: BenchService
let bare: FastifyInstance
let bareUrl: string
let token: string
const agent = new Agent({ connections: 20, pipelining: 1 })

const get = async (url: string, headers = {}) => {
  const { body, statusCode } = await request(url, { dispatcher: agent, headers })
  await body.dump()
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`)
}

/** GET of one company through the whole service, compared with a bare Fastify handler that runs the same query. */
export const benches: Bench[] = [
  {
    name: 'GET one row: service against a bare handler',
    target: { ratio: 0.5 },
    reason:
      'sockets and driver are most of both; hooks, token, view and log line are the rest, and none stands out (docs/decisions/0511)',
    async setup() {
      tasman = await startBenchService()
      token = await tasman.tokenFor('owner')
      const created = await request(`${tasman.url}/api/company/create`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ legal_name: 'Bench Pty Ltd' }),
      })
      if (created.statusCode !== 201) throw new Error(await created.body.text())
      bare = fastify()
      bare.get('/company/:id', async (incoming) => {
        const { rows } = await tasman.service.database.pool.query({
          name: 'bench-company',
          text: 'select * from companies where id = $1',
          values: [(incoming.params as { id: string }).id],
        })
        return rows[0]
      })
      bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' })
    },
    async run() {
      const ours = await ratePerSecond(() =>
        get(`${tasman.url}/api/company/1`, { authorization: `Bearer ${token}` }),
      )
      return { ours, bare: await ratePerSecond(() => get(`${bareUrl}/company/1`)), unit: 'requests/s' }
    },
    async teardown() {
      await bare.close()
      await tasman.close()
    },
  },
]
