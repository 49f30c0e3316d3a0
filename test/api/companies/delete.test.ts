import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Role } from '../../../src/database/tables/customers.ts'
import { issueGrant } from '../../../src/features/access/oauth/index.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

/** A colleague of the owner with another role. */
async function colleague(role: Role): Promise<TestClient> {
  const { database, clock } = tasman.service
  const token = await database.transaction(async (tx) => {
    const { customer_id } = await tx
      .selectFrom('users')
      .select('customer_id')
      .where('email', '=', 'owner@demo.example')
      .executeTakeFirstOrThrow()
    const { id } = await tx
      .insertInto('users')
      .values({ customer_id, email: `${role}@demo.example`, name: role, role, created_at: clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const scopes = ['openid', 'payroll.read', 'payroll.write']
    return issueGrant(
      tx,
      { clientId: 'demo-client', userId: id, customerId: customer_id, scopes },
      clock.now(),
    )
  })
  return tasman.clientWith(token.accessToken)
}

describe('204', () => {
  it('answers no body; afterwards the company is unknown on each route, and its record is kept', async () => {
    const { id } = await aCompany(owner)
    expect(await owner.delete(`/api/company/${id}`)).toMatchObject({ status: 204, body: '' })
    expect((await owner.get(`/api/company/${id}`)).body).toMatchObject({ detail: 'Company not found.' })
    expect((await owner.patch(`/api/company/${id}`, {})).body).toMatchObject({ detail: 'Company not found' })
    for (const route of ['allowances', 'pay-rates', 'employees'])
      expect(await owner.get(`/api/company/${id}/${route}`)).toMatchObject({
        status: 400,
        body: { detail: 'No company found with the given company_id' },
      })
    expect((await owner.get(`/api/redirect/company/${id}`)).status).toBe(400)
    const rows = await tasman.service.database.query
      .selectFrom('companies')
      .select('legal_name')
      .where('id', '=', id)
      .execute()
    expect(rows).toEqual([{ legal_name: 'Kookaburra Cafe Pty Ltd' }])
  })

  it('is open to an admin', async () => {
    const { id } = await aCompany(owner)
    expect((await (await colleague('admin')).delete(`/api/company/${id}`)).status).toBe(204)
  })

  it('records company.deleted', async () => {
    const { id } = await aCompany(owner)
    const record = vi.spyOn(tasman.service.events, 'record')
    await owner.delete(`/api/company/${id}`)
    const events = record.mock.calls.map(([, event]) => event)
    record.mockRestore()
    expect(events).toMatchObject([{ type: 'company.deleted', entities: [{ id }] }])
  })

  it('names what the company still owes in the audit log and in the event', async () => {
    const { id } = await aCompany(owner)
    const person = await anEmployee(owner, id)
    const hours = [{ description: 'Ordinary', units: 'hours', value: 38 }]
    await owner.put(`/api/company/${id}/pays/create?pay_date=2026-10-30`, [{ employee_id: person.id, hours }])
    const record = vi.spyOn(tasman.service.events, 'record')
    expect((await owner.delete(`/api/company/${id}`)).status).toBe(204)
    const [event] = record.mock.calls.map(([, recorded]) => recorded) as AnyJson[]
    record.mockRestore()
    expect(event.entities[0].data().warnings).toContain(
      'Open when the company was deleted: stp-pay-event for 2026-10-30, due 2026-10-30.',
    )
    const [entry] = (await owner.get(`/api/audit-log?action=deleteCompany&company_id=${id}`)).body
    expect([entry.outcome, entry.changes[0].fields]).toMatchObject([
      204,
      {
        'stp-pay-event for 2026-10-30': [null, 'open, due 2026-10-30'],
        'super for 2026-10-30': [null, expect.any(String)],
      },
    ])
  })

  it('leaves the customer without that default company', async () => {
    const other = await tasman.clientFor('other')
    const { id } = await aCompany(other)
    await other.delete(`/api/company/${id}`)
    const rows = await tasman.service.database.query
      .selectFrom('customers')
      .select('id')
      .where('default_company_id', '=', id)
      .execute()
    expect(rows).toEqual([])
  })

  it('happens once when asked five times at once', async () => {
    const { id } = await aCompany(owner)
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => owner.delete(`/api/company/${id}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404])
  })
})

describe('403', () => {
  it('refuses a member, and keeps the company', async () => {
    const { id } = await aCompany(owner)
    const member = await colleague('member')
    expect(await member.delete(`/api/company/${id}`)).toMatchObject({
      status: 403,
      body: { detail: 'Only an owner or admin of the account can delete a company.' },
    })
    expect((await owner.get(`/api/company/${id}`)).status).toBe(200)
  })

  it('refuses another customer, and a token without payroll.write', async () => {
    const { id } = await aCompany(owner)
    const reader = await tasman.clientFor('owner', { scope: 'openid payroll.read' })
    const other = await tasman.clientFor('other')
    for (const client of [reader, other]) expect((await client.delete(`/api/company/${id}`)).status).toBe(403)
  })
})

describe('404', () => {
  it('does not find an unknown company', async () => {
    expect(await owner.delete('/api/company/999999')).toMatchObject({
      status: 404,
      body: { detail: 'Company not found' },
    })
  })
})
