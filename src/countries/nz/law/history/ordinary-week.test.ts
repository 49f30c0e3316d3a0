import { describe, expect, it } from 'vitest'
import { addDays, type CivilDate, civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { PastLine } from '../../../../payroll/history.ts'
import { type PayPeriod, periodStartFor } from '../../../../payroll/pay-periods.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import { nameWithoutDate, ordinaryWeekOf } from './ordinary-week.ts'

/* The ordinary week (Holidays Act 2003 s 8), with pays simple enough to check by hand. */

const LAST = civilDate('2026-08-30')

const NOTHING = {
  ...{ quantity: null, units: null, isOvertime: false, leaveType: null, date: null, taxMethod: null },
  ...{ stpCategory: null, isReturnToWork: false, startDate: null, endDate: null, isOutsideGross: false },
} as const
const line = (kind: PastLine['kind'], amount: string, change: Partial<PastLine> = {}): PastLine => ({
  ...NOTHING,
  kind,
  description: kind,
  amount,
  ...change,
})
const worked = (hours: string, amount = '1000.00', change: Partial<PastLine> = {}) =>
  line('hours', amount, { quantity: hours, units: 'hours', ...change })
const overtime = (amount: string) => worked('4', amount, { isOvertime: true })
const allowance = (amount: string, description = 'Tools', change: Partial<PastLine> = {}) =>
  line('allowance', amount, { description, ...change })
const bonus = (amount: string, description = 'Sales', change: Partial<PastLine> = {}) =>
  line('bonus', amount, { description, ...change })

/** The pay of a period, counted back from the last one, which is 0. */
function pay(
  back: number,
  lines: readonly PastLine[],
  period: PayPeriod = 'WEEKLY',
  change: Partial<NzPastPay> = {},
) {
  const end =
    period === 'MONTHLY'
      ? civilDate(['2026-08-31', '2026-07-31', '2026-06-30', '2026-05-31'][back] ?? '')
      : addDays(LAST, -back * (period === 'WEEKLY' ? 7 : 14))
  return {
    payPeriod: period,
    periodStart: periodStartFor(period, end),
    periodEnd: end,
    isTermination: false,
    details: { ratePerHour: '25', hoursPerDay: '8', daysPerWeek: '5', workDays: null, lines },
    ...change,
  } as NzPastPay
}

function week(
  pays: readonly NzPastPay[],
  change: Partial<Parameters<typeof ordinaryWeekOf>[1]> & { countedTo?: CivilDate } = {},
) {
  const countedTo = change.countedTo ?? LAST
  const fourWeeks = pays.filter((each) => each.periodEnd > addDays(countedTo, -28))
  const { regular, irregular, ...rest } = ordinaryWeekOf(pays, {
    countedTo,
    inFourWeeks: fourWeeks.map((each) => ({ pay: each, share: decimal('1') })),
    startDate: civilDate('2020-01-06'),
    hoursPerDay: decimal('8'),
    daysPerWeek: decimal('5'),
    ...change,
  })
  return { ...rest, regular: regular.toFixed(2), irregular: irregular.toFixed(2) }
}
const weeks = (lines: (back: number) => readonly PastLine[], count = 4) =>
  Array.from({ length: count }, (_, back) => pay(back, lines(back)))

describe('what is a regular part of the week', () => {
  it('is in every one of the last four worked weeks, by its name, at its average', () => {
    const amounts = ['90.00', '110.00', '100.00', '120.00', '999.00']
    const all = weeks(
      (back) => [worked('40'), allowance(amounts[back] ?? '', back % 2 ? ' TOOLS ' : 'tools')],
      5,
    )
    // 420 ÷ 4. The fifth week is no longer considered.
    expect(week(all)).toMatchObject({ regular: '105.00', regularRows: 'tools', irregular: '0.00' })
    expect(week(all.toReversed())).toMatchObject({ regular: '105.00' })
  })

  it('is not what one of them lacks, or what was nothing in the last', () => {
    const lacking = weeks((back) => [worked('40'), ...(back === 2 ? [] : [allowance('100.00')])])
    expect(week(lacking)).toMatchObject({ regular: '0.00', regularRows: '', irregular: '300.00' })
    const ended = weeks((back) => [worked('40'), allowance(back === 0 ? '0.00' : '100.00')])
    expect(week(ended)).toMatchObject({ regular: '0.00', irregular: '300.00' })
  })

  it('says which rows most of the weeks have and one lacks', () => {
    const lacking = weeks((back) => [
      worked('40'),
      ...(back === 2 ? [] : [allowance('100.00')]),
      ...(back < 2 ? [bonus('50.00')] : []),
    ])
    expect(week(lacking)).toMatchObject({
      nearlyRegularRows: 'tools',
      regularPeriods: '2026-08-30 2026-08-23 2026-08-16 2026-08-09',
    })
    expect(week(weeks(() => [worked('40'), allowance('100.00')]))).toMatchObject({ nearlyRegularRows: '' })
  })

  it('is the same payment under another date', () => {
    const dates = [
      'Commission 30 August',
      'Commission w/e 23/08',
      'Commission 2026-08-16',
      'Commission (9 Aug)',
    ]
    const all = weeks((back) => [worked('40'), bonus('80.00', dates[back])])
    expect(week(all)).toMatchObject({ regular: '80.00', regularRows: 'commission' })
    expect(['Tier 1', 'March', '8 October', 'Tools', 'Meals week 41'].map(nameWithoutDate)).toEqual([
      'tier',
      'march',
      '8 october',
      'tools',
      'meals',
    ])
  })

  it('tells the overtime in it', () => {
    const all = weeks(() => [worked('40'), overtime('150.00'), allowance('20.00')])
    expect(week(all)).toMatchObject({ regular: '170.00', regularOvertime: decimal('150') })
  })

  it('may be overtime, allowances and productivity pay together', () => {
    const all = weeks(() => [worked('40'), overtime('150.00'), allowance('20.00'), bonus('30.00')])
    expect(week(all)).toMatchObject({ regular: '200.00', regularRows: 'overtime, tools, sales' })
  })

  it('is never what is no gross earnings', () => {
    const outside = { isOutsideGross: true }
    const all = weeks(() => [
      worked('40'),
      allowance('20.00', 'Meals', outside),
      bonus('30.00', 'Gift', outside),
    ])
    expect(week(all)).toMatchObject({ regular: '0.00', irregular: '0.00' })
  })

  it('is neither a deduction nor a sacrifice', () => {
    const all = weeks((back) => [
      worked('40'),
      bonus('30.00', back % 2 ? ' Sales ' : 'sales'),
      line('deduction', '50.00'),
      line('sacrifice', '60.00'),
    ])
    expect(week(all)).toMatchObject({
      regular: '30.00',
      regularRows: 'sales',
      irregular: '0.00',
      isFixed: true,
    })
  })

  it('needs two weeks to be seen', () => {
    const lines = () => [worked('40'), allowance('100.00')]
    expect(week(weeks(lines, 1))).toMatchObject({ regular: '0.00', irregular: '100.00' })
    expect(week(weeks(lines, 2))).toMatchObject({ regular: '100.00', irregular: '0.00' })
    expect(week([])).toMatchObject({ regular: '0.00', regularRows: '', isFixed: true, irregular: '0.00' })
  })

  it('passes over weeks that were all leave, overtime or nothing, and a final pay', () => {
    const holiday = line('leave', '1000.00', { leaveType: 'ANNUAL_HOLIDAYS', quantity: '40' })
    const shown = (empty: readonly PastLine[], change: Partial<NzPastPay> = {}) =>
      week([
        pay(0, [worked('40'), allowance('100.00')]),
        pay(1, empty, 'WEEKLY', change),
        ...[2, 3, 4].map((back) => pay(back, [worked('40'), allowance('100.00')])),
      ]).regular
    expect([shown([holiday]), shown([overtime('100.00')]), shown([worked('0', '0.00')])]).toEqual([
      '100.00',
      '100.00',
      '100.00',
    ])
    // A sum of zero may be written without its cents.
    expect(shown([worked('0', '0')])).toBe('100.00')
    expect(shown([worked('40')], { isTermination: true })).toBe('100.00')
    expect(shown([], { details: null })).toBe('100.00')
    expect(shown([worked('40')])).toBe('0.00')
  })

  it('adds up the pays of one week', () => {
    const all = [0, 1].flatMap((back) => [
      pay(back, [worked('20', '500.00'), allowance('60.00')]),
      pay(back, [worked('20', '500.00'), allowance('40.00')]),
    ])
    expect(week(all)).toMatchObject({ regular: '100.00', isFixed: true })
  })

  it('looks thirteen weeks back, and a little more than four months', () => {
    const lines = [worked('40'), allowance('100.00')]
    expect(week([pay(0, lines), pay(12, lines)]).regular).toBe('100.00')
    expect(week([pay(0, lines), pay(13, lines)]).regular).toBe('0.00')
    const last = pay(12, lines).periodEnd
    const upTo = (days: number) => week([pay(0, lines), pay(12, lines)], { countedTo: addDays(last, days) })
    expect([upTo(90).regular, upTo(91).regular]).toEqual(['100.00', '0.00'])
    const monthly = { countedTo: civilDate('2026-08-31') }
    // 433.33 a month × 12 ÷ 52 is 100 a week.
    const months = [0, 1, 2].map((back) => pay(back, [worked('173'), allowance('433.34')], 'MONTHLY'))
    expect(week(months, monthly)).toMatchObject({ regular: '100.00', isFixed: true })
  })

  it('is halved where a fortnight pays it, by two fortnights', () => {
    const all = [0, 1, 2].map((back) =>
      pay(back, [worked('80'), ...(back < 2 ? [allowance('200.00')] : [])], 'FORTNIGHTLY'),
    )
    expect(week(all)).toMatchObject({ regular: '100.00', isFixed: true })
  })

  it('is the average of all weeks after the pay frequency changed', () => {
    const lines = [worked('40'), allowance('100.00')]
    const months = [1, 2].map((back) => pay(back, [worked('173'), allowance('433.33')], 'MONTHLY'))
    expect(week([pay(0, lines), pay(1, lines), ...months]).regular).toBe('100.00')
  })

  it('is what a history names, and nothing else', () => {
    const all = weeks(() => [worked('40'), allowance('50.00', 'Known'), allowance('70.00', 'Other')], 1)
    expect(week(all, { regularNames: ['known'] })).toMatchObject({ regular: '50.00', irregular: '70.00' })
  })
})

describe('what is irregular in the last four weeks', () => {
  it('is what is not regular, and every back payment', () => {
    const all = weeks((back) => [
      worked('40'),
      allowance('100.00'),
      ...(back === 1 ? [bonus('500.00', 'One-off'), line('back-payment', '70.00')] : []),
    ])
    expect(week(all)).toMatchObject({ regular: '100.00', irregular: '570.00' })
  })

  it('lies in 28 days, and is never below zero', () => {
    const old = [pay(3, [worked('40'), bonus('40.00')]), pay(4, [worked('40'), bonus('5.00', 'Late')])]
    expect(week(old).irregular).toBe('40.00')
    expect(week([pay(0, [worked('40'), bonus('-40.00')])]).irregular).toBe('0.00')
  })
})

describe('a week is fixed', () => {
  const fixed = (hours: readonly string[], change: Parameters<typeof week>[1] = {}) =>
    week(
      hours.map((each, back) => pay(back, [worked(each)])),
      change,
    ).isFixed

  it('while its hours are those of the agreement or the same and fewer', () => {
    expect([fixed(['40', '40', '40', '40']), fixed(['30', '30']), fixed(['41', '41'])]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('while at least half of the weeks have the hours of the agreement', () => {
    expect([fixed(['40', '40', '32', '36']), fixed(['40', '38', '32', '36']), fixed(['40', '39'])]).toEqual([
      true,
      false,
      true,
    ])
    expect([fixed(['40', '45', '40']), fixed(['39', '45', '40'])]).toEqual([true, false])
  })

  it('as long as nothing is known of it: one week, a month, rows without hours', () => {
    expect([fixed(['30']), fixed(['50']), fixed(['0', '50', '30'])]).toEqual([true, true, true])
    const months = [0, 1, 2].map((back) => pay(back, [worked(String(150 + back))], 'MONTHLY'))
    const asked = { countedTo: civilDate('2026-08-31') }
    expect(week(months, asked).isFixed).toBe(true)
  })

  it('by all hours of the week: paid leave counts, overtime and holidays paid out do not, days are hours', () => {
    const shown = (lines: readonly PastLine[]) => week([pay(0, lines), pay(1, [worked('40')])]).isFixed
    const leave = (leaveType: PastLine['leaveType']) => line('leave', '200.00', { leaveType, quantity: '8' })
    expect(shown([worked('32'), leave('SICK')])).toBe(true)
    expect(shown([worked('40'), leave('NZ_CASHED_UP_HOLIDAYS'), overtime('99.00')])).toBe(true)
    expect(shown([worked('5', '1000.00', { units: 'days' })])).toBe(true)
    // Overtime, deductions and cashed-up holidays in both weeks do not make them longer.
    const beside = [
      worked('40'),
      overtime('99.00'),
      leave('NZ_CASHED_UP_HOLIDAYS'),
      line('deduction', '9.00', { quantity: '3' }),
    ]
    expect(week([pay(0, beside), pay(1, beside)]).isFixed).toBe(true)
    // Both weeks have more than 40 hours.
    const more = [pay(0, [worked('40'), leave('SICK')]), pay(1, [worked('48')])]
    expect(week(more).isFixed).toBe(false)
  })

  it('by whole weeks of the employment only', () => {
    const broken = [pay(0, [worked('40')]), pay(1, [worked('24')]), pay(2, [worked('16')])]
    expect(week(broken).isFixed).toBe(false)
    const start = broken[1]?.periodStart as CivilDate
    expect(week(broken, { startDate: start }).isFixed).toBe(true)
    expect(week(broken, { startDate: addDays(start, 1) }).isFixed).toBe(true)
    expect(week(broken, { startDate: addDays(start, -7) }).isFixed).toBe(false)
  })

  it('by twice the hours in a fortnight', () => {
    const of = (...hours: string[]) =>
      week(hours.map((each, back) => pay(back, [worked(each)], 'FORTNIGHTLY'))).isFixed
    expect([of('80', '80'), of('81', '81'), of('79', '76')]).toEqual([true, false, false])
  })

  it('by the length of each period after the pay frequency changed; a month tells nothing', () => {
    const fortnight = (back: number, hours: string) => pay(back, [worked(hours)], 'FORTNIGHTLY')
    expect(week([pay(0, [worked('40')]), fortnight(1, '80')]).isFixed).toBe(true)
    expect(week([pay(0, [worked('36')]), fortnight(1, '76')]).isFixed).toBe(false)
    const months = [1, 2].map((back) => pay(back, [worked('173.3333')], 'MONTHLY'))
    expect(week(months).isFixed).toBe(true)
    expect(week([pay(0, [worked('44')]), ...months]).isFixed).toBe(true)
    expect(week([pay(0, [worked('44')]), pay(1, [worked('44')]), ...months]).isFixed).toBe(false)
  })
})
