import { describe, expect, it } from 'vitest'
import { allowanceLine, bonusLine, hoursLine, leaveLine } from '../../../../../test/support/au-pay.ts'
import { nzPay, nzRates } from '../../../../../test/support/nz-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { LeaveLine } from '../../../../payroll/input.ts'
import { Trace } from '../../../../payroll/trace.ts'
import { readWorkDays } from '../../../../payroll/work-days.ts'
import type { NzHolidayHistory, NzPayInput } from '../input/input.ts'
import { readTransfers } from '../input/transfers.ts'
import { holidaysAfterLastDay, observedHolidays } from '../public-holidays/public-holidays.ts'
import { dailyRate, leastHolidayRate } from './holiday-rates.ts'
import {
  inAdvanceWarnings,
  isTaxedInOneSum,
  laterHolidays,
  readAdvances,
  writeAdvances,
} from './in-advance.ts'
import { raiseHolidayRates } from './row-rates.ts'

/* The rates of leave rows that name none (Holidays Act 2003 ss 9, 9A, 21 and 34), and the days that are public holidays. */

const history = (change: Partial<NzHolidayHistory>) => ({
  holidayHistory: { ...nzPay().holidayHistory, ...change },
})
const BASE: Partial<NzPayInput> = { ratePerHour: decimal('25'), startDate: civilDate('2020-01-06') }
const ratesOf = (leave: readonly LeaveLine[], change: Partial<NzPayInput> = {}) =>
  raiseHolidayRates(nzPay({ ...BASE, ...change, leave }), nzRates).leave.map((line) =>
    line.ratePerHour.toFixed(2),
  )
const annual = (rate: string, change: Partial<LeaveLine> = {}) => ({
  ...leaveLine('ANNUAL_HOLIDAYS', '40', rate),
  ...change,
})

describe('annual holidays', () => {
  // 54,600 ÷ 52 = 1,050 a week, or 26.25 an hour. The agreement gives 1,000.
  const better = history({ grossLast52Weeks: decimal('54600') })

  it('are paid at the greater of the ordinary week and the average, when that is more', () => {
    expect(ratesOf([annual('25')], better)).toEqual(['26.25'])
    expect(ratesOf([annual('25')], history({ grossLast52Weeks: decimal('52000') }))).toEqual(['25.00'])
    expect(ratesOf([annual('30')], better)).toEqual(['30.00'])
  })

  it('keep the rate that the row names, and so do all others', () => {
    expect(ratesOf([annual('25', { hasOwnRate: true })], better)).toEqual(['25.00'])
    expect(ratesOf([annual('25', { hasOwnRate: true }), annual('25')], better)).toEqual(['25.00', '26.25'])
    const other = leaveLine('NZ_ACC_FIRST_WEEK', '8', '20')
    expect(ratesOf([annual('25'), other], better)).toEqual(['26.25', '20.00'])
  })

  it('of a week without hours have no rate', () => {
    const none = nzPay({ ...BASE, daysPerWeek: decimal('0'), leave: [annual('25')] })
    const table = nzRates.holidays.at(none.payDate)
    expect(leastHolidayRate(none, table, new Trace())).toBeNull()
    expect(leastHolidayRate(nzPay({ ...BASE, leave: [] }), table, new Trace())).toBeNull()
  })

  it('after parental leave name the Act that averages them', () => {
    const pay = nzPay({ ...BASE, ...history({ isAveragedAfterParentalLeave: true }), leave: [annual('25')] })
    const trace = new Trace()
    leastHolidayRate(pay, nzRates.holidays.at(pay.payDate), trace)
    expect(trace.steps.at(-1)?.rule).toContain('Parental Leave and Employment Protection Act 1987')
  })
})

describe('days of leave', () => {
  const sick = (rate: string) => leaveLine('SICK', '8', rate)

  it('are paid what the day would have paid, or average daily pay where that cannot be told', () => {
    expect(ratesOf([sick('20')])).toEqual(['25.00'])
    // 52,000 ÷ 250 days = 208 a day, or 26 an hour.
    const average = history({ grossLast52Weeks: decimal('52000'), daysPaidLast52Weeks: decimal('250') })
    expect(ratesOf([sick('0')], { ratePerHour: decimal('0'), ...average })).toEqual(['26.00'])
    const varied = { ...average.holidayHistory, isWeekFixed: false }
    expect(ratesOf([sick('25')], { holidayHistory: varied })).toEqual(['26.00'])
  })

  it('need hours of a day, and a row that is paid by the day', () => {
    const table = nzRates.holidays.at(civilDate('2026-10-01'))
    const rate = (change: Partial<NzPayInput>) => dailyRate(nzPay({ ...BASE, ...change }), table, new Trace())
    expect(rate({ leave: [sick('20')] })?.toFixed(2)).toBe('25.00')
    expect(rate({ leave: [sick('20')], hoursPerDay: decimal('0') })).toBeNull()
    expect([rate({ leave: [] }), rate({ leave: [annual('25')] })]).toEqual([null, null])
    expect(rate({ leave: [annual('25'), sick('20')] })?.toFixed(2)).toBe('25.00')
  })
})

describe('a closedown', () => {
  const closed = (hours: string, change: Partial<LeaveLine> = {}) => ({
    ...leaveLine('NZ_CLOSEDOWN', hours, '99'),
    ...change,
  })
  const so = (gross: string, paidInAdvance = '0') =>
    history({ grossSinceAnniversary: decimal(gross), paidInAdvance: decimal(paidInAdvance) })

  it('pays 8% of what was earned, whatever rate the employee has', () => {
    // 8% × 20,000 = 1,600 over 40 hours.
    expect(ratesOf([closed('40')], so('20000'))).toEqual(['40.00'])
    expect(ratesOf([closed('20'), closed('20')], so('20000'))).toEqual(['40.00', '40.00'])
    expect(ratesOf([closed('40')], so('20000', '600'))).toEqual(['25.00'])
    expect(ratesOf([closed('40')], so('20000', '1700'))).toEqual(['0.00'])
    expect(ratesOf([closed('40', { hasOwnRate: true })], so('20000'))).toEqual(['99.00'])
    // A closedown next to a row with its own rate still follows the Act.
    expect(ratesOf([annual('25', { hasOwnRate: true }), closed('40')], so('20000'))).toEqual([
      '25.00',
      '40.00',
    ])
  })

  it('counts what the same pay earns', () => {
    const same = {
      ...so('0'),
      hours: [hoursLine('40', '25')],
      allowances: [allowanceLine('100'), allowanceLine('70', { isTaxable: false })],
      bonuses: [
        bonusLine('900'),
        bonusLine('500', { isNzDiscretionary: true }),
        bonusLine('50', { isNzEss: true }),
      ],
    }
    // 8% × (1,000 + 100 + 900) = 160 over 8 hours.
    expect(ratesOf([closed('8')], same)).toEqual(['20.00'])
  })
})

describe('holidays of later periods', () => {
  const row = (date: string, hours: string, change: Partial<LeaveLine> = {}) => ({
    ...leaveLine('ANNUAL_HOLIDAYS', hours, '25'),
    date: civilDate(date),
    ...change,
  })
  const later = (leave: readonly LeaveLine[], change: Partial<NzPayInput> = {}) =>
    laterHolidays(
      nzPay({ ...BASE, ...change, leave }),
      leave.map((line) => line.hours.times(line.ratePerHour)),
    ).map(({ periodEnd, amount }) => `${periodEnd} ${amount.toFixed(2)}`)

  it('are those dated after the period, and what is longer than one', () => {
    // The pay is for the week to Sunday 4 October 2026.
    expect(later([row('2026-09-28', '40')])).toEqual([])
    expect(later([row('2026-10-04', '8')])).toEqual([])
    expect(later([row('2026-10-05', '40')])).toEqual(['2026-10-11 1000.00'])
    expect(later([row('2026-09-28', '80')])).toEqual(['2026-10-11 1000.00'])
    // From Wednesday: three days of this week, five of the next and two of the week after.
    expect(later([row('2026-09-30', '80')])).toEqual(['2026-10-11 1000.00', '2026-10-18 400.00'])
    expect(later([row('2026-10-12', '8'), row('2026-10-08', '16')])).toEqual([
      '2026-10-11 400.00',
      '2026-10-18 200.00',
    ])
    // A row dated last week that is longer than a week is counted from this week.
    expect(later([row('2026-09-21', '48')])).toEqual(['2026-10-11 200.00'])
  })

  it('are annual holidays of someone whose days are known', () => {
    expect(later([row('2026-10-05', '8', { leaveType: 'SICK' })])).toEqual([])
    expect(later([row('2026-10-05', '8')], { hoursPerDay: decimal('0') })).toEqual([])
    expect(later([row('2026-10-05', '0')])).toEqual([])
    const weekend = { leaveSettings: { ...nzPay().leaveSettings, workDays: 'SA,SU' } }
    expect(later([row('2026-10-05', '8')], weekend)).toEqual(['2026-10-11 200.00'])
  })

  it('are one sum where the employer chose so, or the holiday goes on after 31 March', () => {
    const on = (payDate: string, end: string, holidaysInAdvance?: 'SPREAD' | 'EXTRA_PAY') => {
      const pay = nzPay({ payDate: civilDate(payDate) })
      const input = {
        ...pay,
        leaveSettings: { ...pay.leaveSettings, ...(holidaysInAdvance ? { holidaysInAdvance } : {}) },
      }
      const periods = [{ periodEnd: civilDate(end), amount: decimal('1') }]
      return [isTaxedInOneSum(input, periods), inAdvanceWarnings(input, periods).length]
    }
    expect(on('2026-03-20', '2026-03-31')).toEqual([false, 0])
    expect(on('2026-03-20', '2026-04-05')).toEqual([true, 1])
    expect(on('2026-04-01', '2026-04-05', 'SPREAD')).toEqual([false, 0])
    expect(on('2026-04-01', '2026-04-05', 'EXTRA_PAY')).toEqual([true, 0])
    expect(on('2026-03-20', '2026-04-05', 'EXTRA_PAY')).toEqual([true, 0])
  })

  it('are stored and read back', () => {
    const one = { amount: '840', paye: '140.7', studentLoan: '45.12', studentLoanCir: '0' }
    const advances = [
      { periodEnd: civilDate('2026-08-16'), ...one },
      { periodEnd: civilDate('2026-08-23'), ...one, amount: '1400' },
    ]
    expect(readAdvances(writeAdvances(advances))).toEqual(advances)
    expect([writeAdvances([]), readAdvances(null)]).toEqual([null, []])
  })
})

describe('public holidays by the rules of the calendar', () => {
  it('move from a weekend day that is not worked, by one day or two (ss 45 and 45A)', () => {
    const week = readWorkDays('MO,TU,WE,TH,FR')
    const seen = (year: number, days = week) => observedHolidays(year, days, null, nzRates)
    // 2028: 1 January is a Saturday, the 2nd and 6 February are Sundays.
    expect(seen(2028).slice(0, 3)).toEqual(['2028-01-03', '2028-01-04', '2028-02-07'])
    expect(seen(2028, readWorkDays('MO,SA')).slice(0, 3)).toEqual(['2028-01-01', '2028-01-04', '2028-02-07'])
    expect(seen(2028, readWorkDays('MO,SU')).slice(0, 3)).toEqual(['2028-01-02', '2028-01-03', '2028-02-06'])
    // 2032: 25 April is a Sunday, 25 and 26 December are Saturday and Sunday. 2026: 25 April is a Saturday.
    expect(seen(2032)).toContain('2032-04-26')
    expect(seen(2032).slice(-2)).toEqual(['2032-12-27', '2032-12-28'])
    expect(seen(2026)).toContain('2026-04-27')
  })
})

describe('public holidays moved by agreement (ss 44A and 44B)', () => {
  const week = readWorkDays('MO,TU,WE,TH,FR')
  const days = (text: string, workDays = week, year = 2026) =>
    observedHolidays(year, workDays, null, nzRates, readTransfers(text)).filter((day) => day > '2026-10')

  it('lie on the other day, in the year of that day', () => {
    expect(days('')).toEqual(['2026-10-26', '2026-12-25', '2026-12-28'])
    expect(days('2026-10-26>2026-10-30')).toEqual(['2026-10-30', '2026-12-25', '2026-12-28'])
    expect(days('2026-12-25>2027-01-15')).toEqual(['2026-10-26', '2026-12-28'])
    expect(days('2027-01-01>2026-12-30')).toContain('2026-12-30')
    const next = observedHolidays(2027, week, null, nzRates, readTransfers('2027-01-01>2026-12-30'))
    expect(next).not.toContain('2027-01-01')
  })

  it('stay where the agreement is none of the Act', () => {
    const stays = ['2026-10-26', '2026-12-25', '2026-12-28']
    // Not allowed: to a Saturday, to another public holiday, from an ordinary day, or from a day not worked.
    for (const text of ['2026-10-26>2026-10-31', '2026-10-26>2026-12-25', '2026-10-27>2026-10-30'])
      expect([text, ...days(text)]).toEqual([text, ...stays])
    expect(days('2026-10-26>2026-10-30', readWorkDays('TU,WE,TH,FR'))).toContain('2026-10-26')
  })

  it('leave out what is no pair of days', () => {
    expect(readTransfers('2026-10-26>2026-02-30,x,2026-10-32>2026-10-30,2026-10-26>2026-10-30')).toEqual([
      { from: '2026-10-26', to: '2026-10-30' },
    ])
    expect(readTransfers('2026-10-26>2026-10-25T12:00')).toEqual([
      { from: '2026-10-26', to: '2026-10-25', startsAt: '12:00' },
    ])
  })

  it('move once, and no two to one day', () => {
    const twice = '2026-10-26>2026-10-29,2026-10-26>2026-10-30'
    expect(days(twice)).toEqual(['2026-10-29', '2026-12-25', '2026-12-28'])
    const together = '2026-10-26>2026-10-30,2026-12-25>2026-10-30'
    expect(days(together)).toEqual(['2026-10-30', '2026-12-25', '2026-12-28'])
    expect(days('2026-10-26>2026-10-26')).toEqual(days(''))
    // Once Christmas Day has moved, its day is free.
    const free = '2026-12-25>2026-12-23,2026-10-26>2026-12-25'
    expect(days(free)).toEqual(['2026-12-23', '2026-12-25', '2026-12-28'])
    expect(days('2026-10-26>2026-12-25,2026-12-25>2026-12-23')).toEqual([
      ...['2026-10-26', '2026-12-23', '2026-12-28'],
    ])
  })

  it('run for 24 hours of a night shift that begins on the day before or on the day', () => {
    const nights = readWorkDays('SU,MO,TU,WE,TH')
    const rest = ['2026-12-25', '2026-12-28']
    expect(days('2026-10-26>2026-10-25T12:00', nights)).toEqual(['2026-10-25', ...rest])
    expect(days('2026-10-26>2026-10-26T12:00', nights)).toEqual(['2026-10-26', ...rest])
    // A shift need not begin on the holiday itself, but one must begin on the day before.
    expect(days('2026-10-26>2026-10-25T12:00', readWorkDays('SU,TU'))).toContain('2026-10-25')
    expect(days('2026-10-26>2026-10-25T12:00', week)).toContain('2026-10-26')
    // Not allowed: the day after, two days before, or a day that is not a public holiday.
    for (const text of [
      '2026-10-26>2026-10-27T12:00',
      '2026-10-26>2026-10-24T12:00',
      '2026-10-27>2026-10-26T12:00',
    ])
      expect([text, ...days(text, nights)]).toEqual([text, '2026-10-26', ...rest])
    // Boxing Day can move to Christmas Day only if that moves too. Otherwise it keeps its own day.
    const both = ['2025-12-25>2025-12-24T12:00', '2025-12-26>2025-12-25T12:00']
    const christmas = (text: string) =>
      observedHolidays(2025, nights, null, nzRates, readTransfers(text)).filter((day) => day > '2025-12')
    expect(christmas(both.join(','))).toEqual(['2025-12-24', '2025-12-25'])
    expect(christmas(both[1] as string)).toEqual(['2025-12-25', '2025-12-26'])
    expect(christmas(`2025-12-25>2025-12-25T12:00,${both[1]}`)).toEqual(['2025-12-25', '2025-12-26'])
  })

  it('count after the last day where they lie now', () => {
    // Two weeks left on Friday 16 October 2026 end on 2 November with the holiday, and on 30 October without.
    const ended = (text: string) =>
      holidaysAfterLastDay(
        civilDate('2026-10-16'),
        decimal('10'),
        week,
        { region: null, transfers: readTransfers(text) },
        nzRates,
      )
    expect(ended('')).toMatchObject({ dates: ['2026-10-26'], notionalLastDay: '2026-11-02' })
    expect(ended('2026-10-26>2026-10-29')).toMatchObject({
      dates: ['2026-10-29'],
      notionalLastDay: '2026-11-02',
    })
    expect(ended('2026-10-26>2026-11-20')).toMatchObject({ dates: [], notionalLastDay: '2026-10-30' })
  })
})
