import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pack, unpack } from '../../src/events/payloads.ts'
import { createEvents } from '../../src/events/record.ts'
import { writeUpdated } from '../../src/features/employees/employees/index.ts'
import { resealStale } from '../../src/features/platform/key-rotation/index.ts'
import { claimDue } from '../../src/features/platform/webhooks/claim-queries.ts'
import { forgetOldDeliveries } from '../../src/features/platform/webhooks/index.ts'
import { createSender } from '../../src/features/platform/webhooks/sender.ts'
import { createFieldCipher } from '../../src/security/field-encryption.ts'
import type { Service } from '../../src/service.ts'
import { type AnyJson, startTestApp, TEST_KEY, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee, employeeBody } from '../support/make.ts'
import { aWeek } from '../support/pays.ts'
import { answering, isSigned, type Received, type Receiver, startReceiver } from './receiver.ts'
import { anEndpoint, customerOf, LOCAL, logOf } from './story.ts'

/*
 * Calls with many pays write the bodies of their events when they are first sent. The content is the same as if it had
 * been written at once.
 */

const MANY = 20
const EVENTS = ['employee.updated', 'employee.deleted', 'pay.created', 'pay.updated', 'pay.deleted']

let tasman: TestApp
let owner: TestClient
let receiver: Receiver
let companyId: number
let ids: number[]
beforeAll(async () => {
  receiver = await startReceiver()
  tasman = await startTestApp({ env: { ...LOCAL, WEBHOOK_RETRY_WAITS: '30' } })
  owner = await tasman.clientFor('owner')
  companyId = (await aCompany(owner)).id
  const people = Array.from({ length: MANY }, (_, index) =>
    employeeBody({
      first_name: `Zoë ${index}`,
      primary_bank_account_number: '12345678',
      primary_bank_bsb: '062-000',
    }),
  )
  const { body } = await owner.put(`/api/company/${companyId}/employees/create`, people)
  ids = body.map((item: AnyJson) => item.employee.id)
})
afterAll(async () => {
  await tasman.close()
  await receiver.close()
})

const url = (rest: string) => `/api/company/${companyId}/${rest}`
const payAll = async (payDate: string): Promise<AnyJson[]> => {
  const { status, body } = await owner.put(
    url(`pays/create?pay_date=${payDate}`),
    ids.map((id) => aWeek(id)),
  )
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
/** The employee in an event whose body is written at once. */
const shown = async (id: number) => {
  const { body } = await owner.get(`/api/employees/${id}`)
  const account = body.primary_bank_account_number && '***678'
  return { ...body, tax_file_number: '***782', primary_bank_account_number: account }
}
const update = (id: number, changes: object) => owner.patch(url('employees/update'), [{ id, ...changes }])
const unwritten = async (...types: string[]) => {
  const { rows } = await tasman.service.database.pool.query(
    'select id from webhook_deliveries where body is null and entity_type = any($1)',
    [types],
  )
  return rows.length
}
const sweepAs = async (service: Service) => {
  const sender = createSender(service)
  await sender.sweep()
  await sender.close()
}
function rotatedService(keys: { id: string; key: Buffer }[]): Service {
  const cipher = createFieldCipher(keys)
  const { settings, clock } = tasman.service
  const { delivery } = createEvents(settings, clock, cipher, (query, of) => writeUpdated(rotated, query, of))
  const rotated: Service = { ...tasman.service, cipher, eventDelivery: delivery }
  return rotated
}

describe('bodies that are written late', () => {
  it('say what was true at the commit, whatever happens before the first attempt, and never change afterwards', async () => {
    const endpoint = await anEndpoint(owner, receiver.url('/late'), { events: EVENTS })
    receiver.answers.set('/late', answering.status(500))
    const [plain, edited, deleted, rebuilt, removed] = ids as [number, number, number, number, number]
    const first = await payAll('2026-10-02')
    const second = await payAll('2026-10-09')
    expect(await unwritten('employee', 'pay')).toBe(3 * MANY)
    expect(await logOf(owner, endpoint.id)).toHaveLength(3 * MANY)

    const expected = new Map(await Promise.all(ids.map(async (id) => [id, await shown(id)] as const)))
    await update(edited, { position: 'One' })
    await update(edited, { position: 'Two' })
    expected.set(edited, await shown(edited))
    await owner.delete(`/api/employees/${deleted}`)
    const payOf = (pays: AnyJson[], id: number) => pays.find((pay) => pay.employee_id === id) as AnyJson
    const half = { hours: [{ description: 'Ordinary hours', units: 'hours', value: 19 }] }
    const again = await owner.put(url(`pays/${payOf(second, rebuilt).id}`), aWeek(rebuilt, half))
    expect(again.status).toBe(200)
    expected.set(rebuilt, await shown(rebuilt))
    for (const id of [removed, deleted])
      expect((await owner.delete(url(`pays/${payOf(second, id).id}`))).status).toBeLessThan(300)
    expected.set(removed, await shown(removed))

    // A process claims some deliveries and is killed before it has written their bodies.
    const room = { total: 5, each: 5, byEndpoint: new Map() }
    const { claims: lost } = await claimDue(tasman.service.database, tasman.clock.now(), 15_000, room, null)
    expect(lost.some((claim) => claim.body === null)).toBe(true)
    tasman.clock.advance(16_000)

    // The key is rotated, and the next process has only the new one.
    const fresh = { id: 'fresh', key: randomBytes(32) }
    expect((await resealStale(rotatedService([fresh, { id: 'test', key: TEST_KEY }]))).isComplete).toBe(true)
    const restarted = rotatedService([fresh])
    await sweepAs(restarted)
    // The pays stay packed as long as their deliveries are kept. A body that was read stays as it was sent.
    expect(await unwritten('employee')).toBe(0)
    expect(await unwritten('pay')).toBe(2 * MANY)

    const arrived = receiver.at('/late')
    const of = (type: string) =>
      new Map(arrived.filter(({ body }) => body.type === type).map(({ body }) => [body.entity.id, body]))
    const updated = of('employee.updated')
    expect([...updated.keys()].toSorted()).toEqual(ids.toSorted())
    for (const [id, event] of updated) expect(event.data).toEqual(expected.get(id))
    expect(updated.get(deleted)).toMatchObject({ createdAt: expect.any(String), data: { is_deleted: false } })
    expect([...of('employee.deleted').keys()]).toEqual([deleted])
    const created = of('pay.created')
    expect(created.size).toBe(2 * MANY)
    for (const pay of [...first, ...second]) expect(created.get(pay.id)?.data).toEqual(pay)
    expect(of('pay.updated').get(payOf(second, rebuilt).id)?.data).toEqual(again.body)
    expect(of('pay.deleted').size).toBe(2)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the claim is about exactly this range
    for (const { raw } of arrived) expect(raw.toString()).toMatch(/^[\x00-\x7f]*$/)
    expect(arrived.every((one) => isSigned(one, endpoint.secret))).toBe(true)
    const { rows } = await tasman.service.database.pool.query(
      'select id, envelope_id from webhook_deliveries',
    )
    const envelopeOf = new Map(rows.map(({ id, envelope_id }) => [String(id), envelope_id]))
    for (const { headers, body } of arrived)
      expect(envelopeOf.get(headers['x-payroll-delivery-id'] ?? '')).toBe(body.id)

    // An attempted delivery is sent again byte for byte, however the employee has changed.
    const bytes = (some: Received[]) =>
      new Map(some.map(({ headers, raw }) => [headers['x-payroll-delivery-id'], raw.toString()]))
    const before = bytes(arrived)
    await tasman.service.database.pool.query(`update employees set position = 'Other' where id = $1`, [plain])
    receiver.answers.delete('/late')
    receiver.received.length = 0
    tasman.clock.advance(31_000)
    await sweepAs(restarted)
    expect(bytes(receiver.at('/late'))).toEqual(before)
    expect((await owner.delete(`/api/webhooks/${endpoint.id}`)).status).toBe(204)
  })

  it('are skipped where what they tell of is gone for good; payloads go with their deliveries', async () => {
    const { service } = tasman
    const endpoint = await anEndpoint(owner, receiver.url('/gone'), { events: ['employee.updated'] })
    const customerId = await customerOf(tasman, 'owner@demo.example')
    // Enough of them to be read when they are sent.
    const unknown = Array.from({ length: MANY }, (_, index) => 2_000_000_000 + index)
    const record = (...some: number[]) =>
      service.database.transaction((tx) =>
        service.events.record(tx, {
          type: 'employee.updated',
          customerId,
          ids: [...some, ...unknown],
          read: () => Promise.reject(new Error('read too early')),
        }),
      )
    await record()
    await sweepAs(service)
    expect(receiver.at('/gone')).toEqual([])
    const skipped = { status: 'skipped', error: 'The record was removed before the event could be sent' }
    expect(await logOf(owner, endpoint.id)).toMatchObject(unknown.map(() => skipped))

    // Deleting a company frees its employees' numbers. Deliveries still pending show the earlier numbers.
    const { id: closed } = await aCompany(owner)
    const { id } = await anEmployee(owner, closed, { number: 'E-7' })
    await record(id)
    const before = await shown(id)
    expect((await owner.delete(`/api/company/${closed}`)).status).toBe(204)
    await sweepAs(service)
    expect(receiver.at('/gone').map(({ body }) => body.data)).toEqual([before])

    const payloads = async () =>
      (await service.database.pool.query('select 1 from webhook_payloads')).rows.length
    await forgetOldDeliveries(service)
    expect(await payloads()).toBeGreaterThan(0)
    tasman.clock.advance(91 * 86_400_000)
    await forgetOldDeliveries(service)
    expect(await payloads()).toBe(0)
  })
})

it('packed texts come out as they went in, numbers masked', async () => {
  const jsons = ['{"a":"Zoë"}', '{"tax_file_number":"123456782","lines":[{"account_number":12345678}]}', '{}']
  const masked = ['{"a":"Zoë"}', '{"tax_file_number":"***782","lines":[{"account_number":"***678"}]}', '{}']
  expect(await unpack(await pack(jsons))).toEqual(masked)
})
