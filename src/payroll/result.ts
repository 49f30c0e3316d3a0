import type { Decimal } from '../kernel/values/money.ts'
import type { LeaveType } from './input.ts'
import type { Step } from './trace.ts'

/**
 * The balances that pays change, in hours (NZ annual holidays in weeks, alternative holidays and sick leave in days, all of them
 * in hours from the Employment Leave Act 2026 on).
 */
export type LeaveBalance =
  | 'holiday'
  | 'sick'
  | 'lsl'
  | 'rdo'
  | 'toil'
  | 'annual_holidays_weeks'
  | 'alt_holiday_days'
  | 'sick_days'
  | 'annual_leave_hours'
  | 'sick_leave_hours'
  | 'alt_leave_hours'

/** A movement belongs to its pay: deleting the pay reverses it. */
export type LeaveMovement = {
  balance: LeaveBalance
  kind: 'accrued' | 'taken' | 'paid-out'
  /** Signed: accrued leave is positive, leave taken is negative. */
  amount: Decimal
}

/** Row amounts, in the order of the input lines. */
export type LineAmounts = {
  hours: readonly Decimal[]
  leave: readonly { leaveType: LeaveType; amount: Decimal; loading: Decimal }[]
  allowances: readonly Decimal[]
  deductions: readonly Decimal[]
  bonuses: readonly Decimal[]
  sacrifices: readonly Decimal[]
  backPayments: readonly Decimal[]
}

/** Figures common to both countries. net = gross − tax − deductions (NZ: − student loan − KiwiSaver), to the cent. */
export type CommonFigures = {
  gross: Decimal
  tax: Decimal
  net: Decimal
  deductions: Decimal
  workersCompensation: Decimal
}

export type CommonPayResult = {
  lines: LineAmounts
  leaveMovements: readonly LeaveMovement[]
  steps: readonly Step[]
  /** Warnings that a payroll officer should read before the pay is paid. */
  warnings: readonly string[]
}
