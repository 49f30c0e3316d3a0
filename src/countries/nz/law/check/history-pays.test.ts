import { describe, expect, it } from 'vitest'
import { nzRates } from '../../../../../test/support/nz-pay.ts'
import { addDays, type CivilDate, civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import { checkHistory } from './history.ts'
import {
  type HistoryFinal,
  type HistoryLeave,
  type HistoryPeriod,
  pastPaysOf,
  periodOf,
  weeksTaken,
} from './history-pays.ts'

/* Rows converted from another system's history, and the effects of their limits. */

const on = civilDate
const FIRST = on('2025-06-02')
const monday = (index: number) => addDays(FIRST, index * 7)
const leave = (type: HistoryLeave['type'], date: CivilDate, hours: string, paid: string): HistoryLeave => ({
  ...{ type, date },
  hours: decimal(hours),
  paid: decimal(paid),
})
const week = (index: number, change: Partial<HistoryPeriod> = {}): HistoryPeriod => ({
  ...{ start: monday(index), end: addDays(monday(index), 6), leave: [], final: null },
  ...{ worked: [], workPattern: null, region: null, alternativeDays: null },
  ...{ holidayPay: null, assumes: { everyone: [], weekly: [], worked: [] } },
  ...{ gross: decimal('1000'), regular: ZERO, irregular: ZERO, hours: decimal('40'), days: decimal('5') },
  ...{ hoursPerWeek: decimal('40'), daysPerWeek: decimal('5'), weeklyPay: decimal('1000') },
  ...change,
})
const final = (lastDay: string, hours: string | null = null): { final: HistoryFinal } => ({
  final: { lastDay: on(lastDay), hours: hours === null ? null : decimal(hours), paid: ZERO },
})

describe('a period of the history', () => {
  it('is a pay of the past, whose wages are what is left', () => {
    const [pay] = pastPaysOf(
      {
        startDate: on('2024-06-03'),
        periods: [
          week(0, {
            ...{ gross: decimal('1450'), regular: decimal('100'), irregular: decimal('50') },
            leave: [leave('SICK', monday(0), '8', '200'), leave('UNPAID', addDays(monday(0), 1), '8', '0')],
          }),
        ],
      },
      'WEEKLY',
    )
    expect(pay).toMatchObject({
      ...{
        id: 1,
        payDate: '2025-06-08',
        payPeriod: 'WEEKLY',
        periodStart: '2025-06-02',
        periodEnd: '2025-06-08',
      },
      ...{ isTermination: false, isLeaveEnabled: true, lastDay: null, advances: [] },
      ...{ gross: '0', levyLiable: '0', ordinary: '0', payeOrdinary: '0' },
      ...{ studentLoanBase: '0', studentLoan: '0', studentLoanCir: '0' },
      ...{
        holidayGross: '1450',
        irregular: '50',
        hoursPaid: '40',
        daysPaid: '5',
        unpaidWeeks: '0',
        inAdvance: '0',
      },
      ...{ annualHolidaysFrom: '2025-06-02', annualWeeksEarned: '0' },
      ...{ sickLeaveFrom: '2025-06-02', sickHoursEarned: '0' },
    })
    expect(pay?.details).toMatchObject({
      ratePerHour: '0',
      hoursPerDay: '8',
      daysPerWeek: '5',
    })
    const rows = pay?.details?.lines.map(({ kind, description, amount, quantity, units, leaveType, date }) =>
      [kind, description, amount, quantity, units, leaveType, date].join(' '),
    )
    // 40 hours, 8 of them sick leave. Unpaid leave is not part of the hours.
    expect(rows).toEqual([
      'hours wages 1100.00 32 hours  ',
      'allowance regular allowances 100.00    ',
      'bonus irregular payments 50.00    ',
      'leave SICK 200.00 8  SICK 2025-06-02',
      'leave UNPAID 0.00 8  UNPAID 2025-06-03',
    ])
    const flags = pay?.details?.lines.map((line) => [
      line.isOvertime,
      line.isOutsideGross,
      line.isReturnToWork,
    ])
    expect(flags?.flat().some(Boolean)).toBe(false)
  })

  it('never has fewer than no hours of work', () => {
    const [pay] = pastPaysOf(
      {
        startDate: FIRST,
        periods: [week(0, { hours: decimal('4'), leave: [leave('SICK', monday(0), '8', '200')] })],
      },
      'WEEKLY',
    )
    expect(pay?.details?.lines[0]?.quantity).toBe('0')
  })

  it('has the frequency of the longest', () => {
    const long = (days: number) => week(0, { end: addDays(FIRST, days - 1) })
    expect([6, 7, 8, 14, 15, 31].map((days) => periodOf([week(0), long(days)]))).toEqual([
      ...['WEEKLY', 'WEEKLY', 'FORTNIGHTLY', 'FORTNIGHTLY', 'MONTHLY', 'MONTHLY'],
    ])
    expect(periodOf([long(14), week(2)])).toBe('FORTNIGHTLY')
  })

  it('takes weeks by its own ordinary week', () => {
    const rows = [
      leave('ANNUAL_HOLIDAYS', FIRST, '8', '1'),
      leave('HOLIDAY', FIRST, '8', '1'),
      leave('SICK', FIRST, '8', '1'),
    ]
    expect(weeksTaken(week(0, { leave: rows })).toFixed()).toBe('0.4')
    expect(weeksTaken(week(0, { leave: rows, hoursPerWeek: decimal('32') })).toFixed()).toBe('0.5')
    expect(weeksTaken(week(0, { leave: rows, hoursPerWeek: ZERO })).toFixed()).toBe('0')
  })
})

describe('holidays in advance', () => {
  /** The amounts in advance, for holidays of the given hours by week. Each holiday pays 100. */
  const advances = (
    startDate: string,
    taken: Readonly<Record<number, string>>,
    change: (index: number) => Partial<HistoryPeriod> = () => ({}),
    count = 55,
  ) =>
    pastPaysOf(
      {
        startDate: on(startDate),
        periods: Array.from({ length: count }, (_, index) =>
          week(index, {
            leave: taken[index]
              ? [leave('ANNUAL_HOLIDAYS', monday(index), taken[index] as string, '100')]
              : [],
            ...change(index),
          }),
        ),
      },
      'WEEKLY',
    )
      .filter((_, index) => taken[index])
      .map((pay) => pay.inAdvance)

  it('are all before the first anniversary, and what goes beyond four weeks after it', () => {
    // Started on 2 June 2025, so the anniversary is in week 52 (1 to 7 June 2026).
    expect(advances('2025-06-02', { 3: '8', 51: '8', 52: '8' })).toEqual(['100', '100', '0'])
    expect(advances('2025-06-02', { 52: '160', 53: '8' })).toEqual(['0', '100'])
    expect(advances('2025-06-02', { 52: '152', 53: '24' })).toEqual(['0', '66.67'])
    // Three weeks taken in advance leave one of the four.
    expect(advances('2025-06-02', { 3: '120', 53: '48' })).toEqual(['100', '16.67'])
    expect(advances('2025-06-02', { 3: '8' }, () => ({ hoursPerWeek: ZERO }))).toEqual(['0'])
  })

  it('are unknown where the history starts later than the employment, but for its first year', () => {
    expect(advances('2024-06-02', { 3: '400' })).toEqual(['0'])
    expect(advances('2025-06-01', { 3: '8' })).toEqual(['100'])
    expect(advances('2025-06-03', { 52: '200' })).toEqual(['20'])
    expect(advances('2025-06-01', { 53: '200' })).toEqual(['0'])
  })

  it('are those of weeks that the last day does not complete, too', () => {
    // The anniversary is Thursday 4 June 2026, in the week of the holiday.
    const ends = (lastDay: string) => (index: number) => (index === 52 ? final(lastDay) : {})
    expect(advances('2025-06-04', { 52: '8' }, ends('2026-06-02'), 53)).toEqual(['100'])
    expect(advances('2025-06-04', { 52: '8' }, ends('2026-06-03'), 53)).toEqual(['0'])
    expect(advances('2025-06-02', { 52: '8' }, ends('2026-06-01'), 53)).toEqual(['0'])
    expect(advances('2025-06-02', { 52: '8' }, ends('2026-05-31'), 53)).toEqual(['100'])
  })
})

describe('a long history', () => {
  const owedOf = (periods: readonly HistoryPeriod[], startDate: CivilDate) =>
    [...checkHistory({ startDate, periods }, nzRates)].map(({ period, payments }) =>
      [
        period.end,
        ...payments.map(({ type, owed, date, hours }) => [type, owed.toFixed(2), date, hours].join(' ')),
      ].join(),
    )
  const weeks = (count: number, change: (index: number) => Partial<HistoryPeriod>, from = 0) =>
    Array.from({ length: count }, (_, index) => week(index - from, change(index)))

  it('looks back as far as the sections do, and no further', () => {
    // 130 weeks. The first fifty, at 5,000, are more than a year back. The last week has a holiday and ends the employment.
    const periods = weeks(
      130,
      (index) => ({
        ...(index < 50 ? { gross: decimal('5000') } : {}),
        ...(index === 129
          ? { leave: [leave('ANNUAL_HOLIDAYS', monday(29), '40', '900')], ...final('2025-12-28', '0') }
          : {}),
      }),
      100,
    )
    // The anniversary is 3 July 2025. Two days of its week count, then 25 weeks. The last one includes the 100 still owed.
    expect(owedOf(periods, on('2023-07-03'))).toEqual([
      '2025-12-28,ANNUAL_HOLIDAYS 1000.00 2025-12-22 40,FINAL_HOLIDAY_PAY 2040.00 2025-12-28 0',
    ])
  })

  it('pays days by the average where no week is agreed', () => {
    // 4 weeks of 1,000 for 4 days each make 250 a day. 6 of 8 hours are three quarters of that.
    const none = { weeklyPay: ZERO, days: decimal('4') }
    const sick = { ...none, leave: [leave('SICK', monday(4), '6', '0')] }
    const periods = weeks(5, (index) => (index === 4 ? sick : none))
    expect(owedOf(periods, on('2024-06-03'))).toEqual(['2025-07-06,SICK 187.50 2025-06-30 6'])
    // 30 hours on four days make a day of 7.5 hours.
    const part = { weeklyPay: decimal('750'), hoursPerWeek: decimal('30'), daysPerWeek: decimal('4') }
    const away = { ...part, leave: [leave('SICK', monday(1), '7.5', '0')] }
    expect(
      owedOf(
        weeks(2, (index) => (index === 1 ? away : part)),
        on('2024-06-03'),
      ),
    ).toEqual(['2025-06-15,SICK 187.50 2025-06-09 7.5'])
  })

  it('shortens the divisor by unpaid weeks, and keeps it for parental leave', () => {
    const off = (type: HistoryLeave['type'], change: Partial<HistoryPeriod> = {}) =>
      weeks(53, (index) => {
        if (index >= 10 && index < 14)
          return { gross: ZERO, hours: ZERO, days: ZERO, leave: [leave(type, monday(index), '40', '0')] }
        return index === 52
          ? { leave: [leave('ANNUAL_HOLIDAYS', monday(52), '40', '0')], ...change }
          : { gross: decimal('1100'), irregular: decimal('100') }
      })
    // 48 × 1,100 = 52,800 ÷ 49: one of the four unpaid weeks counts.
    expect(owedOf(off('UNPAID'), on('2024-06-03')).at(-1)).toContain('ANNUAL_HOLIDAYS 1077.55')
    // The anniversary on 3 June 2025 is before the parental leave, and the next one is not reached. So the ordinary week applies.
    expect(owedOf(off('PAID_PARENTAL'), on('2024-06-03')).at(-1)).toContain('ANNUAL_HOLIDAYS 1015.38')
  })

  it('values the weeks left by the hours agreed on the last day, and the public holiday in them', () => {
    // 64 hours are two weeks of 32. The last four weeks paid 1,000 for 40 hours, more than agreed: 2 × 1,000. Labour Day, 27
    // October 2025, falls within those two weeks: 19,000 ÷ 95 days = 200. From Thursday 5 June, two days of the five then
    // agreed count: 8% × (400 + 19,000 + 2,200) = 1,728.
    const periods = weeks(20, (index) => ({
      ...(index > 15
        ? { hoursPerWeek: decimal('32'), weeklyPay: decimal('800'), daysPerWeek: decimal('4') }
        : {}),
      ...(index === 19 ? final('2025-10-17', '64') : {}),
    }))
    const [text] = owedOf(periods, on('2023-06-05'))
    expect(text).toBe('2025-10-19,FINAL_HOLIDAY_PAY 3928.00 2025-10-17 64')
    // The last day is before the history, so the 20 hours of the first week apply: two weeks. King's Birthday, 2 June, falls
    // within them.
    const early = weeks(2, (index) =>
      index === 1 ? final('2025-06-01', '40') : { hoursPerWeek: decimal('20') },
    )
    expect(owedOf(early, on('2023-06-05'))).toEqual(['2025-06-15,FINAL_HOLIDAY_PAY 2536.00 2025-06-01 40'])
  })
})

describe('the end of a history', () => {
  const owed = (periods: readonly HistoryPeriod[], startDate: CivilDate) =>
    [...checkHistory({ startDate, periods }, nzRates)]
      .flatMap(({ payments }) => payments)
      .filter(({ type }) => type === 'FINAL_HOLIDAY_PAY')
      .map((payment) => [payment.owed.toFixed(2), payment.hours?.toFixed() ?? null, payment.date].join(' '))
  const years = (
    last: Partial<HistoryPeriod>,
    change: (index: number) => Partial<HistoryPeriod> = () => ({}),
  ) => [...Array.from({ length: 53 }, (_, index) => week(index, change(index))), week(53, last)]

  it('counts the anniversaries that the last day completes, less what was taken', () => {
    // Started on Wednesday 4 June 2025, so a year is complete with 3 June 2026. The days of that week from the 4th on count.
    const end = (lastDay: string) =>
      owed([...years({}).slice(0, 52), week(52, final(lastDay))], on('2025-06-04'))
    expect(end('2026-06-02')).toEqual(['4240.00  2026-06-02'])
    expect(end('2026-06-03')).toEqual(['4320.00  2026-06-03'])
    const taken = (index: number) =>
      index === 20 ? { leave: [leave('ANNUAL_HOLIDAYS', monday(20), '40', '1000')] } : {}
    // Three weeks are left: 3,000. Add 8% of that and of the 1,400 earned in the seven days since the anniversary.
    const [text] = owed(years(final('2026-06-12'), taken), on('2025-06-04'))
    expect(text).toBe('3352.00  2026-06-12')
    expect(owed(years(final('2026-06-12', '20'), taken), on('2025-06-04'))).toEqual(['652.00 20 2026-06-12'])
  })

  it('is nothing of weeks where no hours are agreed', () => {
    const none = () => ({ hoursPerWeek: ZERO, daysPerWeek: ZERO })
    expect(owed(years({ ...none(), ...final('2026-06-12') }, none), on('2025-06-04'))).toHaveLength(1)
  })
})
