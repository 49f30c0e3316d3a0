import { describe, expect, it } from 'vitest'
import { nzRates } from '../../../../../test/support/nz-pay.ts'
import { addDays, type CivilDate, civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import { checkHistory } from './history.ts'
import { type HistoryLeave, type HistoryPeriod, pastPaysOf } from './history-pays.ts'
import type { CheckedPayment } from './payments.ts'

/* Amounts owed under the Holidays Act for leave in another system's history, compared with the amounts paid. */

const MONDAY = civilDate('2025-06-02')
const START = civilDate('2024-06-03')

const leave = (type: HistoryLeave['type'], date: CivilDate, hours: string, paid: string): HistoryLeave => ({
  ...{ type, date },
  hours: decimal(hours),
  paid: decimal(paid),
})

/** A week of the history, by its index: 40 hours at 1,000 unless changed. */
function week(index: number, change: Partial<HistoryPeriod> = {}): HistoryPeriod {
  const start = addDays(MONDAY, index * 7)
  return {
    ...{ start, end: addDays(start, 6), leave: [], final: null },
    ...{ worked: [], workPattern: null, region: null, alternativeDays: null },
    ...{ holidayPay: null, assumes: { everyone: [], weekly: [], worked: [] } },
    ...{ gross: decimal('1000'), regular: ZERO, irregular: ZERO, hours: decimal('40'), days: decimal('5') },
    ...{ hoursPerWeek: decimal('40'), daysPerWeek: decimal('5'), weeklyPay: decimal('1000') },
    ...change,
  }
}
const monday = (index: number) => addDays(MONDAY, index * 7)

const shown = ({ type, owed, paid, rule }: CheckedPayment) =>
  [type, owed.toFixed(2), paid.toFixed(2), rule.replace('Holidays Act 2003 ', '')].join(' ')
const check = (periods: readonly HistoryPeriod[], startDate = START) =>
  [...checkHistory({ startDate, periods }, nzRates)].flatMap(({ payments }) => payments.map(shown))

/** Weeks with the same pay, followed by the given weeks. */
const following = (weeks: number, each: Partial<HistoryPeriod>, ...last: Partial<HistoryPeriod>[]) => [
  ...Array.from({ length: weeks }, (_, index) => week(index, each)),
  ...last.map((change, index) => week(weeks + index, change)),
]

describe('the history of another system', () => {
  it('owes the ordinary week with what is a regular part of it', () => {
    const paid = { gross: decimal('1200'), regular: decimal('200') }
    const holiday = { leave: [leave('ANNUAL_HOLIDAYS', monday(52), '40', '1000')] }
    expect(check(following(52, paid, holiday))).toEqual(['ANNUAL_HOLIDAYS 1200.00 1000.00 ss 21 and 22'])
  })

  it('owes the average of the year where that is more, and counts arrears in the next one', () => {
    // 52 weeks of 1,100: 57,200 ÷ 52. The holiday week counts at the amount it should have paid.
    const paid = { gross: decimal('1100'), irregular: decimal('100') }
    const first = { leave: [leave('ANNUAL_HOLIDAYS', monday(52), '40', '1000')] }
    const next = { leave: [leave('ANNUAL_HOLIDAYS', monday(54), '40', '1100')] }
    expect(
      check(following(52, paid, first, { gross: decimal('1100'), irregular: decimal('100') }, next)),
    ).toEqual([
      'ANNUAL_HOLIDAYS 1100.00 1000.00 ss 21 and 22',
      'ANNUAL_HOLIDAYS 1100.00 1100.00 ss 21 and 22',
    ])
  })

  it('values a holiday over a public holiday as one', () => {
    // (4,640 + 51 × 1,000) ÷ 52 = 1,070 before the holiday: 32 of 40 hours are 856.
    const periods = following(
      52,
      {},
      { gross: decimal('1070'), leave: [leave('ANNUAL_HOLIDAYS', monday(52), '40', '1070')] },
      {
        leave: [
          leave('PAID_PUBLIC_HOLIDAY', monday(53), '8', '200'),
          leave('ANNUAL_HOLIDAYS', addDays(monday(53), 1), '32', '800'),
        ],
      },
    )
    expect(check([week(0, { gross: decimal('4640') }), ...periods.slice(1)])).toEqual([
      'ANNUAL_HOLIDAYS 1070.00 1070.00 ss 21 and 22',
      'ANNUAL_HOLIDAYS 856.00 800.00 ss 21 and 22',
      'PAID_PUBLIC_HOLIDAY 200.00 200.00 s 49',
    ])
  })

  it('takes the last four weeks where no week is agreed, without what is irregular', () => {
    const none = { weeklyPay: ZERO, gross: decimal('1500'), irregular: decimal('300') }
    const holiday = { weeklyPay: ZERO, leave: [leave('ANNUAL_HOLIDAYS', monday(6), '40', '1000')] }
    // The four weeks give 1,200. The six weeks of the first year give 9,000 ÷ 6 = 1,500.
    expect(check(following(6, none, holiday), MONDAY)).toEqual([
      'ANNUAL_HOLIDAYS 1500.00 1000.00 ss 21 and 22',
    ])
  })

  it('knows only the weeks it is given: regular parts, irregular ones and hours that are more than agreed', () => {
    const holiday = (paid: string, change: Partial<HistoryPeriod> = {}) => ({
      leave: [leave('ANNUAL_HOLIDAYS', monday(13), '40', paid)],
      ...change,
    })
    // Averaged over a year, thirteen weeks of pay are far below the ordinary week.
    const regular = { gross: decimal('1200'), regular: decimal('200') }
    expect(check(following(13, regular, holiday('1000')))).toEqual([
      'ANNUAL_HOLIDAYS 1200.00 1000.00 ss 21 and 22',
    ])
    const none = { weeklyPay: ZERO, gross: decimal('1500'), irregular: decimal('300') }
    expect(check(following(13, none, holiday('1000', { weeklyPay: ZERO })))).toEqual([
      'ANNUAL_HOLIDAYS 1200.00 1000.00 ss 21 and 22',
    ])
    const long = { gross: decimal('1125'), hours: decimal('45') }
    expect(check(following(13, long, holiday('1000')))).toEqual([
      'ANNUAL_HOLIDAYS 1125.00 1000.00 ss 21 and 22',
    ])
    // 32 hours of work and a sick day make up the agreed 40 hours. Unpaid leave does not count.
    const sick = { gross: decimal('1100'), leave: [leave('SICK', monday(0), '8', '200')] }
    expect(check(following(13, sick, holiday('1000'))).at(-1)).toBe(
      'ANNUAL_HOLIDAYS 1000.00 1000.00 ss 21 and 22',
    )
  })

  it('has a frequency by its longest period', () => {
    const of = (days: number, weeklyPay = '1000') => {
      const at = (index: number) => addDays(MONDAY, index * days)
      const periods = [0, 1, 2, 3].map((index) => ({
        ...week(0, { weeklyPay: decimal(weeklyPay), gross: decimal('2000'), hours: decimal('80') }),
        ...{ start: at(index), end: addDays(at(index), days - 1) },
        leave: index === 3 ? [leave('ANNUAL_HOLIDAYS', at(3), '40', '1')] : [],
      }))
      return check(periods).map((text) => text.split(' ')[1])
    }
    // Without an agreed week: four weeks of 2,000 each, two fortnights of 2,000, or the month that ends in those four weeks.
    expect([of(7, '0'), of(14, '0'), of(28, '0')]).toEqual([['1500.00'], ['1000.00'], ['500.00']])
  })

  it('owes days at what they would have paid, and each kind by its section', () => {
    const kinds = [
      'SICK',
      'NZ_BEREAVEMENT',
      'NZ_FAMILY_VIOLENCE',
      'PAID_PUBLIC_HOLIDAY',
      'ALT_HOLIDAY',
    ] as const
    const days = { leave: kinds.map((kind, index) => leave(kind, addDays(monday(8), index), '8', '150')) }
    expect(check(following(8, {}, days))).toEqual([
      'SICK 200.00 150.00 s 71',
      'NZ_BEREAVEMENT 200.00 150.00 s 71',
      'NZ_FAMILY_VIOLENCE 200.00 150.00 ss 72A to 72J',
      'PAID_PUBLIC_HOLIDAY 200.00 150.00 s 49',
      'ALT_HOLIDAY 200.00 150.00 s 60',
    ])
  })

  it('passes over weeks without leave, and unpaid leave', () => {
    expect(check(following(4, {}, { leave: [leave('UNPAID', monday(4), '40', '0')] }))).toEqual([])
    expect(check(following(4, { leave: [] }))).toEqual([])
  })

  it('rounds the days of one holiday together', () => {
    // 1,033.33 a week: five days of 206.666 add up to the week, however each day is rounded.
    const paid = { gross: decimal('1033.33'), weeklyPay: decimal('1033.33') }
    const days = [0, 1, 2, 3, 4].map((day) =>
      leave('ANNUAL_HOLIDAYS', addDays(monday(52), day), '8', '206.66'),
    )
    const owed = [
      ...checkHistory({ startDate: START, periods: following(52, paid, { ...paid, leave: days }) }, nzRates),
    ]
      .flatMap(({ payments }) => payments)
      .map((payment) => payment.owed.toFixed(2))
    expect(owed).toEqual(['206.67', '206.66', '206.67', '206.66', '206.67'])
  })

  it('pays 8% of the first year at the end, less holidays in advance', () => {
    const advance = { leave: [leave('ANNUAL_HOLIDAYS', monday(3), '16', '400')] }
    const final = (hours: string | null) => ({
      final: {
        lastDay: addDays(monday(4), 4),
        hours: hours === null ? null : decimal(hours),
        paid: decimal('50'),
      },
    })
    // Five weeks of 1,000 give 400, and 400 was paid in advance.
    expect(check([...following(3, {}, advance), week(4, final(null))], MONDAY).at(-1)).toBe(
      'FINAL_HOLIDAY_PAY 0.00 50.00 ss 23 to 27 and 40',
    )
    expect(check([...following(3, {}), week(3), week(4, final(null))], MONDAY)).toEqual([
      'FINAL_HOLIDAY_PAY 400.00 50.00 ss 23 to 27 and 40',
    ])
  })

  it('pays weeks that are left, as said or by the anniversaries, and 8% since the last one', () => {
    // The anniversary is Tuesday 2 June 2026. Four weeks of 1,000, then 8% of 800 (four of that week's five days) and of the
    // 4,000.
    const whole = (hours: string | null) =>
      following(52, {}, {
        final: { lastDay: addDays(monday(52), 4), hours: hours && decimal(hours), paid: ZERO },
      } as Partial<HistoryPeriod>)
    expect(check(whole(null), MONDAY)).toEqual(['FINAL_HOLIDAY_PAY 4384.00 0.00 ss 23 to 27 and 40'])
    // 80 hours are two weeks: 2,000 + 8% × (800 + 2,000).
    expect(check(whole('80'), MONDAY)).toEqual(['FINAL_HOLIDAY_PAY 2224.00 0.00 ss 23 to 27 and 40'])
  })

  it('counts hours that are left by the week of the last day, and as none where no week has hours', () => {
    const ending = (lastDay: CivilDate, change: Partial<HistoryPeriod>) => ({
      ...change,
      final: { lastDay, hours: decimal('80'), paid: ZERO },
    })
    // 80 hours at 20 a week are four weeks of 1,000. Add 8% × (800 + 4,000).
    const half = ending(addDays(monday(52), 6), { hoursPerWeek: decimal('20') })
    expect(check(following(52, {}, half), MONDAY)).toEqual([
      'FINAL_HOLIDAY_PAY 4384.00 0.00 ss 23 to 27 and 40',
    ])
    const none = ending(addDays(monday(4), 6), { hoursPerWeek: ZERO, daysPerWeek: ZERO })
    expect(check(following(4, {}, none), MONDAY)).toEqual([
      'FINAL_HOLIDAY_PAY 400.00 0.00 ss 23 to 27 and 40',
    ])
  })

  it('knows holidays in advance by the anniversaries that the employment reached', () => {
    const away = (index: number, hours: string, paid: string) => ({
      leave: [leave('ANNUAL_HOLIDAYS', monday(index), hours, paid)],
    })
    // Ended four days before the anniversary. A period that includes the anniversary was paid later.
    const final = { lastDay: addDays(monday(51), 4), hours: null, paid: ZERO }
    const periods = [week(0, away(0, '16', '400')), week(51, { final }), week(52, away(52, '8', '200'))]
    const inAdvance = (ended: readonly HistoryPeriod[]) =>
      pastPaysOf({ startDate: MONDAY, periods: ended }, 'WEEKLY').map((pay) => pay.inAdvance)
    expect(inAdvance(periods)).toEqual(['400', '0', '200'])
    // The anniversary is reached. Leave taken in the first year stays in advance.
    expect(
      inAdvance([week(0, away(0, '16', '400')), week(54, { final: { ...final, lastDay: monday(54) } })]),
    ).toEqual(['400', '0'])
  })

  it('has nothing to say of unpaid leave', () => {
    const away = { leave: [leave('UNPAID', monday(1), '8', '0')] }
    expect([...checkHistory({ startDate: START, periods: following(1, {}, away) }, nzRates)]).toEqual([])
  })
})

describe('parental leave in a sent history', () => {
  const away = (index: number) => ({
    ...{ gross: ZERO, hours: ZERO, days: ZERO },
    leave: [leave('PAID_PARENTAL', monday(index), '40', '0')],
  })
  /** A year and eight weeks of work, fifty weeks of leave across the second anniversary, and a week of work. */
  const course = Array.from({ length: 111 }, (_, index) =>
    week(index, index >= 60 && index < 110 ? away(index) : {}),
  )
  const holiday = (index: number) =>
    week(index, { gross: decimal('900'), leave: [leave('ANNUAL_HOLIDAYS', monday(index), '40', '900')] })

  it('leaves the weeks from before it at the ordinary week, and averages those that arose on it', () => {
    const holidays = Array.from({ length: 5 }, (_, index) => holiday(111 + index * 2))
    const periods = holidays.flatMap((each, index) => [each, week(112 + index * 2)])
    const found = check([...course, ...periods], MONDAY).filter((text) => text.startsWith('ANNUAL'))
    expect(found.slice(0, 4)).toEqual(
      Array.from({ length: 4 }, () => 'ANNUAL_HOLIDAYS 1000.00 900.00 ss 21 and 22'),
    )
    // The fifth week arose during the leave. The 52 weeks before it have five weeks of work, and four holidays that should have
    // paid 1,000: 9,000 ÷ 52.
    expect(found[4]).toBe(
      'ANNUAL_HOLIDAYS 173.08 900.00 Parental Leave and Employment Protection Act 1987 s 42(2)',
    )
  })
})
