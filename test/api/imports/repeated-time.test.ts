import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

/* Rows of time that are already in a pay are named, so that a file imported twice does not silently pay twice. */

let tasman: TestApp
let owner: TestClient
let company: AnyJson
let ben: AnyJson
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-12-01T00:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
  await anEmployee(owner, company.id, { number: 'S1' })
  ben = await anEmployee(owner, company.id, { number: 'S2' })
})
afterAll(() => tasman.close())

const send = async (kind: string, rows: AnyJson[], query = '', payDate = '2026-12-13') => {
  const { status, body } = await owner.post(
    `/api/company/${company.id}/imports/${kind}?named_by_field=true&pay_date=${payDate}${query}`,
    rows,
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return body.rows.map((row: AnyJson) => row.warnings)
}
const S1 = { employee_number: 'S1', date: '2026-12-08', value: '7.5' }
const OTHERS = [
  { employee_number: 'S1', date: '2026-12-09', value: '7.5' },
  { employee_number: 'S1', date: '2026-12-08', description: 'Overtime', value: '2', multiplier: '1.5' },
  { employee_number: 'S2', date: '2026-12-08', value: '7.5' },
]

it('warns of a timesheet that is in a draft or a processed pay', async () => {
  expect(await send('timesheets', [S1])).toEqual([[]])
  const again = [
    [
      'Already in a draft to be paid on 2026-12-13: Ordinary hours, 7.5 on 2026-12-08. Importing the row pays it again.',
    ],
    ...OTHERS.map(() => []),
  ]
  expect(await send('timesheets', [S1, ...OTHERS], '&dry_run=true')).toEqual(again)
  const [run] = (await owner.get(`/api/company/${company.id}/pay-runs`)).body
  const processed = await owner.post(`/api/company/${company.id}/pay-runs/${run.pay_run_id}/process`)
  expect(processed.status, JSON.stringify(processed.body)).toBe(200)
  const later = await send('timesheets', [S1, ...OTHERS], '', '2026-12-20')
  const already = later.map((warnings: string[]) => warnings.filter((one) => one.startsWith('Already')))
  expect(already).toEqual([
    [expect.stringMatching(/^Already in a pay on 2026-12-13: Ordinary hours, 7.5/)],
    [],
    [],
    [],
  ])
})

it('warns of hours without a day for the same pay date, and of leave', async () => {
  const hours = [{ employee_number: 'S2', value: '38' }]
  await send('timesheets', hours, '', '2027-01-10')
  expect(await send('timesheets', hours, '&dry_run=true', '2027-01-10')).toEqual([
    [expect.stringMatching(/^Already in a draft to be paid on 2027-01-10: Ordinary hours, 38\. /)],
  ])
  expect(await send('timesheets', hours, '&dry_run=true', '2027-01-17')).toEqual([[]])
  const leave = [{ employee_number: 'S1', leave_type: 'UNPAID', date: '2027-01-12', hours: '7.6' }]
  await send('leave-taken', leave, '', '2027-01-17')
  const [[warning]] = await send('leave-taken', leave, '&dry_run=true', '2027-01-17')
  expect(warning).toMatch(/^Already in a draft to be paid on 2027-01-17: UNPAID, 7.6 on 2027-01-12/)
})

it('asks about a person who is in a run twice with the same hours, and not about a bonus', async () => {
  const base = `/api/company/${company.id}`
  const run = (await owner.get(`${base}/pay-runs`)).body.find(
    ({ pay_run_end_date }: AnyJson) => pay_run_end_date === '2027-01-10',
  )
  const asked = async () =>
    (await owner.get(`${base}/pay-runs/${run.pay_run_id}/readiness`)).body.findings
      .filter(({ needs_confirmation }: AnyJson) => needs_confirmation)
      .map(({ message }: AnyJson) => message)
  const bonus = await owner.put(`${base}/pays/create?pay_date=2027-01-10&identifier_type=employee_id`, [
    { employee_id: ben.id, bonuses: [{ description: 'Bonus', amount: '100', tax_method: 'METHOD_B2' }] },
  ])
  expect(bonus.status, JSON.stringify(bonus.body)).toBe(201)
  expect(await asked()).toEqual([])
  await send('timesheets', [{ employee_number: 'S2', value: '38' }], '', '2027-01-10')
  expect(await asked()).toEqual([
    '2 pays of this run have the same hours or leave (Ordinary hours): one may be a duplicate.',
  ])
})
