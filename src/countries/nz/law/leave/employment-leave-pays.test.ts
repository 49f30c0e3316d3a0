import { describe, expect, it } from 'vitest'
import { nzRatesOf2028 as rates } from '../../../../../test/support/nz-2028.ts'
import { nzPay } from '../../../../../test/support/nz-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import type { HoursLine, LeaveLine, LeaveType } from '../../../../payroll/input.ts'
import { nz } from '../index.ts'
import type { NzPayInput } from '../input/input.ts'
import { COMPENSATION_ROW } from './leave-compensation.ts'

/* Pays under the Employment Leave Act 2026, worked by hand from its sections as transcribed. */

const on = civilDate
const [MONDAY, SUNDAY] = [on('2028-09-04'), on('2028-09-10')]

const worked = (value: string, change: Partial<HoursLine> = {}): HoursLine => ({
  ...{ description: 'Work', units: 'hours', value: decimal(value), ratePerUnit: decimal('30') },
  isOvertime: false,
  ...change,
})
const leave = (leaveType: LeaveType, hours: string, change: Partial<LeaveLine> = {}): LeaveLine => ({
  ...{ description: leaveType, leaveType, date: MONDAY, hours: decimal(hours), ratePerHour: decimal('30') },
  loadingAmount: null,
  ...change,
})
const COMPENSATION = {
  ...{ description: COMPENSATION_ROW, amountPerUnit: ZERO, units: decimal('1'), category: null },
  ...{ isTaxable: true, isItemised: false, isInSuper: true },
} as NzPayInput['allowances'][number]

function pay(changes: Partial<NzPayInput>) {
  const input = nz.settle(
    nzPay({
      ...{ payDate: SUNDAY, periodEnd: SUNDAY, ratePerHour: decimal('30'), startDate: on('2028-06-05') },
      ...changes,
    }),
    rates,
  )
  const result = nz.calculate(input, rates)
  const balances = nz.balancesAfter(input, result)
  return {
    ...result,
    gross: result.figures.gross.toFixed(2),
    held: [balances.annualLeaveHours, balances.sickLeaveHours, balances.altLeaveHours].map(
      (hours) => hours?.toFixed() ?? null,
    ),
    days: [balances.annualHolidaysWeeks, balances.sickDays, balances.altHolidayDays].map((of) =>
      of.toFixed(),
    ),
  }
}

const HELD = {
  ...{ annualHolidaysWeeks: ZERO, altHolidayDays: ZERO, sickDays: ZERO },
  ...{ annualLeaveHours: decimal('50'), sickLeaveHours: decimal('20'), altLeaveHours: decimal('8') },
}
const settings = (changes: Partial<NzPayInput['leaveSettings']>) => ({ ...nzPay().leaveSettings, ...changes })

describe('a pay under the Employment Leave Act 2026', () => {
  it('accrues leave by the standard hour and pays leave at the agreed rate alone', () => {
    // Regular overtime of 200 a week would raise leave under the Holidays Act. 50 + 40 × 0.0769 − 8; 20 + 40 × 0.0385.
    const holidayHistory = {
      ...nzPay().holidayHistory,
      regularWeekly: decimal('200'),
      regularPeriods: '2028-09-03',
    }
    const paid = pay({
      ...{ hours: [worked('32')], leave: [leave('ANNUAL_HOLIDAYS', '8')], leaveBalances: HELD },
      holidayHistory,
    })
    expect([paid.gross, paid.held]).toEqual(['1200.00', ['45.076', '21.54', '8']])
    expect(paid.warnings.join(' ')).toContain('read in a transcription')
  })

  it('pays at least the minimum wage for leave, and warns about a rate below it', () => {
    const paid = pay({
      ...{ ratePerHour: decimal('20'), leave: [leave('SICK', '8', { ratePerHour: decimal('20') })] },
      leaveSettings: settings({ minimumWage: 'ADULT' }),
    })
    expect(paid.gross).toBe('191.60')
    const own = leave('SICK', '8', { ratePerHour: decimal('20'), hasOwnRate: true })
    expect(pay({ leave: [own] }).warnings.join(' ')).toContain('requires at least 30.00')
  })

  it('leaves out unpaid leave and weeks that ACC pays, and stops sick leave at 160 hours', () => {
    const unpaid = pay({ hours: [worked('24')], leave: [leave('UNPAID', '16', { ratePerHour: ZERO })] })
    // 24 × 0.0769 and 24 × 0.0385.
    expect(unpaid.held.slice(0, 2)).toEqual(['1.8456', '0.924'])
    const full = { ...HELD, sickLeaveHours: decimal('159.5') }
    expect(pay({ hours: [worked('40')], leaveBalances: full }).held[1]).toBe('160')
  })

  it('accrues on all standard hours of a salary without hours, less what accrues none', () => {
    const salary = { ...worked('1', { ratePerUnit: decimal('1200') }), units: 'salary' }
    expect(pay({ hours: [salary] }).held[0]).toBe('3.076')
    const away = [leave('UNPAID', '8', { ratePerHour: ZERO })]
    // 32 × 0.0769.
    expect(pay({ hours: [salary], leave: away }).held[0]).toBe('2.4608')
  })

  it('compensates overtime and hours beyond the standard ones, which accrue none', () => {
    const overtime = worked('4', { ratePerUnit: decimal('45'), isOvertime: true })
    // 43 hours are 3 more than 40: 7 × 30 × 12.5% = 26.25, beside 43 × 30 + 4 × 45.
    const paid = pay({ hours: [worked('43'), overtime], allowances: [COMPENSATION] })
    expect([paid.gross, paid.held[0]]).toEqual(['1496.25', '3.076'])
    expect(pay({ hours: [worked('43'), overtime] }).warnings.join(' ')).toContain(
      'owe 26.25 of leave compensation',
    )
  })

  it('compensates all hours of a casual employee, who accrues none', () => {
    const paid = pay({
      ...{ hours: [worked('20')], allowances: [COMPENSATION] },
      leaveSettings: settings({ isCasual: true }),
    })
    // 20 × 30 + 20 × 30 × 12.5%.
    expect([paid.gross, paid.held]).toEqual(['675.00', [null, null, null]])
  })

  it('gives alternative leave by the hour worked on a public holiday', () => {
    // Labour Day 2028 is 23 October. Five hours are worked at time and a half; 35 others.
    const day = worked('5', { date: on('2028-10-23'), ratePerUnit: decimal('45') })
    const paid = pay({ payDate: on('2028-10-29'), periodEnd: on('2028-10-29'), hours: [day, worked('32')] })
    expect(paid.held[2]).toBe('5')
  })

  it('scales what a more generous agreement gives', () => {
    const five = settings({ annualWeeksPerYear: decimal('5'), sickDaysPerYear: decimal('15') })
    // 40 × 0.0769 × 5 ÷ 4 and 40 × 0.0385 × 15 ÷ 10.
    expect(pay({ hours: [worked('40')], leaveSettings: five }).held.slice(0, 2)).toEqual(['3.845', '2.31'])
  })

  it('says what was not read', () => {
    const text = pay({ leave: [leave('NZ_CLOSEDOWN', '8')], leaveBalances: HELD }).warnings.join(' ')
    expect(text).toContain('for closedowns were not read')
    const over = pay({ leave: [leave('ANNUAL_HOLIDAYS', '60')], leaveBalances: HELD }).warnings.join(' ')
    expect(over).toContain('Annual leave: more hours are taken than the balance has')
  })
})

describe('the first pay under the Act', () => {
  it('converts weeks and days to hours, and then accrues', () => {
    const held = {
      annualHolidaysWeeks: decimal('2.5'),
      altHolidayDays: decimal('1'),
      sickDays: decimal('12'),
    }
    const paid = pay({
      ...{ payDate: on('2028-08-13'), periodEnd: on('2028-08-13'), startDate: on('2024-05-06') },
      ...{ hours: [worked('40')], leaveBalances: held, convertsLeave: true },
    })
    // 2.5 × 40 + 40 × 4 × 93 ÷ 366 (6 May to 7 August) = 140.65574, and 3.076. 12 × 8 + 80 × 275 ÷ 366 = 156.10929, and 1.54.
    expect([paid.held, paid.days]).toEqual([
      ['143.73174', '157.64929', '8'],
      ['0', '0', '0'],
    ])
  })

  it('holds no part of a year whose 8% went out with the wages', () => {
    const paid = pay({
      ...{
        payDate: on('2028-08-13'),
        periodEnd: on('2028-08-13'),
        hours: [worked('40')],
        convertsLeave: true,
      },
      leaveSettings: settings({ isHolidayPayPaidWithWages: true }),
    })
    expect(paid.held[0]).toBe('3.076')
  })

  it.each([
    // Weeks end on Sunday: 31 July to 6 August 2028 began under the Holidays Act, wherever it is paid.
    ['2028-08-06', '2028-08-10', undefined],
    ['2028-08-13', '2028-08-13', true],
  ])('is that of the first period from the first day on (%s)', (end, payDate, converts) => {
    const timing = { payPeriod: 'WEEKLY', periodEnd: on(end), payDate: on(payDate) } as const
    const past = {
      ...{ timing: { ...timing, periodStart: on(end === '2028-08-06' ? '2028-07-31' : '2028-08-07') } },
      ...{ beforeId: 9, startDate: on('2028-06-05'), dateOfBirth: null, lastDay: null },
      ...{ mayHaveExtras: false, leaveTypes: [] },
    }
    const {
      hours,
      leave: rows,
      allowances,
      deductions,
      bonuses,
      sacrifices,
      backPayments,
      ...terms
    } = nzPay({
      startDate: on('2028-06-05'),
    })
    const lines = { hours, leave: rows, allowances, deductions, bonuses, sacrifices, backPayments }
    const asked = { past, lines, isWorkersComp: false, ending: null, taxShare: null }
    const state = { pays: [], balances: terms.leaveBalances, periodHours: null }
    const input = nz.inputOf(terms, asked, state, rates)
    expect(input.convertsLeave).toBe(converts)
    const names = nz.calculate(nz.settle(input, rates), rates).warnings.join(' ')
    expect(names.includes('Employment Leave Act 2026')).toBe(converts === true)
  })
})

describe('a final pay under the Act', () => {
  const ending = {
    ...{ terminationDate: on('2028-09-08'), isManualLeaveAmounts: false, isPaymentInLieuPaid: false },
    ...{ paymentInLieuAmount: null, redundancyAmount: null, nonEtpAmount: null, unusedHolidayAmount: null },
    ...{ unusedAltHolidayAmount: null, nzYtdTaxable: ZERO },
  }

  it('pays annual and alternative leave at the leave hourly rate, no 8% and no sick leave', () => {
    const paid = pay({ hours: [worked('40')], leaveBalances: HELD, termination: ending })
    // (50 + 3.076) × 30 = 1,592.28 and 8 × 30 = 240.
    const { unusedHolidayAmount, unusedAltHolidayAmount, nonEtpAmount } = paid.termination ?? {}
    expect([unusedHolidayAmount, unusedAltHolidayAmount, nonEtpAmount].map((of) => of?.toFixed(2))).toEqual([
      ...['1592.28', '240.00', '0.00'],
    ])
    expect(paid.held).toEqual(['0', '21.54', '0'])
  })

  it('pays the compensation of its own additional hours', () => {
    const overtime = worked('4', { ratePerUnit: decimal('45'), isOvertime: true })
    const paid = pay({ hours: [worked('40'), overtime], termination: ending })
    expect(paid.termination?.nonEtpAmount.toFixed(2)).toBe('15.00')
  })
})
