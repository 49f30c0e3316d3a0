import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, request } from 'undici'
import { createSender, type Sender } from '../src/features/platform/webhooks/sender.ts'
import type { Bench } from './bench.ts'
import { type BenchService, startBenchService } from './service.ts'

const DELIVERIES = 3000
const CONCURRENCY = 32
const DATA = Object.fromEntries(
  Array.from({ length: 60 }, (_, i) => [`member_number_${i}`, `value ${i} of this`]),
)

let tasman: BenchService
let sender: Sender
let listener: Server
let listenerUrl: string
let customerId: number
let received = 0
let body = Buffer.alloc(0)

async function setup(): Promise<void> {
  listener = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      received += 1
      body = Buffer.concat(chunks)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  listenerUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`
  tasman = await startBenchService({ WEBHOOK_ALLOW_HOSTS: '127.0.0.1' })
  sender = createSender(tasman.service)
  const answer = await request(`${tasman.url}/api/webhooks`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tasman.tokenFor('owner')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ url: listenerUrl, events: ['company.updated'] }),
  })
  const { id } = (await answer.body.json()) as { id: number }
  const row = await tasman.service.database.query
    .selectFrom('webhook_endpoints')
    .select('customer_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  customerId = row.customer_id
}

/** Deliveries per second, each queued, claimed, signed, sent and recorded. */
async function ours(): Promise<number> {
  const { database, events } = tasman.service
  const entities = Array.from({ length: DELIVERIES }, (_, i) => ({ id: i + 1, data: () => DATA }))
  await database.transaction((tx) => events.record(tx, { type: 'company.updated', customerId, entities }))
  received = 0
  const startMs = performance.now()
  await sender.sweep()
  if (received !== DELIVERIES) throw new Error(`${received} of ${DELIVERIES} deliveries arrived`)
  return (DELIVERIES * 1000) / (performance.now() - startMs)
}

/** Sends the same bytes to the same listener with the same client and concurrency, and does nothing else. */
async function bare(): Promise<number> {
  const dispatcher = new Agent({ pipelining: 1 })
  const headers = { 'content-type': 'application/json' }
  const payload = body.toString()
  let left = DELIVERIES
  const startMs = performance.now()
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (left-- > 0) {
        const answer = await request(listenerUrl, { method: 'POST', headers, body: payload, dispatcher })
        await answer.body.dump()
      }
    }),
  )
  const rate = (DELIVERIES * 1000) / (performance.now() - startMs)
  await dispatcher.close()
  return rate
}

export const benches: Bench[] = [
  {
    name: 'Webhook deliveries to one local listener; bare: the same POSTs with the same client',
    target: { atLeast: 500, ratio: 0.4 },
    reason:
      'each delivery is claimed, signed twice and written down in the database; the bare POSTs ask no database (docs/decisions/0510)',
    setup,
    async run() {
      const delivered = await ours()
      return { ours: delivered, bare: await bare(), unit: 'deliveries/s' }
    },
    async teardown() {
      await sender.close()
      await tasman.close()
      listener.close()
    },
  },
]
