import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-19T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
})
afterAll(() => tasman.close())

const CASUAL = { employment_status: 'Casual' }
const report = async (id: number) =>
  (
    (await owner.get(`/api/company/${company.id}/reports/information-statements?employee_id=${id}`)).body
      .rows as AnyJson[]
  ).map((row) => [row.occasion, row.due_date, row.status])
const changeIn = (companyId: number, fields: object) =>
  owner.patch(`/api/company/${companyId}/employees/update`, [fields])
const change = (fields: object) => changeIn(company.id, fields)

it('are listed for casuals by size and by the day on which they were given', async () => {
  const { id } = await anEmployee(owner, company.id, { ...CASUAL, start_date: '2025-11-10' })
  const late = await anEmployee(owner, company.id, { ...CASUAL, start_date: '2025-11-01' })
  const permanent = await anEmployee(owner, company.id, { start_date: '2025-11-10' })
  // Three people: the start is more than a year ago, 6 months apply from 15.
  expect(await report(id)).toEqual([['12 months', '2026-11-10', 'due']])
  expect(await report(late.id)).toEqual([['12 months', '2026-11-01', 'overdue']])
  expect(await report(permanent.id)).toEqual([])
  await change({ id, casual_statement_given_on: '2026-11-09' })
  expect(await report(id)).toEqual([['12 months', '2026-11-10', 'due']])
  await change({ id, casual_statement_given_on: '2026-11-12' })
  expect(await report(id)).toEqual([['12 months', '2026-11-10', 'given']])
  const more = Array.from({ length: 12 }, (_, index) => ({
    start_date: '2026-01-05',
    last_name: `P${index}`,
  }))
  for (const person of more) await anEmployee(owner, company.id, person)
  // Fifteen people.
  const young = await anEmployee(owner, company.id, { ...CASUAL, start_date: '2026-06-01' })
  expect(await report(young.id)).toEqual([
    ['Start', '2026-06-01', 'overdue'],
    ['6 months', '2026-12-01', 'coming'],
    ['12 months', '2027-06-01', 'coming'],
  ])
})

it('begin with the change to casual, and are named when it is made', async () => {
  const { id } = await anEmployee(owner, company.id, { start_date: '2024-01-08' })
  const { body } = await change({ id, ...CASUAL, effective_from: '2026-10-05' })
  expect(body[0].warnings.join()).toContain(
    'at the start and again on 2027-04-05 (6 months, from 15 employees)',
  )
  expect((await report(id))[0]).toEqual(['Start', '2026-10-05', 'overdue'])
})

it('wait in the list of work until they are recorded', async () => {
  const { id: companyId } = await aCompany(owner)
  const person = (first_name: string, start_date: string) =>
    anEmployee(owner, companyId, { ...CASUAL, first_name, last_name: 'Nguyen', start_date })
  const ana = await person('Ana', '2026-10-12')
  const ben = await person('Ben', '2026-11-16')
  await person('Old', '2024-02-05')
  const items = async () =>
    (await owner.get(`/api/work?kind=statement&company_id=${companyId}`)).body.items as AnyJson[]
  expect(await items()).toMatchObject([
    {
      status: 'overdue',
      due_date: '2026-10-12',
      title: 'Give the Casual Employment Information Statement: Ana Nguyen, Ben Nguyen',
      people: 2,
    },
  ])
  await changeIn(companyId, { id: ana.id, casual_statement_given_on: '2026-10-12' })
  expect(await items()).toMatchObject([{ status: 'open', due_date: '2026-11-16', people: 1 }])
  await changeIn(companyId, { id: ben.id, casual_statement_given_on: '2026-11-16' })
  expect(await items()).toEqual([])
})
