import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSender, type Sender } from '../../src/features/platform/webhooks/sender.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { answering, type Receiver, startReceiver } from '../webhooks/receiver.ts'
import { anEndpoint, customerOf, entity, LOCAL, logOf, record } from '../webhooks/story.ts'

const PROCESSES = 4
const EVENTS = 400

let apps: TestApp[]
let first: TestApp
let senders: Sender[]
let receiver: Receiver
let owner: TestClient
let customerId: number
beforeAll(async () => {
  receiver = await startReceiver()
  const env = { ...LOCAL, WEBHOOK_RETRY_WAITS: '0' }
  first = await startTestApp({ env })
  const others = Array.from({ length: PROCESSES - 1 }, () =>
    startTestApp({ env, databaseUrl: first.databaseUrl }),
  )
  apps = [...(await Promise.all(others)), first]
  senders = apps.map((app) => createSender(app.service))
  owner = await first.clientFor('owner')
  customerId = await customerOf(first, 'owner@demo.example')
})
afterAll(async () => {
  await Promise.all(senders.map((sender) => sender.close()))
  for (const app of apps) await app.close()
  await receiver.close()
})

/** Every (delivery, attempt) that arrived, numbered by order of arrival. */
const arrivals = (path: string) => {
  const counts = new Map<string, number>()
  for (const { headers } of receiver.at(path)) {
    const id = headers['x-payroll-delivery-id'] ?? ''
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

it('several processes send every delivery of one database exactly once', async () => {
  await anEndpoint(owner, receiver.url('/once'))
  const entities = Array.from({ length: EVENTS }, (_, i) => entity(i + 1))
  const recording = [0, 1, 2, 3].map((part) =>
    record(
      apps[part] as TestApp,
      customerId,
      'company.updated',
      ...entities.slice(part * 100, part * 100 + 100),
    ),
  )
  await Promise.all([...recording, ...senders.map((sender) => sender.sweep())])
  await Promise.all(senders.map((sender) => sender.sweep()))

  const counts = arrivals('/once')
  expect(counts.size).toBe(EVENTS)
  expect([...counts.values()].filter((times) => times !== 1)).toEqual([])
})

it('a delivery that fails is attempted eight times in all, not eight times by each process', async () => {
  const endpoint = await anEndpoint(owner, receiver.url('/failing'), { events: ['company.deleted'] })
  receiver.answers.set('/failing', answering.status(500))
  await record(first, customerId, 'company.deleted', ...Array.from({ length: 20 }, (_, i) => entity(i + 1)))
  for (let round = 0; round < 12; round += 1) await Promise.all(senders.map((sender) => sender.sweep()))

  const counts = arrivals('/failing')
  expect(counts.size).toBe(20)
  expect([...counts.values()]).toEqual(Array(20).fill(8))
  const log = await logOf(owner, endpoint.id)
  expect(log.every((row) => row.status === 'failed' && row.attempts === 8)).toBe(true)
})

it('changes by several processes leave one queued delivery per entity', async () => {
  const endpoint = await anEndpoint(owner, receiver.url('/queued'), { events: ['company.created'] })
  const changes = apps.flatMap((app) =>
    Array.from({ length: 5 }, () => record(app, customerId, 'company.created', entity(1), entity(2))),
  )
  await Promise.all(changes)
  expect(await logOf(owner, endpoint.id)).toHaveLength(2)
})
