import { NZ_FIGURES } from '../../src/countries/nz/law/figures/figures.ts'
import type { NzPastPay } from '../../src/countries/nz/law/figures/past-pay.ts'
import { addDays, civilDate } from '../../src/kernel/values/dates.ts'
import { emptyHistory } from '../../src/payroll/figure-history.ts'
import type { PastLine, PastQuestion } from '../../src/payroll/history.ts'
import type { LeaveType } from '../../src/payroll/input.ts'

/* A weekly New Zealand pay of 1 October 2026, and earlier pays. */

export const TIMING = {
  payDate: civilDate('2026-10-01'),
  payPeriod: 'WEEKLY' as const,
  periodStart: civilDate('2026-09-28'),
  periodEnd: civilDate('2026-10-04'),
}

export const askedOf = (change: Partial<PastQuestion> = {}): PastQuestion => ({
  timing: TIMING,
  beforeId: 1000,
  startDate: civilDate('2020-01-06'),
  dateOfBirth: null,
  lastDay: null,
  mayHaveExtras: false,
  leaveTypes: [],
  ...change,
})

/** A weekly pay with a pay date on a Thursday, for the week that ends three days later. */
export function pastPay(payDate: string, change: Partial<NzPastPay> = {}): NzPastPay {
  const day = civilDate(payDate)
  const periodStart = addDays(day, -3)
  return {
    id: 5,
    isTermination: false,
    payDate: day,
    payPeriod: 'WEEKLY',
    periodStart,
    periodEnd: addDays(day, 3),
    ...emptyHistory(NZ_FIGURES, { ...TIMING, periodStart }),
    gross: '1000.00',
    levyLiable: '900.00',
    ordinary: '800.00',
    payeOrdinary: '150.00',
    studentLoanBase: '700.00',
    studentLoan: '60.00',
    studentLoanCir: '5.00',
    holidayGross: '1000.00',
    hoursPaid: '40',
    daysPaid: '5',
    isLeaveEnabled: true,
    details: null,
    ...change,
  }
}

export const pastLine = (change: Partial<PastLine>): PastLine => ({
  ...{
    kind: 'hours',
    description: 'Hours',
    amount: '1000',
    quantity: '40',
    units: 'hours',
    isOvertime: false,
  },
  ...{ leaveType: null, date: null, taxMethod: null, stpCategory: null, isReturnToWork: false },
  ...{ startDate: null, endDate: null, isOutsideGross: false },
  ...change,
})

/** A leave row of an earlier pay. */
export const pastLeave = (leaveType: LeaveType, date: string, hours: string, amount = '0'): PastLine =>
  pastLine({
    kind: 'leave',
    description: 'Leave',
    amount,
    quantity: hours,
    units: null,
    leaveType,
    date: civilDate(date),
  })

/** The details of a pay with these rows. */
export const detailed = (...lines: readonly PastLine[]): Pick<NzPastPay, 'details'> => ({
  details: { ratePerHour: '25', hoursPerDay: '8', daysPerWeek: '5', workDays: null, lines },
})
