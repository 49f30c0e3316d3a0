import { describe, expect, it } from 'vitest'
import { hoursLine, leaveLine } from '../../../../test/support/au-pay.ts'
import { nzPay, nzRates } from '../../../../test/support/nz-pay.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../kernel/values/money.ts'
import type { NzPayInput, NzTax } from './input/input.ts'
import { calculateNzPay } from './pay.ts'

/* Warnings to the payroll officer before a pay is paid, and cases without any. */

const week: Partial<NzPayInput> = { ratePerHour: decimal('25'), hours: [hoursLine('40', '25')] }
const told = (change: Partial<NzPayInput> = {}) =>
  calculateNzPay(nzPay({ ...week, ...change }), nzRates).warnings.join('\n')

describe('of the tax code', () => {
  const code = (change: Partial<NzTax>) =>
    told({ tax: { code: 'M', certificateRate: null, schedularRate: null, ...change } })

  it('a special code needs the rate of its certificate', () => {
    expect(code({ code: 'STC' })).toContain('STC without the rate')
    expect(code({ code: 'STC', certificateRate: decimal('0.125') })).toBe('')
    expect(code({ code: 'M' })).toBe('')
  })

  it('a schedular payment needs a rate or an activity that is known', () => {
    const activity = Object.keys(nzRates.schedular.at(civilDate('2026-10-01')).value.activities)[0] ?? ''
    expect(code({ code: 'WT' })).toContain('without a known schedular activity')
    expect(code({ code: 'WT', schedularActivity: 'gardening of dreams' })).toContain('without a known')
    expect(code({ code: 'WT', schedularActivity: activity })).toBe('')
    expect(code({ code: 'WT', schedularRate: decimal('0.2') })).toBe('')
  })

  it('the levy of a year is capped pay by pay, for primary codes', () => {
    const { maximumLiable } = nzRates.earnersLevy.at(civilDate('2026-10-01')).value
    const paid = (levyLiable: typeof ZERO, tax?: NzTax) =>
      told({ yearToDate: { gross: levyLiable, levyLiable }, ...(tax ? { tax } : {}) })
    expect(paid(maximumLiable)).toContain("passed the earners' levy maximum")
    expect(paid(maximumLiable.minus('0.01'))).toBe('')
    expect(paid(maximumLiable, { code: 'S', certificateRate: null, schedularRate: null })).toBe('')
  })
})

describe('of leave', () => {
  const since = civilDate('2020-01-06')

  it('annual holidays are paid at least by the Act', () => {
    const at = (rate: string) =>
      told({ startDate: since, leave: [{ ...leaveLine('ANNUAL_HOLIDAYS', '8', rate), hasOwnRate: true }] })
    expect(at('24.99')).toContain('pays 24.99 an hour; the Holidays Act requires at least 25.00')
    expect([at('25'), at('30')]).toEqual(['', ''])
    // The other leave in the pay has its own rate.
    const both = told({
      startDate: since,
      leave: [
        { ...leaveLine('ANNUAL_HOLIDAYS', '8', '25'), hasOwnRate: true },
        { ...leaveLine('NZ_ACC_FIRST_WEEK', '8', '20'), hasOwnRate: true },
      ],
    })
    expect(both).toBe('')
  })

  it('sick, bereavement and family violence leave are owed after six months, to the day', () => {
    const row = (
      leaveType: 'SICK' | 'NZ_BEREAVEMENT' | 'NZ_FAMILY_VIOLENCE' | 'PAID_PUBLIC_HOLIDAY',
      date: string,
    ) =>
      told({
        startDate: civilDate('2026-04-01'),
        leave: [{ ...leaveLine(leaveType, '8', '25'), date: civilDate(date) }],
      })
    for (const kind of ['SICK', 'NZ_BEREAVEMENT', 'NZ_FAMILY_VIOLENCE'] as const) {
      expect(row(kind, '2026-09-30')).toContain('before the 6 months after which')
      expect(row(kind, '2026-10-01')).toBe('')
    }
    expect(row('PAID_PUBLIC_HOLIDAY', '2026-09-30')).not.toContain('6 months')
  })

  it('such leave belongs to the pay of its own period', () => {
    const on = (date: string) =>
      told({ startDate: since, leave: [{ ...leaveLine('SICK', '8', '25'), date: civilDate(date) }] })
    expect(on('2026-09-27')).toContain('should have been paid with the period it was taken in')
    expect(on('2026-09-28')).toBe('')
  })

  it('an alternative holiday is a whole day', () => {
    const of = (hours: string) =>
      told({
        startDate: since,
        leaveBalances: { annualHolidaysWeeks: ZERO, altHolidayDays: decimal('2'), sickDays: ZERO },
        leave: [leaveLine('ALT_HOLIDAY', hours, '25')],
      })
    expect(of('7.9')).toContain('pays 7.9 of 8 hours: the pay of the whole day is owed')
    expect([of('8'), of('16'), of('0')]).toEqual(['', '', ''])
  })

  it('no more alternative holidays are taken than were earned', () => {
    const left = (altHolidayDays: string) =>
      told({
        startDate: since,
        leaveBalances: {
          annualHolidaysWeeks: ZERO,
          altHolidayDays: decimal(altHolidayDays),
          sickDays: ZERO,
        },
        leave: [leaveLine('ALT_HOLIDAY', '8', '25')],
      })
    expect([left('1'), left('0')]).toEqual([
      '',
      'More alternative holidays are taken than were earned: the balance is -1 days.',
    ])
  })

  it('a closedown moves the year, and takes weeks that are owed first', () => {
    const closed = (change: Partial<NzPayInput>) =>
      told({
        startDate: civilDate('2026-04-01'),
        leave: [{ ...leaveLine('NZ_CLOSEDOWN', '8', '0'), date: civilDate('2026-10-01') }],
        ...change,
      })
    expect(closed({})).toContain('A closedown from 2026-10-01: set nz_holiday_year_from to that day')
    const { leaveSettings } = nzPay()
    const set = { leaveSettings: { ...leaveSettings, holidayYearFrom: civilDate('2026-10-01') } }
    expect(closed(set)).toBe('')
    const owed = { annualHolidaysWeeks: decimal('1.5'), altHolidayDays: ZERO, sickDays: ZERO }
    expect(closed({ ...set, leaveBalances: owed })).toContain('1.5 weeks of annual holidays are owed')
  })
})

describe('of the net', () => {
  it('a pay below zero says so', () => {
    expect(told({ hours: [hoursLine('1', '-25')] })).toContain('Net pay is negative')
    expect(told({ hours: [] })).toBe('')
  })
})
