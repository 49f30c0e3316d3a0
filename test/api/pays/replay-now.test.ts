import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replayPays } from '../../../src/features/pays/pays/index.ts'
import { addDays, civilDate } from '../../../src/kernel/values/dates.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

/*
 * `npm run replay -- --history now` lists exactly the pays that a response named as affected, and none after
 * they are recalculated.
 */

let tasman: TestApp
let owner: TestClient

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-12-01T06:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

type Pay = { date: string } & Record<string, unknown>

const wages = (date: string, rate: number, more: object = {}): Pay => ({
  date,
  hours: [{ description: 'Pay of the week', units: 'period', value: 1, rate }],
  ...more,
})
const bonus = (amount: number, tax_method: string) => ({
  bonuses: [{ description: 'Bonus', amount, tax_method }],
})
const leave = (date: string, hours: number) => ({
  leave: [{ description: 'Annual leave', leave_type: 'HOLIDAY', date, hours }],
})

/**
 * Each case has the pays in order of creation, the pay that is deleted, and the later pays that this affects.
 */
const CASES: [name: string, pays: Pay[], deleted: number, touched: number[]][] = [
  [
    'the first of two pays of a week',
    [wages('2026-09-02', 1200), wages('2026-09-04', 320), wages('2026-09-11', 1520)],
    0,
    [1],
  ],
  [
    'a week before a bonus by method B(ii)',
    [
      wages('2026-08-21', 8000),
      wages('2026-08-28', 1520),
      wages('2026-09-04', 760, bonus(1000, 'METHOD_B2')),
      wages('2026-09-11', 1520),
    ],
    0,
    [2],
  ],
  [
    'a pay that used up the maximum super base',
    [wages('2026-08-21', 265_000), wages('2026-08-28', 10_000), wages('2026-09-04', 1000)],
    0,
    [1, 2],
  ],
  [
    'a pay with leave of the next week',
    [wages('2026-08-28', 1520, leave('2026-09-03', 19)), wages('2026-09-04', 760), wages('2026-09-11', 1520)],
    0,
    [1],
  ],
  [
    'a pay whose tax waited for the next',
    [
      wages('2026-08-26', 300, bonus(10_000, 'METHOD_A_WHOLE_YEAR')),
      wages('2026-08-28', 1220),
      wages('2026-09-04', 2000),
      wages('2026-09-11', 2000),
    ],
    0,
    // The carried tax is on the second pay. Once that is recalculated, no tax is carried to the third.
    [1, 2],
  ],
  ['a week that nothing looks back at', [wages('2026-08-28', 1520), wages('2026-09-04', 1520)], 0, []],
]

describe('half a year of weeks', () => {
  it('comes to the same read as sums, as a new pay does it, and pay by pay, as a replay does it', async () => {
    const company = await aCompany(owner)
    const employee = await anEmployee(owner, company.id)
    const items: Record<number, object> = {
      3: bonus(2000, 'METHOD_B2'),
      9: bonus(10_000, 'METHOD_A_WHOLE_YEAR'),
      12: leave('2026-08-24', 7.6),
      16: bonus(500, 'METHOD_B2'),
      23: bonus(800, 'METHOD_A_WHOLE_YEAR'),
    }
    // From before 1 July into the second quarter, with one week so high that it reaches the maximum super
    // base of the year.
    for (let week = 0; week < 24; week++) {
      const date = addDays(civilDate('2026-06-05'), 7 * week)
      const { date: _, ...pay } = wages(date, week === 13 ? 270_000 : 1500 + week, items[week])
      const { status, body } = await owner.put(`/api/company/${company.id}/pays/create?pay_date=${date}`, [
        { employee_id: employee.id, ...pay },
      ])
      expect([status, body]).toEqual([201, body])
    }
    const { database, rates } = tasman.service
    const filter = { companyId: company.id, isHistoryNow: true }
    for await (const { id, differences } of replayPays(database.query, rates, filter))
      expect({ id, differences }).toEqual({ id, differences: [] })
  })
})

describe('a deleted pay', () => {
  it.each(CASES)('%s', async (_name, pays, deleted, touched) => {
    const company = await aCompany(owner)
    const employee = await anEmployee(owner, company.id)
    const ids: number[] = []
    for (const { date, ...items } of pays) {
      const { status, body } = await owner.put(`/api/company/${company.id}/pays/create?pay_date=${date}`, [
        { employee_id: employee.id, ...items },
      ])
      expect([status, body]).toEqual([201, body])
      ids.push(body[0].id)
    }
    const differing = async () => {
      const { database, rates } = tasman.service
      const found: number[] = []
      const filter = { companyId: company.id, isHistoryNow: true }
      for await (const { id, differences } of replayPays(database.query, rates, filter))
        if (differences.length > 0) found.push(id)
      return found
    }
    expect(await differing()).toEqual([])

    const answer = await owner.delete(`/api/company/${company.id}/pays/${ids[deleted]}`)
    expect(answer.status).toBe(touched.length === 0 ? 204 : 200)
    const named = (answer.body?.affected_pays ?? []).map((pay: AnyJson) => pay.pay_id)
    expect(named).toEqual(touched.map((place) => ids[place]))

    // Recalculating writes exactly the promised figures, all at once.
    const url = `/api/company/${company.id}/pays/recalculate`
    if (named.length > 0) expect((await owner.post(url, { pay_ids: named })).body.affected_pays).toEqual([])
    for (const { pay_id, differences } of answer.body?.affected_pays ?? []) {
      const { body } = await owner.get(`/api/company/${company.id}/pays/${pay_id}`)
      for (const { figure, recalculated } of differences)
        if (body[figure] !== undefined) expect([figure, body[figure]]).toEqual([figure, recalculated])
    }
    expect(await differing()).toEqual([])
  })
})
