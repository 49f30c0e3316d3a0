import type { LeaveType, StpCategory } from '../../../../payroll/input.ts'

/** Leave that is not part of ordinary time earnings. */
const OUTSIDE_BASE: readonly LeaveType[] = [
  'ANCILLARY',
  'EMPLOYER_FUNDED_PAID_PARENTAL',
  'PAID_PARENTAL',
  'UNPAID',
  'WORKERS_COMP',
]

/** Back pay for overtime, and for leave that is not part of ordinary time earnings. */
const OUTSIDE_BACK_PAY: readonly StpCategory[] = ['OVERTIME', 'LEAVEP', 'LEAVEW', 'LEAVEA', 'LEAVEU']

export const isOutsideSuper = (leave: LeaveType): boolean => OUTSIDE_BASE.includes(leave)
export const isBackPayOutsideSuper = (category: StpCategory): boolean => OUTSIDE_BACK_PAY.includes(category)
