import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

/* Imported time has possible days: at most 24 hours each, and remarks on days outside the period. */

let tasman: TestApp
let owner: TestClient
let company: AnyJson
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-12-01T00:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
  for (const number of ['S1', 'S2']) await anEmployee(owner, company.id, { number })
})
afterAll(() => tasman.close())

const send = (rows: AnyJson[], query = '&dry_run=true') =>
  owner.post(
    `/api/company/${company.id}/imports/timesheets?named_by_field=true&pay_date=2026-12-13${query}`,
    rows,
  )
const ofDay = (value: string, date = '2026-12-08', number = 'S1') => ({
  employee_number: number,
  date,
  value,
})
const messages = (body: AnyJson) =>
  body.rows.map((row: AnyJson) => row.errors.map(({ message }: AnyJson) => message).join(' '))

it('refuses more than 24 hours of one day, in one row or several', async () => {
  const { body } = await send([
    ofDay('25'),
    ofDay('16', '2026-12-09'),
    ofDay('14', '2026-12-09'),
    ofDay('24', '2026-12-10'),
    ofDay('16', '2026-12-09', 'S2'),
  ])
  expect(body.totals).toMatchObject({ refused: 3, draft: 2 })
  expect(messages(body)).toEqual([
    '25 hours are too many for 2026-12-08: a day has 24.',
    '30 hours in 2 rows are too many for 2026-12-09: a day has 24.',
    '30 hours in 2 rows are too many for 2026-12-09: a day has 24.',
    '',
    '',
  ])
  expect((await send([ofDay('25')], '')).status).toBe(422)
  const units = await send([{ ...ofDay('120'), units: 'km', description: 'Travel', rate: '0.88' }])
  expect(units.body.totals.refused).toBe(0)
})

it('refuses more hours than the period has', async () => {
  const { body } = await send([{ employee_number: 'S1', value: '425' }, ofDay('7.5', '2026-12-08', 'S2')])
  expect(messages(body)).toEqual([
    expect.stringMatching(/^425 hours are too many: the period 2026-12-07 to 2026-12-13 has 168/),
    '',
  ])
})

it('remarks on days outside the period', async () => {
  const { body } = await send([ofDay('8', '2026-10-01'), ofDay('8')])
  expect(body.totals).toMatchObject({ refused: 0, draft: 2 })
  expect(body.rows.map((row: AnyJson) => row.warnings)).toEqual([
    ['2026-10-01 is outside the period 2026-12-07 to 2026-12-13, in which it is paid.'],
    [],
  ])
})

it('leaves imports of leave alone', async () => {
  const { status, body } = await owner.post(
    `/api/company/${company.id}/imports/leave-taken?named_by_field=true&pay_date=2026-12-13&dry_run=true`,
    [{ employee_number: 'S1', leave_type: 'UNPAID', date: '2026-12-08', hours: '38' }],
  )
  expect([status, body.totals.draft]).toEqual([200, 1])
})
