import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { execute } from '../support/postgres.ts'
import { bear, firstSteps } from './birth.ts'
import type { Company } from './company.ts'
import { addDays, weekday } from './dates.ts'
import { check, perform } from './life.ts'
import { readBack } from './read-back.ts'
import { startInProcess } from './targets/in-process.ts'
import { Broken, type Target } from './types.ts'

/*
 * Tests what a weekly check reads again. A company in New Zealand pays once, stages a final pay and leaves its clock
 * unchanged for a month. The clock processes the final pay on its way to the next step, long after the checks have
 * passed its day. Then faults are planted in the database, one per test, and the weekly check must find each.
 */

const AFTER_DAYS = 9
const IDLE_DAYS = 35

let database: TestDatabase
let target: Target
let company: Company
let lives = 0

beforeAll(async () => {
  database = await createTestDatabase()
  target = await startInProcess(database.url)
})
afterAll(async () => {
  await target.stop()
  await database.drop()
})

const sunday = (day: string) => addDays(day, (7 - weekday(day)) % 7)
const step = (name: string, on: string, kind: string, particulars: object = {}) =>
  perform(company, { name, on, do: kind, with: particulars })
const pay = (name: string) => {
  const found = company.ledger.byName(name)
  if (!found) throw new Error(`no pay ${name}`)
  return found
}

/** The checks of every Sunday between two days. Nothing is written, and no clock moves. */
async function idle(from: string, until: string): Promise<void> {
  for (let day = sunday(from); day < until; day = addDays(day, 7)) await check(company, day)
}

/** The findings of this week's check. */
const found = (): Promise<string | undefined> =>
  check(company, sunday(company.today)).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Broken) return `${error.invariant}: ${error.message}`
      throw error
    },
  )

/** Changes the stored values of a pay without a call. */
const spoil = (name: string) =>
  execute(database.url, `update pays set gross = gross + 0.01, net = net + 0.01 where id = ${pay(name).id}`)

let next: string
/** Five employees are paid, and the final pay of one is staged for a day to which the clock does not advance. */
beforeEach(async () => {
  lives += 1
  const birth = { seed: 46, index: lives, years: 1, country: 'NZ', most: 5 } as const
  const born = await bear(target, birth, lives)
  company = born.company
  const first = company.today
  for (const each of firstSteps(born.random, company, birth)) await perform(company, each)
  const hours = [{ description: 'Ordinary hours', units: 'hours', value: 30 }]
  const pays = [...company.people.keys()].map((person) => ({ person, hours }))
  await step('s1', first, 'pay-all', { pays })
  // Less than a day, because a longer row would span a public holiday and become two rows.
  const leave = [{ description: 'annual', leave_type: 'ANNUAL_HOLIDAYS', date: first, hours: 4 }]
  await step('s2', first, 'leave', { person: 'p.0', leave })
  expect(pay('s2/p.0')).toMatchObject({ leave: [{ leave_type: 'ANNUAL_HOLIDAYS' }] })
  const end = { termination_date: first }
  await step('end', first, 'terminate-staged', { person: 'p.0', end, pay: addDays(first, AFTER_DAYS) })
  expect(pay('end/p.0').status).toBe('pending')
  next = addDays(first, IDLE_DAYS)
  await idle(first, next)
})

it('leave of a staged final pay that the clock processes between two checks is known, where no money moved', async () => {
  await step('s3', next, 'lodge', { from: next })
  expect(await found()).toBeUndefined()
})

it('a staged final pay that the clock processes between two checks is known, with its money and leave', async () => {
  await step('s3', next, 'bank-file', { all_open: true })
  expect(await found()).toBeUndefined()
  expect(pay('end/p.0').status).toBe('processed')
  // The amount was sent with the file, so nothing is open.
  expect(company.items.get(pay('end/p.0').processed_date)).toMatchObject([{ kind: 'net', open: 0 }])
})

it('a final pay that was processed and changed afterwards is found', async () => {
  await step('s3', next, 'bank-file', { all_open: true })
  await execute(
    database.url,
    `update pays set gross = gross + 1, net = net + 1 where id = ${pay('end/p.0').id}`,
  )
  expect(await found()).toContain(`acknowledged: gross of pay ${pay('end/p.0').id} was`)
})

it('leave of a final pay that is not in the balance is found', async () => {
  await step('s3', next, 'bank-file', { all_open: true })
  await execute(
    database.url,
    `update employees set annual_holidays_weeks = annual_holidays_weeks + 0.2 where id = ${pay('end/p.0').employee_id}`,
  )
  expect(await found()).toContain('leave: annual_holidays_weeks of employee')
})

it('a staged final pay that the service leaves waiting is found when the clock has passed its day', async () => {
  await execute(database.url, `update pays set is_termination = false where id = ${pay('end/p.0').id}`)
  await expect(step('s3', next, 'bank-file', { all_open: true })).rejects.toThrow('still waits')
})

it('a draft that is processed without a call is found', async () => {
  await step('s3', next, 'bank-file', { all_open: true })
  const draft = { pay_period: company.period, pay_date: next }
  const { body } = await company.caller.write('POST', `${company.base}/pay-runs`, draft)
  for (const each of body.pays) company.ledger.tell(each)
  expect(await found()).toBeUndefined()
  const [{ id }] = body.pays
  await execute(database.url, `update pays set status = 'processed' where id = ${id}`)
  expect(await found()).toContain(`acknowledged: status of pay ${id} was "pending" in the answer`)
})

it('a pay of the week that was changed is found in the week', async () => {
  const hours = [{ description: 'Ordinary hours', units: 'hours', value: 20 }]
  await step('s3', next, 'pay-all', { pays: [{ person: 'p.1', hours }] })
  await spoil('s3/p.1')
  expect(await found()).toContain(`acknowledged: gross of pay ${pay('s3/p.1').id} was`)
})

it('a pay of an earlier day that was changed is found within a quarter', async () => {
  await step('s3', next, 'bank-file', { all_open: true })
  expect(await found()).toBeUndefined()
  await spoil('s1/p.1')
  company.weeks = 12
  expect(await found()).toContain('acknowledged: gross of run')
})

it('what a call without an answer did to an old pay is taken over', async () => {
  await step('s3', addDays(next, 60), 'lodge', { from: next })
  const { id } = pay('s1/p.1')
  const request = { method: 'DELETE', path: `${company.base}/pays/${id}` } as const
  await company.caller.write(request.method, request.path)
  await readBack(company, request, 's4')
  expect(company.ledger.pays.has(id)).toBe(false)
  expect(await found()).toBeUndefined()
})
