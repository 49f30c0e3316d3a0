import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, expectInvariants } from '../../support/pays.ts'

/* Recalculates processed pays of one period or year after a change of the employee between them. */

let tasman: TestApp
let owner: TestClient
let au: AnyJson
let nz: AnyJson

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-17T02:00:00' })
  owner = await tasman.clientFor('owner')
  au = await aCompany(owner)
  nz = await aCompany(owner, { jurisdiction: 'NZ' })
}, 60_000)
afterAll(() => tasman.close())

const hours = (value: number) => ({ hours: [{ description: 'Hours', units: 'hours', value }] })
const payUrl = (company: AnyJson, pay: AnyJson) => `/api/company/${company.id}/pays/${pay.id}`
const figures = ({ warnings: _warnings, affected_pays: _later, ...pay }: AnyJson) => pay

async function change(company: AnyJson, id: number, fields: object): Promise<void> {
  const { status, body } = await owner.patch(`/api/company/${company.id}/employees/update`, [
    { id, ...fields },
  ])
  expect([status, body[0]?.errors], JSON.stringify(body)).toEqual([200, {}])
}

async function recalculate(company: AnyJson, pays: readonly AnyJson[]): Promise<AnyJson> {
  const { status, body } = await owner.post(`/api/company/${company.id}/pays/recalculate`, {
    pay_ids: pays.map((pay) => pay.id),
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** Previews, recalculates and rebuilds each pay with its own rows: all stay as they are. */
async function expectAllUnchanged(company: AnyJson, pays: readonly (readonly [AnyJson, AnyJson])[]) {
  for (const [pay, rows] of pays) {
    const url = payUrl(company, pay)
    const { body } = await owner.put(`${url}?dry_run=true`, rows)
    expect([body.gross, body.tax, body.net]).toEqual([pay.gross, pay.tax, pay.net])
    const preview = await owner.post(`${url}/correction-preview`, rows)
    expect(preview.body).toMatchObject({ changes: [], affected_pays: [] })
  }
  const made = pays.map(([pay]) => pay)
  for (let time = 0; time < 2; time++) {
    const body = await recalculate(company, made)
    expect(body.pays.map(figures)).toEqual(made.map(figures))
    expect(body.affected_pays).toEqual([])
  }
  for (const [pay, rows] of pays) {
    const { body } = await owner.put(payUrl(company, pay), rows)
    expect([figures(body), body.affected_pays ?? []]).toEqual([figures(pay), []])
  }
}

const SECOND = hours(19)
const AU_CHANGES: [string, Record<string, unknown>, object, object][] = [
  ['the tax-free threshold', {}, { has_claimed_tax_free_threshold: false }, SECOND],
  ['the super rate', {}, { super_rate: 0.2 }, SECOND],
  ['super', {}, { is_super_enabled: false }, SECOND],
  ['the tax file number', { tax_file_number: '000000000' }, { tax_file_number: '123456782' }, SECOND],
  ['residency', {}, { is_foreign_resident: true, has_claimed_tax_free_threshold: false }, SECOND],
  ['a study loan', {}, { has_stsl_liability: true }, SECOND],
  ['the Medicare levy', {}, { medicare_levy_exemption: 'FULL' }, SECOND],
  ['an offset', {}, { annual_tax_offset: 5000 }, SECOND],
  ['a working holiday', {}, { working_holiday_tax_scale_applies: true }, SECOND],
  ['super of a junior', { date_of_birth: '2010-01-01' }, { super_rate: 0.2 }, SECOND],
  [
    'the threshold before a bonus',
    {},
    { has_claimed_tax_free_threshold: false },
    { hours: [], bonuses: [{ description: 'Sales', amount: 1000, tax_method: 'METHOD_A_WHOLE_YEAR' }] },
  ],
  [
    'a study loan before an allowance',
    {},
    { has_stsl_liability: true },
    { hours: [], allowances: [{ description: 'Meal', amount: 20, allowance_category: 'OD' }] },
  ],
]

const NZ_CHANGES: [string, Record<string, unknown>, object, object][] = [
  ['the tax code', {}, { nz_tax_code: 'S' }, SECOND],
  ['a student loan', {}, { has_student_loan: true }, SECOND],
  ['KiwiSaver', { kiwisaver_status_code: 'AK' }, { kiwisaver_employee_rate: 0.08 }, SECOND],
  [
    'the tax code before an extra pay',
    {},
    { nz_tax_code: 'S' },
    { hours: [], bonuses: [{ description: 'Extra', amount: 2000, tax_as_nz_extra_pay: true }] },
  ],
]

describe('two pays of a week', () => {
  it.each(AU_CHANGES)(
    'stay as they are after a change of %s between them',
    async (_name, before, now, rows) => {
      const { id } = await anEmployee(owner, au.id, before)
      const first = await aPay(owner, au.id, '2026-09-01', { employee_id: id, ...hours(19) })
      await change(au, id, now)
      const second = await aPay(owner, au.id, '2026-09-04', { employee_id: id, ...rows })
      await expectAllUnchanged(au, [
        [first, hours(19)],
        [second, rows],
      ])
      await expectInvariants(tasman, id)
    },
  )

  it.each(NZ_CHANGES)('stay in New Zealand after a change of %s', async (_name, before, now, rows) => {
    const { id } = await anEmployee(owner, nz.id, { country: 'NZ', ...before })
    const first = await aPay(owner, nz.id, '2026-09-01', { employee_id: id, ...hours(19) })
    await change(nz, id, now)
    const second = await aPay(owner, nz.id, '2026-09-04', { employee_id: id, ...rows })
    await expectAllUnchanged(nz, [
      [first, hours(19)],
      [second, rows],
    ])
    await expectInvariants(tasman, id)
  })

  it('settle a real change of the first by the terms of each', async () => {
    const { id } = await anEmployee(owner, au.id)
    const first = await aPay(owner, au.id, '2026-09-01', { employee_id: id, ...hours(19) })
    await change(au, id, { has_claimed_tax_free_threshold: false })
    const second = await aPay(owner, au.id, '2026-09-04', { employee_id: id, ...hours(19) })
    // Without the threshold, 415 is withheld from 1,520 and 171 from 760. The first pay keeps its 75, because
    // the declaration came after it.
    expect([first.tax, second.tax]).toEqual([75, 415 - 171])
    const alone = await anEmployee(owner, au.id)
    const wanted = await aPay(owner, au.id, '2026-09-01', { employee_id: alone.id, ...hours(25) })
    const { body } = await owner.put(payUrl(au, first), hours(25))
    expect(body.tax).toBe(wanted.tax)
    expect(body.affected_pays.map((pay: AnyJson) => pay.pay_id)).toEqual([second.id])
    const promised = body.affected_pays[0].differences.find((each: AnyJson) => each.figure === 'tax')
    const again = await recalculate(au, [first, second])
    expect(again.pays.map((pay: AnyJson) => pay.tax)).toEqual([wanted.tax, promised.recalculated])
    expect((await recalculate(au, [first, second])).pays.map(figures)).toEqual(again.pays.map(figures))
  })

  it('settle a real change of the first on itself where nothing else changed', async () => {
    const { id } = await anEmployee(owner, au.id)
    const first = await aPay(owner, au.id, '2026-09-01', { employee_id: id, ...hours(19) })
    const second = await aPay(owner, au.id, '2026-09-04', { employee_id: id, ...hours(19) })
    const alone = await anEmployee(owner, au.id)
    const whole = await aPay(owner, au.id, '2026-09-01', { employee_id: alone.id, ...hours(44) })
    const { body } = await owner.put(payUrl(au, first), hours(25))
    expect([body.tax + second.tax, body.affected_pays ?? []]).toEqual([whole.tax, []])
  })
})

describe('three pays of a week', () => {
  it('are promised after a deletion what recalculating them in order writes', async () => {
    const { id } = await anEmployee(owner, au.id)
    const pays: AnyJson[] = []
    for (const date of ['2026-09-01', '2026-09-02', '2026-09-03'])
      pays.push(await aPay(owner, au.id, date, { employee_id: id, ...hours(15) }))
    expect(pays.map((pay) => pay.tax)).toEqual([42, 160, 193])
    const { body } = await owner.delete(payUrl(au, pays[0]))
    const promised = body.affected_pays.map(
      (pay: AnyJson) => pay.differences.find((each: AnyJson) => each.figure === 'tax').recalculated,
    )
    expect(promised).toEqual([42, 160])
    const again = await recalculate(au, pays.slice(1))
    expect(again.pays.map((pay: AnyJson) => pay.tax)).toEqual(promised)
    expect(again.affected_pays).toEqual([])
  })
})

/** The pays that an answer lists, each with a difference of one figure. */
const listed = ({ affected_pays = [] }: AnyJson, figure = 'tax') =>
  affected_pays.map(({ pay_id, differences }: AnyJson) => {
    const own = differences.find((each: AnyJson) => each.figure === figure)
    return [pay_id, own?.stored, own?.recalculated]
  })

describe('a deleted pay of a period', () => {
  it.each([
    ['AU', [128, 6], [64, 36]],
    ['NZ', [139, 56], [69.5, 38.5]],
  ] as const)(
    'lists the others, also one entered later for an earlier day (%s)',
    async (country, second, late) => {
      const company = country === 'AU' ? au : nz
      const { id } = await anEmployee(owner, company.id, country === 'NZ' ? { country } : {})
      const pay = (payDate: string, value: number) =>
        aPay(owner, company.id, `${payDate}&period_end_date=2026-07-19`, { employee_id: id, ...hours(value) })
      const whole = await pay('2026-07-19', 38)
      const rest = await pay('2026-07-19', 10)
      const earlier = await pay('2026-07-17', 5)
      const { body } = await owner.delete(payUrl(company, whole))
      expect(listed(body)).toEqual([
        [rest.id, ...second],
        [earlier.id, ...late],
      ])
      for (const renew_snapshot of [true, false]) {
        const { body: made } = await owner.post(`/api/company/${company.id}/pays/recalculate`, {
          pay_ids: [earlier.id, rest.id],
          renew_snapshot,
          dry_run: renew_snapshot,
        })
        expect(made.pays.map((own: AnyJson) => own.tax)).toEqual([late[1], second[1]])
        expect(made.affected_pays).toEqual([])
      }
      await expectInvariants(tasman, id)
    },
  )
})

describe('wages and a bonus of one period', () => {
  it('are listed as they are recalculated, whether or not other terms have changed since', async () => {
    const { id } = await anEmployee(owner, au.id, { start_date: '2026-01-05', pay_rate_per_hour: 61 })
    const pay = (payDate: string, rows: object, end = payDate) =>
      aPay(owner, au.id, `${payDate}&period_end_date=${end}`, { employee_id: id, ...rows })
    await pay('2026-03-08', hours(38))
    await pay('2026-06-25', hours(38), '2026-06-28')
    const bonuses = [{ description: 'Sales', amount: 20000, tax_method: 'METHOD_B2' }]
    const extra = await pay('2026-06-26', { hours: [], bonuses }, '2026-06-28')
    await pay('2026-08-30', hours(38))
    await change(au, id, { leave_loading_percentage: 0.25, effective_from: '2026-08-31' })
    const late = await pay('2026-02-08', hours(10))
    expect(listed(late)).toEqual([[extra.id, 6812, 6396]])
    expect((await recalculate(au, [extra])).pays[0].tax).toBe(6396)
  })
})

describe('pays of one period around a change of the declaration', () => {
  it.each([
    ['a study loan', { has_stsl_liability: true }, 1980],
    ['an extra amount', { extra_withholding_amount: 30 }, 1485],
    ['an offset', { annual_tax_offset: 900 }, 1455],
  ])(
    'have the same tax in any order, once those listed are recalculated (%s)',
    async (_name, terms, total) => {
      const rows = {
        first: ['2026-09-01', hours(30.4)],
        third: ['2026-09-03', hours(15.2)],
        bonus: [
          '2026-09-05',
          { hours: [], bonuses: [{ description: 'Sales', amount: 3000, tax_method: 'METHOD_A_WHOLE_YEAR' }] },
        ],
      } as const
      const enter = async (order: readonly (keyof typeof rows)[]) => {
        const { id } = await anEmployee(owner, au.id, { start_date: '2025-07-01', pay_rate_per_hour: 48 })
        await change(au, id, { ...terms, effective_from: '2026-09-02' })
        const made = new Map<string, AnyJson>()
        for (const name of order) {
          // Changes in the second of a pay may be newer than it, and would be renewed.
          tasman.clock.set(new Date(tasman.clock.now().getTime() + 2000))
          const [payDate, own] = rows[name]
          const path = `${payDate}&period_end_date=2026-09-06`
          const pay = await aPay(owner, au.id, path, { employee_id: id, ...own })
          made.set(name, pay)
          const open = (pay.affected_pays ?? []).map(({ pay_id }: AnyJson) => ({ id: pay_id }))
          if (open.length > 0)
            for (const again of (await recalculate(au, open)).pays)
              for (const [key, { id: payId }] of made) if (payId === again.id) made.set(key, again)
        }
        return [...made.values()].reduce((sum, { tax }) => sum + tax, 0)
      }
      // 285 of the first, by its own declaration; then the third and the bonus by the new one.
      const right = await enter(['first', 'third', 'bonus'])
      expect(right).toBe(total)
      expect(await enter(['bonus', 'third', 'first'])).toBe(right)
      expect(await enter(['third', 'first', 'bonus'])).toBe(right)
    },
  )
})

describe('weeks of a running total', () => {
  it('keep what each recovered when the total of the notice changes later', async () => {
    const { id } = await anEmployee(owner, nz.id, {
      country: 'NZ',
      pay_rate_per_hour: 25,
      has_student_loan: true,
      nz_student_loan_cir_rate: 0.05,
      nz_student_loan_cir_total: 60,
    })
    const pays: AnyJson[] = []
    for (const date of ['2026-09-06', '2026-09-13', '2026-09-20'])
      pays.push(await aPay(owner, nz.id, date, { employee_id: id, ...hours(40) }))
    await change(nz, id, { nz_student_loan_cir_total: 100 })
    pays.push(await aPay(owner, nz.id, '2026-09-27', { employee_id: id, ...hours(40) }))
    expect(pays.map((pay) => pay.period_student_loan_cir)).toEqual([26.8, 26.8, 6.4, 26.8])
    await expectAllUnchanged(
      nz,
      pays.map((pay) => [pay, hours(40)]),
    )
  })

  it('keep their super when its rate changes around the maximum base', async () => {
    const { id } = await anEmployee(owner, au.id)
    const rows = (rate: number) => ({
      hours: [{ description: 'Hours', units: 'hours', value: 38, rate }],
    })
    const first = await aPay(owner, au.id, '2026-07-15', { employee_id: id, ...rows(5000) })
    await change(au, id, { super_rate: 0.15 })
    const second = await aPay(owner, au.id, '2026-08-15', { employee_id: id, ...rows(2500) })
    const third = await aPay(owner, au.id, '2026-09-15', { employee_id: id, ...rows(2500) })
    await expectAllUnchanged(au, [
      [first, rows(5000)],
      [second, rows(2500)],
      [third, rows(2500)],
    ])
  })
})

describe('a pay with a renewed snapshot', () => {
  it('shows the leave that was left after it, not after later pays', async () => {
    const { id } = await anEmployee(owner, au.id)
    const first = await aPay(owner, au.id, '2026-09-01', { employee_id: id, ...hours(38) })
    await aPay(owner, au.id, '2026-09-08', { employee_id: id, ...hours(38) })
    const { body } = await owner.put(`${payUrl(au, first)}?renew_snapshot=true`, hours(38))
    expect(body.leave_balance_rows).toEqual(first.leave_balance_rows)
    await expectInvariants(tasman, id)
  })
})
