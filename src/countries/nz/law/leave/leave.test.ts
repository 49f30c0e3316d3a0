import { describe, expect, it } from 'vitest'
import { nzPay, nzRates } from '../../../../../test/support/nz-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import type { LeaveType } from '../../../../payroll/input.ts'
import { Trace } from '../../../../payroll/trace.ts'
import type { NzPayInput } from '../input/input.ts'
import { ONLY_HOLIDAYS_OWED } from '../input/termination.ts'
import { calculateNzPay } from '../pay.ts'
import { moveLeave, payOutLeave } from './leave.ts'

const leave = (leaveType: LeaveType, hours: string, date = '2026-10-01'): NzPayInput['leave'][number] => ({
  description: leaveType,
  leaveType,
  date: civilDate(date),
  hours: decimal(hours),
  ratePerHour: decimal('25'),
  loadingAmount: null,
})

const balances = (weeks: string, altDays = '0', sick = '0') => ({
  annualHolidaysWeeks: decimal(weeks),
  altHolidayDays: decimal(altDays),
  sickDays: decimal(sick),
})

/** Started a year before the period of this pay, so this pay grants four weeks. */
const anniversary = { startDate: civilDate('2025-10-01') }

function move(changes: Partial<NzPayInput>) {
  const input = nzPay({ startDate: civilDate('2026-09-28'), ...changes })
  const moves = moveLeave(input, nzRates.holidays.at(input.payDate), new Trace())
  return {
    weeks: moves.entitledWeeks.toString(),
    altDays: moves.altDays.toString(),
    hasAnniversary: moves.hasAnniversary,
    movements: moves.movements.map(({ balance, kind, amount }) => `${balance} ${kind} ${amount}`),
  }
}

describe('entitled weeks', () => {
  it('are the balance, plus what the anniversary gives, minus what is taken', () => {
    const pay = {
      ...anniversary,
      leaveBalances: balances('1.5'),
      leave: [leave('ANNUAL_HOLIDAYS', '20'), leave('HOLIDAY', '10')],
    }
    expect(move(pay)).toMatchObject({ weeks: '4.75', hasAnniversary: true })
    expect(move(pay).movements).toEqual([
      'annual_holidays_weeks accrued 4',
      'annual_holidays_weeks taken -0.75',
    ])
  })

  it('arrive on the anniversary: not a day before, not a day after the period', () => {
    const accrued = (startDate: string) =>
      move({ startDate: civilDate(startDate) }).movements.filter((text) => text.startsWith('annual'))
    expect(accrued('2025-09-27')).toEqual([])
    expect(accrued('2025-09-28')).toEqual(['annual_holidays_weeks accrued 4'])
    expect(accrued('2025-10-04')).toEqual(['annual_holidays_weeks accrued 4'])
    expect(accrued('2025-10-05')).toEqual([])
    expect(accrued('2026-10-01')).toEqual([])
  })

  it('stop with the last day of the employment', () => {
    const termination = {
      terminationDate: civilDate('2026-09-29'),
      ...ONLY_HOLIDAYS_OWED,
    }
    // Service includes the first and the last day, so twelve months are complete on 30 September.
    expect(move({ ...anniversary, termination }).weeks).toBe('0')
    expect(
      move({ ...anniversary, termination: { ...termination, terminationDate: civilDate('2026-09-30') } })
        .weeks,
    ).toBe('4')
  })

  it('are what the agreement says, never less than the Act', () => {
    const weeks = (annualWeeksPerYear: string) =>
      move({
        ...anniversary,
        leaveSettings: { ...nzPay().leaveSettings, annualWeeksPerYear: decimal(annualWeeksPerYear) },
      }).weeks
    expect([weeks('5'), weeks('4'), weeks('3')]).toEqual(['5', '4', '4'])
  })

  it('do not build up without leave, or with holiday pay in the wages', () => {
    const settings = nzPay().leaveSettings
    expect(move({ ...anniversary, leaveSettings: { ...settings, isLeaveEnabled: false } }).movements).toEqual(
      [],
    )
    expect(
      move({ ...anniversary, leaveSettings: { ...settings, isHolidayPayPaidWithWages: true } }).weeks,
    ).toBe('0')
  })

  it('follow the terms of each anniversary', () => {
    const { sickDaysPerYear } = nzPay().leaveSettings
    const before = {
      to: civilDate('2025-09-30'),
      isHolidayPayPaidWithWages: false,
      sickDaysPerYear,
    }
    const pay = { startDate: civilDate('2023-10-01'), lastPaidPeriodEnd: civilDate('2024-09-30') }
    const weeks = (annualWeeksPerYear: string, isHolidayPayPaidWithWages: boolean) =>
      move({
        ...pay,
        leaveSettings: { ...nzPay().leaveSettings, isHolidayPayPaidWithWages },
        earlierEntitlements: [{ ...before, annualWeeksPerYear: decimal(annualWeeksPerYear) }],
      }).weeks
    // Anniversaries of 2024, and of 2025 and 2026 under the later terms.
    expect([weeks('4', false), weeks('5', false), weeks('5', true)]).toEqual(['12', '13', '5'])
  })

  it('are granted for the days on which leave was enabled, whether or not it is when they are granted', () => {
    const { leaveSettings } = nzPay()
    const weeks = (was: boolean, is: boolean) =>
      move({
        startDate: civilDate('2024-10-01'),
        lastPaidPeriodEnd: civilDate('2025-09-24'),
        leaveSettings: { ...leaveSettings, isLeaveEnabled: is },
        earlierEntitlements: [{ ...leaveSettings, to: civilDate('2025-10-20'), isLeaveEnabled: was }],
      }).weeks
    // Anniversaries of 2025, under the earlier terms, and of 2026.
    expect([weeks(true, true), weeks(true, false), weeks(false, true), weeks(false, false)]).toEqual([
      '8',
      '4',
      '4',
      '0',
    ])
  })

  it('of several years come together when nothing was paid in between', () => {
    const pay = { startDate: civilDate('2023-10-01'), lastPaidPeriodEnd: civilDate('2024-09-30') }
    expect(move(pay)).toMatchObject({ weeks: '12', hasAnniversary: true })
    expect(move({ ...pay, lastPaidPeriodEnd: civilDate('2024-10-01') }).weeks).toBe('8')
  })

  it('that are only caught up do not start the share of earnings again', () => {
    const pay = {
      ...anniversary,
      lastPaidPeriodEnd: civilDate('2026-10-02'),
      annualHolidaysFrom: civilDate('2026-10-01'),
    }
    expect(move(pay)).toMatchObject({ weeks: '4', hasAnniversary: false })
    expect(move({ ...anniversary, annualHolidaysFrom: civilDate('2026-10-02') })).toMatchObject({
      weeks: '0',
      hasAnniversary: false,
    })
  })

  it('count from the latest of the paid periods', () => {
    const at = (end: string) => ({ payDate: civilDate(end), periodEnd: civilDate(end), ordinary: ZERO })
    const earlierPays = [at('2026-09-20'), at('2026-10-01'), at('2026-09-13')]
    expect(move({ ...anniversary, earlierPays }).weeks).toBe('0')
    expect(
      move({ ...anniversary, earlierPays: [at('2026-09-20')], lastPaidPeriodEnd: civilDate('2026-10-01') })
        .weeks,
    ).toBe('0')
    expect(move({ ...anniversary, earlierPays: [at('2026-09-20')] }).weeks).toBe('4')
  })

  it('cannot be taken by someone without hours', () => {
    const pay = { leave: [leave('ANNUAL_HOLIDAYS', '8'), leave('ALT_HOLIDAY', '8')] }
    expect(move({ ...pay, daysPerWeek: ZERO }).movements).toEqual(['alt_holiday_days taken -1'])
    expect(move({ ...pay, hoursPerDay: ZERO }).movements).toEqual([])
  })
})

describe('alternative holidays', () => {
  it('are whole days: the balance, plus those earned, minus those taken', () => {
    const pay = (hours: string) => ({
      leaveBalances: balances('0', '3'),
      leaveSettings: { ...nzPay().leaveSettings, alternativeDaysEarned: decimal('2') },
      leave: [leave('ALT_HOLIDAY', hours)],
    })
    expect(['8', '8.01', '11', '12', '16'].map((hours) => move(pay(hours)).altDays)).toEqual([
      '4',
      '3',
      '3',
      '3',
      '3',
    ])
    expect(move(pay('8')).movements).toEqual(['alt_holiday_days accrued 2', 'alt_holiday_days taken -1'])
  })
})

describe('sick leave', () => {
  const sick = (changes: Partial<NzPayInput>) =>
    move(changes).movements.filter((text) => text.startsWith('sick'))
  const start = { startDate: civilDate('2026-04-01') }

  it('arrives six months after the start and then every year', () => {
    expect(sick(start)).toEqual(['sick_days accrued 10'])
    expect(sick({ startDate: civilDate('2025-04-01') })).toEqual(['sick_days accrued 10'])
    expect(sick({ startDate: civilDate('2026-03-27') })).toEqual([])
    expect(sick({ startDate: civilDate('2026-04-05') })).toEqual([])
  })

  it('is what the agreement says, never less than the Act, up to the maximum', () => {
    const with_ = (days: string) =>
      sick({ ...start, leaveSettings: { ...nzPay().leaveSettings, sickDaysPerYear: decimal(days) } })
    expect([with_('12'), with_('10'), with_('5')]).toEqual([
      ['sick_days accrued 12'],
      ['sick_days accrued 10'],
      ['sick_days accrued 10'],
    ])
    const left = (days: string) => sick({ ...start, leaveBalances: balances('0', '0', days) })
    expect([left('10'), left('10.1'), left('20'), left('25')]).toEqual([
      ['sick_days accrued 10'],
      ['sick_days accrued 9.9'],
      [],
      [],
    ])
  })

  it('follows the terms of the day on which its year began, and a casual has none on that day', () => {
    const { annualWeeksPerYear } = nzPay().leaveSettings
    const before = { to: civilDate('2026-10-01'), isHolidayPayPaidWithWages: false, annualWeeksPerYear }
    const given = (sickDaysPerYear: string, isCasual: boolean) =>
      sick({
        ...start,
        earlierEntitlements: [{ ...before, sickDaysPerYear: decimal(sickDaysPerYear), isCasual }],
      })
    expect([given('12', false), given('12', true)]).toEqual([['sick_days accrued 12'], []])
  })

  it('begins on a day with leave enabled, whether or not it is when the days are granted', () => {
    const { leaveSettings } = nzPay()
    const given = (was: boolean, is: boolean) =>
      sick({
        ...start,
        leaveSettings: { ...leaveSettings, isLeaveEnabled: is },
        earlierEntitlements: [{ ...leaveSettings, to: civilDate('2026-10-01'), isLeaveEnabled: was }],
      })
    expect([given(true, false), given(false, true)]).toEqual([['sick_days accrued 10'], []])
  })

  it('needs leave, and no hours of a day', () => {
    expect(sick({ ...start, leaveSettings: { ...nzPay().leaveSettings, isLeaveEnabled: false } })).toEqual([])
    expect(sick({ ...start, hoursPerDay: ZERO })).toEqual(['sick_days accrued 10'])
  })

  it('is taken in days and parts of days', () => {
    expect(sick({ leave: [leave('SICK', '3.5'), leave('UNPAID', '8')] })).toEqual(['sick_days taken -0.4375'])
  })

  it('is as many days after a change of hours as before (s 65)', () => {
    const left = { leaveBalances: balances('0', '0', '10'), leave: [leave('SICK', '4')] }
    expect(sick({ ...left, hoursPerDay: decimal('4') })).toEqual(['sick_days taken -1'])
    expect(sick({ ...left, hoursPerDay: decimal('8') })).toEqual(['sick_days taken -0.5'])
  })
})

describe('after the pay', () => {
  it('balances are explained, also in hours', () => {
    const { steps } = calculateNzPay(
      nzPay({ ...anniversary, leaveBalances: balances('1', '2', '30') }),
      nzRates,
    )
    const amount = (name: string) => steps.find((step) => step.name === `leave.${name}`)?.amount.toString()
    expect(amount('annual-weeks-balance')).toBe('5')
    expect(amount('annual-weeks-balance-hours')).toBe('200')
    expect(amount('alternative-days-balance')).toBe('2')
    expect(amount('alternative-days-balance-hours')).toBe('16')
    expect(amount('sick-days-balance')).toBe('30')
    expect(amount('sick-days-balance-hours')).toBe('240')
    const empty = calculateNzPay(nzPay(), nzRates).steps.map(({ name }) => name)
    expect(empty).not.toContain('leave.annual-weeks-balance-hours')
  })

  it('a termination empties what it paid out, and nothing else', () => {
    const out = (weeks: string, altDays: string) =>
      payOutLeave({
        movements: [],
        entitledWeeks: decimal(weeks),
        altDays: decimal(altDays),
        hasAnniversary: false,
      }).map(({ balance, amount }) => `${balance} ${amount}`)
    expect(out('2', '1')).toEqual(['annual_holidays_weeks -2', 'alt_holiday_days -1'])
    expect(out('0', '1')).toEqual(['alt_holiday_days -1'])
    expect(out('-1', '0')).toEqual(['annual_holidays_weeks 1'])
  })
})

describe('warnings of leave', () => {
  const warnings = (type: LeaveType, date: string) =>
    calculateNzPay(
      nzPay({ startDate: civilDate('2026-04-01'), leave: [leave(type, '8', date)] }),
      nzRates,
    ).warnings.filter((text) => text.includes('months after which'))

  it('come for leave before the months after which the Act owes it', () => {
    for (const type of ['SICK', 'NZ_BEREAVEMENT', 'NZ_FAMILY_VIOLENCE'] as const) {
      expect(warnings(type, '2026-09-30')).toEqual([
        `"${type}" is paid before the 6 months after which the Act owes it.`,
      ])
      expect(warnings(type, '2026-10-01')).toEqual([])
    }
    expect(warnings('PAID_PUBLIC_HOLIDAY', '2026-04-02')).toEqual([])
    expect(warnings('ANNUAL_HOLIDAYS', '2026-03-30')).toEqual([])
  })

  it('come where the liable earnings of the year reached the maximum of the levy', () => {
    const { maximumLiable } = nzRates.earnersLevy.at(civilDate('2026-10-01')).value
    const warned = (levyLiable: string, code: 'M' | 'S' = 'M') =>
      calculateNzPay(
        nzPay({
          tax: { code, certificateRate: null, schedularRate: null },
          yearToDate: { gross: ZERO, levyLiable: decimal(levyLiable) },
        }),
        nzRates,
      ).warnings.some((text) => text.includes("earners' levy maximum"))
    expect(warned(maximumLiable.toString())).toBe(true)
    expect(warned(maximumLiable.minus('0.01').toString())).toBe(false)
    expect(warned(maximumLiable.toString(), 'S')).toBe(false)
  })
})
