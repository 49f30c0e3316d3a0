import { setTimeout as sleep } from 'node:timers/promises'
import type { EventType } from '../../src/events/catalogue.ts'
import type { ChangedEntity } from '../../src/events/record.ts'
import type { AnyJson, TestApp, TestClient } from '../support/app.ts'

/** Lets webhooks reach the tests' own listener. */
export const LOCAL = { WEBHOOK_ALLOW_HOSTS: '127.0.0.1' }

/** Registers an endpoint and returns it with its secret. */
export async function anEndpoint(
  client: TestClient,
  url: string,
  overrides: Record<string, unknown> = {},
): Promise<AnyJson> {
  for (;;) {
    const { status, body } = await client.post('/api/webhooks', {
      url,
      events: ['company.updated'],
      ...overrides,
    })
    if (status === 201) return body
    // A machine that is busy starting several services may report overload. Nothing was written.
    if (status !== 503) throw new Error(`anEndpoint: ${status} ${JSON.stringify(body)}`)
    await sleep(200)
  }
}

/** The customer a demo person belongs to. */
export async function customerOf(tasman: TestApp, email: string): Promise<number> {
  const row = await tasman.service.database.query
    .selectFrom('users')
    .select('customer_id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return row.customer_id
}

/** Records events in a separate commit. */
export function record(
  tasman: TestApp,
  customerId: number,
  type: EventType,
  ...entities: ChangedEntity[]
): Promise<void> {
  const { database, events } = tasman.service
  return tasman.inCellOf(customerId, () =>
    database.transaction((tx) => events.record(tx, { type, customerId, entities })),
  )
}

/** An entity whose payload is its data. */
export const entity = (id: number, data: unknown = { id }): ChangedEntity => ({ id, data: () => data })

/** The delivery log of an endpoint, newest first. */
export async function logOf(client: TestClient, endpointId: number): Promise<AnyJson[]> {
  const { body } = await client.get(`/api/webhooks/${endpointId}/deliveries?limit=500`)
  return body
}
