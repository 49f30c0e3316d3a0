import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { chooseThread } from '../../../src/features/pays/pays/threads.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, employeeBody } from '../../support/make.ts'
import { aWeek } from '../../support/pays.ts'

/* Large calls are made in another thread: nobody must be able to tell by what they answer or store. */

const PEOPLE = 230
const SMALL = 150

let tasman: TestApp
let owner: TestClient
let company: AnyJson
let employeeIds: number[]

beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
  const people = Array.from({ length: PEOPLE }, () => employeeBody())
  const { body } = await owner.put(`/api/company/${company.id}/employees/create`, people)
  employeeIds = body.map(({ employee }: AnyJson) => employee.id)
}, 240_000)
afterAll(() => tasman.close())

const create = (pays: AnyJson[], query: string) =>
  owner.put(`/api/company/${company.id}/pays/create?${query}`, pays)

/** A new item and a new line for everybody. */
const weeks = () =>
  employeeIds.map((id) =>
    aWeek(id, { deductions: [{ description: 'Club', amount: '4.20', classification: 'NORMAL' }] }),
  )

const withoutIds = (pays: AnyJson[]) =>
  JSON.parse(JSON.stringify(pays), (key, value) =>
    key === 'id' || key === 'pay_run_id' || key === 'warnings' ? null : value,
  )

it('answers and stores in another thread what small calls do in this one', async () => {
  // The first large call is made here, and starts the thread.
  expect((await create(weeks(), 'pay_date=2026-10-02')).status).toBe(201)
  if (availableParallelism() > 1)
    await vi.waitFor(() => expect(chooseThread(1)).not.toBeNull(), { timeout: 120_000, interval: 200 })
  const dry = 'pay_date=2026-10-09&dry_run=true'
  const here = [
    ...(await create(weeks().slice(0, SMALL), dry)).body,
    ...(await create(weeks().slice(SMALL), dry)).body,
  ]
  const there = await create(weeks(), 'pay_date=2026-10-09')
  expect(there.status).toBe(201)
  expect(withoutIds(there.body)).toEqual(withoutIds(here))
  const read = await owner.get(`/api/company/${company.id}/pays/${there.body[PEOPLE - 1].id}`)
  expect(read.body).toEqual(there.body[PEOPLE - 1])

  const broken = { description: 'Odd', units: 'hours', value: 1, rate_reference: 'employee:2147483647' }
  const refused = await create(
    [...weeks().slice(1), { employee_id: employeeIds[0], hours: [broken] }],
    'pay_date=2026-10-16',
  )
  expect([refused.status, refused.body.detail]).toEqual([
    422,
    `Pay ${PEOPLE - 1}, hours 0: this employee has no pay rate with the reference employee:2147483647.`,
  ])
  expect(Number((await countPays()).pays)).toBe(2 * PEOPLE)
}, 240_000)

const countPays = () =>
  tasman.service.database.query
    .selectFrom('pays')
    .select((select) => select.fn.countAll<number>().as('pays'))
    .where('company_id', '=', company.id)
    .executeTakeFirstOrThrow()
