import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { coalesce, type Verb } from '../../src/events/coalesce.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany } from '../support/make.ts'
import { inTestCells } from '../support/two-cells.ts'
import { anEndpoint, customerOf, entity, LOCAL, logOf, record } from './story.ts'

const URL = 'http://127.0.0.1:1/'
const ALL = ['employee.created', 'employee.updated', 'employee.deleted']

let tasman: TestApp
let owner: TestClient
let customerId: number
beforeAll(async () => {
  tasman = await startTestApp({ env: LOCAL })
  owner = await tasman.clientFor('owner')
  customerId = await customerOf(tasman, 'owner@demo.example')
})
afterEach(() =>
  tasman.service.database.query.updateTable('webhook_endpoints').set({ is_active: false }).execute(),
)
afterAll(() => tasman.close())

/** Queued deliveries in the order they were queued, with their payloads. */
const queued = async (endpointId: number) => {
  const rows = await inTestCells(() =>
    tasman.service.database.query
      .selectFrom('webhook_deliveries')
      .select(['id', 'event_type', 'envelope_id', 'body', 'state'])
      .where('endpoint_id', '=', endpointId)
      .orderBy('id')
      .execute(),
  )
  return rows.map(({ body, ...row }) => ({ ...row, envelope: JSON.parse(body ?? '') }))
}

describe('an event is recorded', () => {
  it('with its change: it appears with the commit and vanishes with a roll-back', async () => {
    const { id } = await anEndpoint(owner, URL, { events: ALL })
    const { events, database } = tasman.service
    await expect(
      database.transaction(async (tx) => {
        await events.record(tx, { type: 'employee.created', customerId, entities: [entity(1)] })
        throw new Error('the change failed')
      }),
    ).rejects.toThrow('the change failed')
    await database.transaction(
      (tx) => events.record(tx, { type: 'employee.created', customerId, entities: [entity(2)] }),
      {
        dryRun: true,
      },
    )
    expect(await queued(id)).toEqual([])
  })

  it('only when someone listens, and the read model is not built otherwise', async () => {
    const { id } = await anEndpoint(owner, URL, { events: ['employee.created'] })
    const data = () => {
      throw new Error('no one asked for it')
    }
    await record(tasman, customerId, 'employee.updated', { id: 1, data })
    await owner.patch(`/api/webhooks/${id}`, { is_active: false })
    await record(tasman, customerId, 'employee.created', { id: 1, data })
    await owner.delete(`/api/webhooks/${id}`)
    await record(tasman, customerId, 'employee.created', { id: 1, data })
    expect(await queued(id)).toEqual([])
  })

  it('for each endpoint that listens, in an envelope with the specified members', async () => {
    const first = await anEndpoint(owner, URL, { events: ALL })
    const second = await anEndpoint(owner, URL, { events: ALL })
    await record(tasman, customerId, 'employee.created', entity(7, { first_name: 'Zoë' }))
    const [delivery] = await queued(first.id)
    expect(delivery?.envelope).toEqual({
      id: delivery?.envelope_id,
      type: 'employee.created',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      customerId,
      entity: { type: 'employee', id: 7 },
      data: { first_name: 'Zoë' },
    })
    expect(await queued(second.id)).toHaveLength(1)
  })

  it('when a company is created through the API', async () => {
    const { id } = await anEndpoint(owner, URL, { events: ['company.created'] })
    const company = await aCompany(owner, { bank_account_number: '12345678' })
    const [delivery] = await queued(id)
    expect(delivery?.envelope).toMatchObject({ type: 'company.created', entity: { id: company.id } })
    expect(delivery?.envelope.data).toMatchObject({
      legal_name: company.legal_name,
      bank_account_number: '***678',
    })
  })
})

describe('coalescing', () => {
  const VERBS: readonly Verb[] = ['created', 'updated', 'deleted']
  const pairs = VERBS.flatMap((first) => VERBS.map((next) => [first, next] as const))

  /** The expected queue after two events, by the one function that decides it. */
  const expected = (first: Verb, next: Verb, isSameCommit: boolean) =>
    ({
      add: [`${first}:1`, `${next}:2`],
      rewrite: [`${first}:2`],
      replace: [`${next}:2`],
      cancel: [],
    })[coalesce({ verb: first, isSameCommit, isUnattempted: true }, next)]

  const held = async (endpointId: number) =>
    (await queued(endpointId)).map((row) => `${row.event_type.split('.')[1]}:${row.envelope.data.version}`)

  it.each(pairs)('in one commit: %s then %s', async (first, next) => {
    const { id } = await anEndpoint(owner, URL, { events: ALL })
    await tasman.service.database.transaction(async (tx) => {
      const { events } = tasman.service
      await events.record(tx, {
        type: `employee.${first}`,
        customerId,
        entities: [entity(11, { version: 1 })],
      })
      await events.record(tx, {
        type: `employee.${next}`,
        customerId,
        entities: [entity(11, { version: 2 })],
      })
    })
    expect(await held(id)).toEqual(expected(first, next, true))
  })

  it.each(pairs)('in two commits: %s then %s', async (first, next) => {
    const { id } = await anEndpoint(owner, URL, { events: ALL })
    await record(tasman, customerId, `employee.${first}`, entity(12, { version: 1 }))
    await record(tasman, customerId, `employee.${next}`, entity(12, { version: 2 }))
    expect(await held(id)).toEqual(expected(first, next, false))
  })

  it('a rewritten delivery keeps its id and gets a new envelope id', async () => {
    const { id } = await anEndpoint(owner, URL, { events: ALL })
    await record(tasman, customerId, 'employee.updated', entity(13))
    const [before] = await queued(id)
    await record(tasman, customerId, 'employee.updated', entity(13))
    const after = await queued(id)
    expect(after).toHaveLength(1)
    expect(after[0]?.id).toBe(before?.id)
    expect(after[0]?.envelope.id).not.toBe(before?.envelope.id)
    expect(after[0]?.envelope.id).toBe(after[0]?.envelope_id)
  })

  it('an update that no one heard of does not follow a creation of the same commit', async () => {
    const { id } = await anEndpoint(owner, URL, { events: ['employee.updated'] })
    await tasman.service.database.transaction(async (tx) => {
      const { events } = tasman.service
      await events.record(tx, { type: 'employee.created', customerId, entities: [entity(14)] })
      await events.record(tx, { type: 'employee.updated', customerId, entities: [entity(14)] })
    })
    expect(await queued(id)).toEqual([])
  })

  it('what an earlier commit queued stays when an update is taken back', async () => {
    const { id } = await anEndpoint(owner, URL, { events: ALL })
    await record(tasman, customerId, 'employee.updated', entity(15, { version: 1 }))
    await tasman.service.database.transaction(async (tx) => {
      const { events } = tasman.service
      await events.record(tx, {
        type: 'employee.updated',
        customerId,
        entities: [entity(15, { version: 2 })],
      })
      await events.record(tx, {
        type: 'employee.deleted',
        customerId,
        entities: [entity(15, { version: 3 })],
      })
    })
    expect(await held(id)).toEqual(['updated:2', 'deleted:3'])
  })

  it('an attempted delivery is left alone, whatever came of the attempt', async () => {
    for (const state of ['sending', 'retry', 'delivered', 'failed'] as const) {
      const { id } = await anEndpoint(owner, URL, { events: ALL })
      await record(tasman, customerId, 'employee.updated', entity(16, { version: 1 }))
      await tasman.service.database.query
        .updateTable('webhook_deliveries')
        .set({ state, attempts: 1, leased_until: state === 'sending' ? new Date() : null })
        .where('endpoint_id', '=', id)
        .execute()
      await record(tasman, customerId, 'employee.updated', entity(16, { version: 2 }))
      expect(await held(id)).toEqual(['updated:1', 'updated:2'])
      await tasman.service.database.query.updateTable('webhook_endpoints').set({ is_active: false }).execute()
    }
  })

  it('many changes at once leave one queued delivery per entity and no error', async () => {
    const { id } = await anEndpoint(owner, URL, { events: ALL })
    const changes = Array.from({ length: 20 }, (_, round) =>
      record(
        tasman,
        customerId,
        'employee.updated',
        ...(round % 2 ? [21, 22, 23] : [23, 22, 21]).map((n) => entity(n)),
      ),
    )
    await Promise.all(changes)
    expect((await logOf(owner, id)).map((row) => row.entity.id).toSorted()).toEqual([21, 22, 23])
  })
})

describe('a reseller’s endpoint', () => {
  const connect = (person: 'owner' | 'other', clientId: string, scope?: string) =>
    tasman.clientFor(person, scope ? { clientId, scope } : { clientId })
  const revoke = (id: number) =>
    tasman.service.database.query
      .updateTable('oauth_grants')
      .set({ revoked_at: tasman.clock.now() })
      .where('customer_id', '=', id)
      .where('client_id', '=', 'demo-partner')
      .execute()

  it('hears of the customers connected to its client, until they disconnect', async () => {
    const partner = await tasman.clientFor('partner')
    const { id } = await anEndpoint(partner, URL, { events: ALL })
    const otherId = await customerOf(tasman, 'other@demo.example')
    await record(tasman, otherId, 'employee.created', entity(31))
    await connect('other', 'demo-partner', 'openid')
    await record(tasman, otherId, 'employee.created', entity(32))
    expect(await queued(id)).toEqual([])

    await connect('other', 'demo-partner')
    await record(tasman, otherId, 'employee.created', entity(33))
    await record(tasman, customerId, 'employee.created', entity(34))
    expect((await queued(id)).map((row) => row.envelope)).toMatchObject([
      { customerId: otherId, entity: { id: 33 } },
    ])

    await revoke(otherId)
    await record(tasman, otherId, 'employee.created', entity(35))
    expect(await queued(id)).toHaveLength(1)
  })

  it('hears as that of any account does: an API admin who is no reseller owns applications too', async () => {
    const { id } = await anEndpoint(owner, URL, { events: ALL })
    await connect('other', 'demo-client')
    await record(tasman, await customerOf(tasman, 'other@demo.example'), 'employee.created', entity(36))
    expect((await queued(id)).map((row) => row.envelope.entity.id)).toEqual([36])
  })

  it('hears nothing on tokens that have run out, and what waited for it cannot be sent again', async () => {
    const partner = await tasman.clientFor('partner')
    const { id } = await anEndpoint(partner, URL, { events: ALL })
    const otherId = await customerOf(tasman, 'other@demo.example')
    await connect('other', 'demo-partner')
    await record(tasman, otherId, 'employee.created', entity(37))
    const [waiting] = await queued(id)
    await revoke(otherId)
    const again = await partner.post(`/api/webhooks/${id}/deliveries/${waiting?.id}/redeliver`)
    expect(again.status).toBe(409)
    expect(again.body.detail).toMatch(/ended the access/)
  })
})

describe('tax and bank account numbers', () => {
  it('are in payloads only where the operator asked for it', async () => {
    const clear = await startTestApp({ env: { ...LOCAL, WEBHOOK_SENSITIVE_FIELDS: 'clear' } })
    try {
      const client = await clear.clientFor('owner')
      await anEndpoint(client, URL, { events: ALL })
      const id = await customerOf(clear, 'owner@demo.example')
      await record(clear, id, 'employee.created', entity(41, { tax_file_number: '123456782' }))
      const { body, envelope_id: envelopeId } = await clear.service.database.query
        .selectFrom('webhook_deliveries')
        .select(['body', 'envelope_id'])
        .executeTakeFirstOrThrow()
      const text = clear.service.cipher.open('webhook_deliveries.body', envelopeId, body ?? '')
      expect(JSON.parse(text).data).toEqual({ tax_file_number: '123456782' })
    } finally {
      await clear.close()
    }
  })
})
