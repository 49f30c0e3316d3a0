import type { LeaveType, StpCategory } from '../../../payroll/input.ts'

/** Leave that is no part of ordinary time earnings. */
const OUTSIDE_BASE: readonly LeaveType[] = [
  'ANCILLARY',
  'EMPLOYER_FUNDED_PAID_PARENTAL',
  'PAID_PARENTAL',
  'UNPAID',
  'WORKERS_COMP',
]

/** Back pay of overtime, and of leave that is no part of ordinary time earnings either. */
const OUTSIDE_BACK_PAY: readonly StpCategory[] = ['OVERTIME', 'LEAVEP', 'LEAVEW', 'LEAVEA', 'LEAVEU']

export const isOutsideSuper = (leave: LeaveType): boolean => OUTSIDE_BASE.includes(leave)
export const isBackPayOutsideSuper = (category: StpCategory): boolean => OUTSIDE_BACK_PAY.includes(category)
