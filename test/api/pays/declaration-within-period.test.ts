import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, expectInvariants } from '../../support/pays.ts'

/* A declaration that changes between the payment dates of one period, or between leave paid in advance and its period. */

let tasman: TestApp
let owner: TestClient
let company: AnyJson
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-17T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
}, 60_000)
afterAll(() => tasman.close())

const hire = (change: object = {}) =>
  anEmployee(owner, company.id, { start_date: '2025-07-07', pay_rate_per_hour: '52.00', ...change })
const hours = (value: number) => ({ hours: [{ description: 'Hours', units: 'hours', value }] })
const leave = (date: string, value: number) => ({
  leave: [{ description: 'Holiday', leave_type: 'HOLIDAY', date, hours: value }],
})
const pay = (employee_id: number, day: string, end: string, rows: object): Promise<AnyJson> =>
  aPay(owner, company.id, `${day}&period_end_date=${end}`, { employee_id, ...rows })

async function change(id: number, effective_from: string, fields: object): Promise<AnyJson[]> {
  const sent = [{ id, effective_from, ...fields }]
  const { status, body } = await owner.patch(`/api/company/${company.id}/employees/update`, sent)
  expect([status, body[0]?.errors], JSON.stringify(body)).toEqual([200, {}])
  return body[0].affected_pays ?? []
}

async function recalculate(pay_ids: number[], renew_snapshot = false): Promise<AnyJson> {
  const url = `/api/company/${company.id}/pays/recalculate`
  const { status, body } = await owner.post(url, { pay_ids, renew_snapshot })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const stored = async (ids: readonly number[]): Promise<number[]> => {
  const pays = await Promise.all(ids.map((id) => owner.get(`/api/company/${company.id}/pays/${id}`)))
  return pays.map(({ body }) => body.tax)
}

/**
 * Recalculates the pays that an answer lists. They get the figures it promised. Nothing else is listed, except where a declaration
 * changes and changes back: the pay between the changes may be listed by the second answer.
 */
async function settle(affected: readonly AnyJson[] = [], answersLeft = 0): Promise<void> {
  if (affected.length === 0) return
  const isRenewed = affected.some((each) => each.needs_renew_snapshot)
  const { pays, affected_pays } = await recalculate(
    affected.map((each) => each.pay_id),
    isRenewed,
  )
  if (answersLeft > 0) await settle(affected_pays, answersLeft - 1)
  else expect(affected_pays).toEqual([])
  for (const { pay_id, differences } of affected) {
    const made = pays.find((own: AnyJson) => own.id === pay_id)
    const tax = differences.find((each: AnyJson) => each.figure === 'tax')
    if (tax) expect([pay_id, made.tax]).toEqual([pay_id, tax.recalculated])
  }
}

const sum = (figures: readonly number[]) => Number(figures.reduce((a, b) => a + b, 0).toFixed(2))
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
]

const BONUS = {
  hours: [],
  bonuses: [{ description: 'Sales', amount: 2600, tax_method: 'METHOD_A_WHOLE_YEAR' }],
}
const CHANGES: [string, object, [string, object][], object][] = [
  ['a study loan, with a bonus', {}, [['2026-09-09', { has_stsl_liability: true }]], BONUS],
  ['a surcharge', {}, [['2026-09-09', { medicare_levy_surcharge: 'TIER_2' }]], hours(8)],
  ['more tax asked for', {}, [['2026-09-09', { extra_withholding_amount: 40 }]], hours(8)],
  ['an offset', {}, [['2026-09-09', { annual_tax_offset: 1100 }]], hours(8)],
  [
    'a number, with a bonus',
    { tax_file_number: '000000000' },
    [['2026-09-09', { tax_file_number: '123456782' }]],
    BONUS,
  ],
  [
    'a loan that is paid off at once',
    {},
    [
      ['2026-09-09', { has_stsl_liability: true }],
      ['2026-09-11', { has_stsl_liability: false }],
    ],
    hours(8),
  ],
]

describe('three pays of a week around a change of the declaration', () => {
  it.each(CHANGES)('withhold the same in any order: %s', async (_name, before, changes, rows) => {
    const PAYS: [string, object][] = [
      ['2026-09-07', hours(20)],
      ['2026-09-09', hours(16)],
      ['2026-09-11', rows],
    ]
    const sums: number[] = []
    for (const order of ORDERS) {
      const { id } = await hire(before)
      for (const [from, fields] of changes) await change(id, from, fields)
      const ids: number[] = []
      for (const place of order) {
        const [day, own] = PAYS[place] ?? ['', {}]
        const made = await pay(id, day, '2026-09-13', own)
        ids[place] = made.id
        await settle(made.affected_pays, changes.length - 1)
      }
      const taxes = await stored(ids)
      sums.push(sum(taxes))
      const again = await recalculate(ids)
      expect([again.pays.map((own: AnyJson) => own.tax), again.affected_pays]).toEqual([taxes, []])
      await expectInvariants(tasman, id)
    }
    expect(new Set(sums).size, String(sums)).toBe(1)
  })
})

const IN_ADVANCE: [string, object, number][] = [
  // The tax of 40 h (2,080) less that of 32 h (1,664), each under the new declaration.
  ['a number that was withdrawn', { tax_file_number: '000000000' }, 195],
  ['foreign residence', { is_foreign_resident: true, has_claimed_tax_free_threshold: false }, 125],
  ['a study loan', { has_stsl_liability: true }, 196],
  [
    'a variation',
    {
      withholding_variation_rate: 0.15,
      withholding_variation_from: '2026-09-05',
      withholding_variation_to: '2026-12-31',
    },
    62,
  ],
]

describe.each(IN_ADVANCE)('leave paid before a change of its declaration: %s', (_name, fields, tax) => {
  const AHEAD = { ...hours(38), ...leave('2026-09-07', 32) }
  const inOrder = async (id: number) => {
    const first = await pay(id, '2026-09-03', '2026-09-06', AHEAD)
    expect(await change(id, '2026-09-05', fields)).toEqual([])
    const second = await pay(id, '2026-09-10', '2026-09-13', hours(8))
    return [first, second] as const
  }

  it('keeps its tax, and the wages of its period are taxed on top', async () => {
    const { id } = await hire()
    const [first, second] = await inOrder(id)
    expect([first.tax, second.tax]).toEqual([451 + 351, tax])
    // The same as when the leave is paid as wages of its own period.
    const { id: other } = await hire()
    await change(other, '2026-09-08', fields)
    await pay(other, '2026-09-07', '2026-09-13', hours(32))
    expect((await pay(other, '2026-09-10', '2026-09-13', hours(8))).tax).toBe(second.tax)
  })

  it('is rebuilt, renewed and recalculated as it was made', async () => {
    const { id } = await hire()
    const [first, second] = await inOrder(id)
    const ids = [first.id, second.id]
    const url = `/api/company/${company.id}/pays/${first.id}`
    for (const renew of [false, true]) {
      const { body } = await owner.put(`${url}?renew_snapshot=${renew}`, AHEAD)
      expect([body.tax, body.affected_pays ?? []]).toEqual([first.tax, []])
      const { pays, affected_pays } = await recalculate(ids, renew)
      expect([pays.map((each: AnyJson) => each.tax), affected_pays]).toEqual([[first.tax, second.tax], []])
    }
    const shorter = await owner.put(url, { ...AHEAD, ...hours(37) })
    const alone = await pay((await hire()).id, '2026-09-03', '2026-09-06', hours(37))
    expect([shorter.body.tax, shorter.body.affected_pays ?? []]).toEqual([alone.tax + 351, []])
    await settle(await change(id, '2026-08-28', { annual_tax_offset: 520 }))
    const once = await stored(ids)
    expect((await recalculate(ids)).pays.map((each: AnyJson) => each.tax)).toEqual(once)
    await expectInvariants(tasman, id)
  })

  it('is listed with the wages that were entered before it', async () => {
    const { id } = await hire()
    await change(id, '2026-09-05', fields)
    const wages = await pay(id, '2026-09-10', '2026-09-13', hours(8))
    const late = await pay(id, '2026-09-03', '2026-09-06', AHEAD)
    expect(late.tax).toBe(451 + 351)
    await settle(late.affected_pays)
    expect(await stored([wages.id])).toEqual([tax])
    await expectInvariants(tasman, id)
  })
})
