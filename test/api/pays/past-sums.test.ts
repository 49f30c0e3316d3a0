import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replayPays } from '../../../src/features/pays/pays/index.ts'
import { addDays, civilDate } from '../../../src/kernel/values/dates.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay } from '../../support/pays.ts'

/* The sums over the pays before a month are cached for later pays, and dropped as soon as one of those pays changes. */

let tasman: TestApp
let owner: TestClient
let company: AnyJson

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-12-01T06:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
})
afterAll(() => tasman.close())

const wages = (employeeId: number, rate: number) => ({
  employee_id: employeeId,
  hours: [{ description: 'Pay of the week', units: 'period', value: 1, rate }],
})

async function keptOf(employeeId: number): Promise<string | undefined> {
  const sql = 'select lines from past_sums where employee_id = $1'
  return (await tasman.service.database.pool.query(sql, [employeeId])).rows[0]?.lines
}

/** Weeks around 1 July and 1 October, with one paid in the second quarter. */
async function someWeeks(): Promise<{ id: number; pays: AnyJson[]; next(rate?: number): Promise<AnyJson> }> {
  const { id } = await anEmployee(owner, company.id)
  const dates = ['2026-06-19', '2026-08-14', '2026-08-21', '2026-09-25', '2026-10-02'].map(civilDate)
  const pays: AnyJson[] = []
  for (const date of dates) pays.push(await aPay(owner, company.id, date, wages(id, 1500)))
  let last = civilDate('2026-10-02')
  const next = async (rate = 1500) => {
    last = addDays(last, 7)
    const pay = await aPay(owner, company.id, last, wages(id, rate))
    const { database, rates } = tasman.service
    const filter = { companyId: company.id, payId: pay.id, isHistoryNow: true }
    for await (const { differences } of replayPays(database.query, rates, filter))
      expect(differences).toEqual([])
    return pay
  }
  return { id, pays, next }
}

it('is one line for each part of the year, whatever the number of pays', async () => {
  const { id, next } = await someWeeks()
  const kept = await keptOf(id)
  expect(kept?.split('\n').map((line) => line.split('|').slice(2))).toEqual([
    expect.arrayContaining(['2026-06-19', 's', '1500']),
    expect.arrayContaining(['2026-09-25', 's', '4500']),
  ])
  for (let week = 0; week < 4; week++) await next()
  expect(await keptOf(id)).toBe(kept)
  // In November, October has its own sum.
  await next()
  expect((await keptOf(id))?.split('\n')).toEqual([
    ...(kept ?? '').split('\n'),
    expect.stringMatching(/\|2026-10-30\|.*\|s\|.*\|7500\|/),
  ])
})

it('grows by the month that has passed, as long as the quarter lasts', async () => {
  const { id, pays, next } = await someWeeks()
  const october = ((await keptOf(id)) ?? '').split('\n')
  for (let week = 0; week < 9; week++) await next()
  const kept = ((await keptOf(id)) ?? '').split('\n')
  expect(kept.slice(0, 2)).toEqual(october)
  expect(kept.slice(2).map((line) => line.split('|').slice(2))).toEqual([
    expect.arrayContaining(['2026-10-30', 's', '7500']),
    expect.arrayContaining(['2026-11-27', 's', '6000']),
  ])
  // A new quarter begins with one line for the whole of the last one. An error in either would show in the
  // pays that follow.
  for (let week = 0; week < 4; week++) await next()
  expect((await keptOf(id))?.split('\n').map((line) => line.split('|').slice(2))).toEqual([
    expect.arrayContaining(['2026-06-19', 's', '1500']),
    expect.arrayContaining(['2026-12-25', 's', '24000']),
  ])
  await owner.delete(`/api/company/${company.id}/pays/${pays[3].id}`)
  await next(5000)
})

it('counts a pay that is entered late, and forgets one that is changed or deleted', async () => {
  const { id, pays, next } = await someWeeks()
  const changes = [
    // So high that it reaches the maximum super base of the year, which the next pay shows.
    () => aPay(owner, company.id, '2026-09-04', wages(id, 265_000)),
    () => owner.put(`/api/company/${company.id}/pays/${pays[1].id}`, wages(id, 9000)),
    () => owner.delete(`/api/company/${company.id}/pays/${pays[2].id}`),
  ]
  await next()
  for (const change of changes) {
    expect(await keptOf(id)).toBeDefined()
    await change()
    expect(await keptOf(id)).toBeUndefined()
    await next(5000)
  }
})

it('stays while pays of the month change, and goes with a change of an earlier one', async () => {
  const { id, pays } = await someWeeks()
  const kept = await keptOf(id)
  const { pool } = tasman.service.database
  await pool.query(`update pays set status = 'pending' where id = $1`, [pays.at(-1).id])
  expect(await keptOf(id)).toBe(kept)
  await pool.query(`update pays set status = 'pending' where id = $1`, [pays.at(-2).id])
  expect(await keptOf(id)).toBeUndefined()
})

describe('in New Zealand', () => {
  /**
   * A pay each Friday for sixteen months. The history of these pays is read as if nothing had been cached.
   */
  async function manyWeeks() {
    const kiwi = await aCompany(owner, { jurisdiction: 'NZ' })
    const { id } = await anEmployee(owner, kiwi.id, { country: 'NZ', start_date: '2025-06-01' })
    const pays: AnyJson[] = []
    let last = civilDate('2025-05-30')
    const next = async (more: object = {}) => {
      last = addDays(last, 7)
      const pay = await aPay(owner, kiwi.id, last, { ...wages(id, 1500), ...more })
      pays.push(pay)
      const { database, rates } = tasman.service
      const filter = { companyId: kiwi.id, payId: pay.id, isHistoryNow: true }
      for await (const { differences } of replayPays(database.query, rates, filter))
        expect(differences).toEqual([])
      return pay
    }
    for (let week = 0; week < 70; week++) await next()
    return { kiwi, id, pays, next }
  }
  // The lines of a cache entry have no order, because the database returns the pays in any order.
  const daysOf = (kept = '') =>
    kept
      .split('\n')
      .map((line) => line.split('|')[2])
      .sort()

  it('is a line for each pay, and read whether it reaches back as far as asked or further', async () => {
    const { kiwi, id, pays, next } = await manyWeeks()
    // The last pay was on 2 October 2026: a year and two months before it.
    expect(pays.at(-1)).toMatchObject({ processed_date: '2026-10-02' })
    const kept = await keptOf(id)
    expect(daysOf(kept)).toEqual(
      pays.map((pay) => pay.processed_date).filter((day) => day >= '2025-07-29' && day < '2026-10-01'),
    )
    await next()
    expect(await keptOf(id)).toBe(kept)
    // Annual holidays look back one more year, which does not affect the next pay.
    const holiday = (date: string) => ({
      leave: [{ description: 'Beach', leave_type: 'ANNUAL_HOLIDAYS', date, hours: 8 }],
    })
    await next(holiday('2026-10-15'))
    expect(daysOf(await keptOf(id))[0]).toBe('2025-06-06')
    const longer = await keptOf(id)
    await next()
    expect(await keptOf(id)).toBe(longer)
    await next()
    await next()
    expect(daysOf(await keptOf(id)).at(-1)).toBe('2026-10-30')
    // A pay that is changed, deleted or entered late.
    const path = `/api/company/${kiwi.id}/pays/${pays[20].id}`
    await owner.put(path, wages(id, 9000))
    expect(await keptOf(id)).toBeUndefined()
    await next()
    expect(await keptOf(id)).toMatch(/\|9000\|/)
    await owner.delete(path)
    await next()
    expect(await keptOf(id)).not.toMatch(/\|9000\|/)
    await aPay(owner, kiwi.id, '2026-08-19', wages(id, 7000))
    expect(await keptOf(id)).toBeUndefined()
    await next(holiday('2026-11-19'))
  })
})
