import { afterAll, beforeAll, expect, it } from 'vitest'
import { isKnown, listExposed, listUses } from '../../scripts/breach/exposure.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { aCompany, anEmployee } from '../support/make.ts'

/* The people whose data a sign-in, an application or a backup exposed, and the actions taken with it. */

let tasman: TestApp
const ids: Record<string, number> = {}
const span = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2099-01-01T00:00:00Z') }

beforeAll(async () => {
  tasman = await startTestApp()
  for (const person of ['owner', 'other'] as const) {
    const client = await tasman.clientFor(person)
    const company = await aCompany(client)
    ids[person] = (await anEmployee(client, company.id, { email_address: `${person}@people.example` })).id
  }
})
afterAll(() => tasman.close())

const userId = async (email: string) =>
  (await tasman.service.database.pool.query('select id from users where email = $1', [email])).rows[0].id

it('a sign-in reaches the people of its own account, with what was done by day', async () => {
  const { query } = tasman.service.database
  const lost = { kind: 'user' as const, userId: await userId('other@demo.example') }
  expect(await listExposed(query, lost, span)).toEqual([
    expect.objectContaining({ employee_id: ids.other, email: 'other@people.example', has_tax_number: true }),
  ])
  const uses = await listUses(query, lost, span)
  expect(uses.map(({ action, count }) => [action, count])).toEqual(
    expect.arrayContaining([[expect.stringMatching(/createCompany|company/i), 1]]),
  )
})

it('an application reaches those who let it in within the span; a backup everyone who was on record', async () => {
  const { query } = tasman.service.database
  const application = { kind: 'application' as const, clientId: 'demo-client' }
  const names = async (lost: Parameters<typeof listExposed>[1], when = span) =>
    (await listExposed(query, lost, when)).map((row) => row.employee_id).sort()
  expect(await names(application)).toEqual([ids.owner, ids.other].sort())
  expect(await names(application, { from: span.from, to: new Date('2026-01-02T00:00:00Z') })).toEqual([])
  expect(await names({ kind: 'application', clientId: 'nobody' })).toEqual([])
  expect(await names({ kind: 'backup' })).toEqual([ids.owner, ids.other].sort())
})

it('an employee’s own sign-in reaches that employee alone, and a role by company its companies', async () => {
  const { pool, query } = tasman.service.database
  const whole = { kind: 'user' as const, userId: await userId('owner@demo.example') }
  const names = async () => (await listExposed(query, whole, span)).map((row) => row.employee_id)
  expect(await names()).toContain(ids.owner)
  await pool.query(`update users set role = 'employee', employee_id = $1 where id = $2`, [
    ids.owner,
    whole.userId,
  ])
  expect(await names()).toEqual([ids.owner])
  await pool.query(
    `update users set role = 'member', employee_id = null, is_by_company = true where id = $1`,
    [whole.userId],
  )
  expect(await names()).toEqual([])
  await pool.query(`update users set is_by_company = false, role = 'owner' where id = $1`, [whole.userId])
})

it('a token reaches the account of its connection; an access without a record is not "no one"', async () => {
  const { query } = tasman.service.database
  const { token } = await tasman.clientFor('other')
  const lost = { kind: 'token' as const, token }
  expect((await listExposed(query, lost, span)).map((row) => row.employee_id)).toEqual([ids.other])
  expect(await isKnown(query, lost)).toBe(true)
  expect(await isKnown(query, { kind: 'token', token: 'nonsense' })).toBe(false)
  expect(await isKnown(query, { kind: 'user', userId: 999_999 })).toBe(false)
  expect(await isKnown(query, { kind: 'application', clientId: 'nope' })).toBe(false)
})
