import { describe, expect, it } from 'vitest'
import { hoursLine, leaveLine } from '../../../../../test/support/au-pay.ts'
import { nzPay, nzRates } from '../../../../../test/support/nz-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import type { NzPayInput } from '../input/input.ts'
import { readTransfers } from '../input/transfers.ts'
import { publicHolidayWarnings } from '../leave/public-holiday-warnings.ts'
import { calculateNzPay } from '../pay.ts'
import { publicHolidaysWorked } from './public-holiday-work.ts'

/* Labour Day 2026 is Monday 26 October, in the week from 26 October to 1 November. */
const LABOUR_DAY = civilDate('2026-10-26')
const week = (change: Partial<NzPayInput> = {}): NzPayInput =>
  nzPay({
    payDate: civilDate('2026-10-29'),
    periodEnd: civilDate('2026-11-01'),
    ratePerHour: decimal('40'),
    ...change,
  })
const row = (rate: string, change: Partial<NzPayInput['hours'][number]> = {}) => ({
  ...hoursLine('8', rate),
  ...change,
})
const worked = (change: Partial<NzPayInput>) => publicHolidaysWorked(week(change), nzRates)

describe('public holidays that were worked', () => {
  it('are told by a row of their day', () => {
    expect(worked({ hours: [row('40', { date: LABOUR_DAY })] })).toEqual([LABOUR_DAY])
    expect(worked({ hours: [row('40', { date: civilDate('2026-10-27') })] })).toEqual([])
    expect(worked({ hours: [row('40')] })).toEqual([])
  })

  it('are told by a row at time and a half to triple time that names no day', () => {
    expect(['59.99', '60', '120', '120.01'].map((rate) => worked({ hours: [row(rate)] }).length)).toEqual([
      0, 1, 1, 0,
    ])
    expect(worked({ hours: [row('60', { isOvertime: true })] })).toEqual([])
    expect(worked({ hours: [row('60', { units: 'km' })] })).toEqual([])
    for (const units of [' Hours ', '', 'h', 'hr', 'hrs', 'hour'])
      expect([units, ...worked({ hours: [row('60', { units })] })]).toEqual([units, LABOUR_DAY])
    expect(worked({ hours: [row('60')], ratePerHour: ZERO })).toEqual([])
  })

  it('come in the order of the calendar', () => {
    // Good Friday and Easter Monday 2026 in one fortnight. One row names the Monday, the other names no day.
    const easter = {
      payPeriod: 'FORTNIGHTLY' as const,
      payDate: civilDate('2026-04-10'),
      periodEnd: civilDate('2026-04-12'),
    }
    const monday = row('60', { date: civilDate('2026-04-06') })
    expect(worked({ ...easter, hours: [monday, row('60')] })).toEqual(['2026-04-03', '2026-04-06'])
  })

  it('count once, and not where the day off is paid', () => {
    expect(worked({ hours: [row('60'), row('60')] })).toEqual([LABOUR_DAY])
    expect(worked({ hours: [row('60'), row('40', { date: LABOUR_DAY })] })).toEqual([LABOUR_DAY])
    const off = { ...leaveLine('PAID_PUBLIC_HOLIDAY', '8', '40'), date: LABOUR_DAY }
    expect(worked({ hours: [row('60')], leave: [off] })).toEqual([])
    expect(worked({ hours: [row('60')], leave: [{ ...off, leaveType: 'SICK' }] })).toEqual([LABOUR_DAY])
  })

  it('are otherwise working days', () => {
    const dated = { hours: [row('40', { date: LABOUR_DAY })] }
    const settings = nzPay().leaveSettings
    expect(worked({ ...dated, leaveSettings: { ...settings, workDays: 'TU,WE' } })).toEqual([])
    expect(worked({ ...dated, leaveSettings: { ...settings, workDays: 'MO,TU' } })).toEqual([LABOUR_DAY])
    expect(worked({ ...dated, leaveSettings: { ...settings, isLeaveEnabled: false } })).toEqual([])
    expect(worked({ ...dated, holidayHistory: { ...nzPay().holidayHistory, workDays: 'TU' } })).toEqual([])
    expect(worked({ ...dated, daysPerWeek: decimal('0') })).toEqual([])
  })

  it('of two years are found in a period over the turn', () => {
    const turn = {
      payDate: civilDate('2027-01-07'),
      periodEnd: civilDate('2027-01-10'),
      payPeriod: 'FORTNIGHTLY' as const,
    }
    // 28 December 2026 is Boxing Day as observed. 1 January 2027 is a Friday. 4 January is the day after New Year's Day as
    // observed.
    const days = ['2026-12-28', '2027-01-01', '2027-01-04'].map(civilDate)
    expect(worked({ ...turn, hours: days.map((date) => row('60', { date })) })).toEqual(days)
  })

  it('earn an alternative day each', () => {
    const pay = week({ hours: [row('60', { date: LABOUR_DAY })] })
    const settings = { ...pay.leaveSettings, alternativeDaysEarned: decimal('1') }
    const step = calculateNzPay({ ...pay, leaveSettings: settings }, nzRates).steps.find(
      ({ name }) => name === 'leave.alternative-days',
    )
    expect(step?.amount.toFixed()).toBe('2')
    expect(step?.inputs).toMatchObject({ dates: '2026-10-26', workDaysKnownFrom: 'number' })
  })
})

const KNOWN = { workPattern: 'MO 8,TU 8,WE 8,TH 8,FR 8' }

describe('warnings of public holidays', () => {
  const warned = (change: Partial<NzPayInput>) => {
    const pay = week({
      ...change,
      leaveSettings: { ...week({}).leaveSettings, ...KNOWN, ...change.leaveSettings },
    })
    return publicHolidayWarnings(pay, publicHolidaysWorked(pay, nzRates), nzRates)
  }

  it('name work below time and a half, not at it', () => {
    const at = (rate: string, units = 'hours') =>
      warned({ hours: [row(rate, { date: LABOUR_DAY, units })] }).length
    expect([at('59.99'), at('60'), at('60.01'), at('40', 'km')]).toEqual([1, 0, 0, 0])
    expect(warned({ hours: [row('40', { date: LABOUR_DAY })] })[0]).toContain(
      'at least 60.00 an hour is owed',
    )
    expect(warned({ hours: [row('40', { date: civilDate('2026-10-28') })] })).toEqual([])
  })

  it('name agreements about a day of the period that the Act does not know', () => {
    const moved = (text: string) =>
      warned({ leaveSettings: { ...nzPay().leaveSettings, transferredHolidays: readTransfers(text) } })
    expect([moved('2026-10-26>2026-10-30'), moved('2026-10-26>2026-11-13')]).toEqual([[], []])
    expect(moved('2026-10-26>2026-10-31')).toEqual([
      'The public holiday of 2026-10-26 was not moved to 2026-10-31: both must be working days of the employee, the first a public holiday and the second not (Holidays Act 2003 s 44B).',
    ])
    expect(moved('2026-10-26>2026-10-24T12:00')).toEqual([
      'The public holiday of 2026-10-26 was not moved to the 24 hours from 12:00 on 2026-10-24: they must begin on the holiday or the day before it, on a day that the employee works and that is not another public holiday (Holidays Act 2003 s 44A).',
    ])
    // Either one of the days is in the week from 26 October to 1 November, or neither is.
    const lengths = [
      '2026-12-25>2026-11-01',
      '2026-12-25>2026-10-26',
      '2026-12-25>2026-11-02',
      '2026-12-25>2026-10-25',
    ]
    expect(lengths.map((text) => moved(text).length)).toEqual([1, 1, 0, 0])
    expect(['2026-11-01>2026-11-02', '2026-11-02>2026-11-03'].map((text) => moved(text).length)).toEqual([
      1, 0,
    ])
  })

  it('name years whose holidays are not listed, once each', () => {
    const dated = (...dates: readonly string[]) =>
      warned({ hours: dates.map((date) => row('60', { date: civilDate(date) })) })
    expect(dated('2026-10-27', '2027-01-05')).toEqual([])
    expect(dated('2054-01-05', '2053-12-28', '2053-12-29')[0]).toBe(
      'The public holidays of 2053 and 2054 are not listed (those of 2015 to 2052 are). Check which days of this pay are public holidays.',
    )
    const away = { ...leaveLine('SICK', '8', '40'), date: civilDate('2053-12-28') }
    expect(warned({ leave: [away] })[0]).toContain('The public holidays of 2053 are not listed')
  })

  it('name annual holidays that are taken on one', () => {
    const on = (date: string, leaveType: 'ANNUAL_HOLIDAYS' | 'SICK' = 'ANNUAL_HOLIDAYS') =>
      warned({ leave: [{ ...leaveLine(leaveType, '8', '40'), date: civilDate(date) }] })
    expect(on('2026-10-26')[0]).toContain('takes annual holidays on the public holiday 2026-10-26')
    expect([on('2026-10-27'), on('2026-10-26', 'SICK')]).toEqual([[], []])
  })
})
