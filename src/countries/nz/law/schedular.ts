import { isZero, ZERO } from '../../../kernel/values/money.ts'
import type { NzPayInput } from './input/input.ts'
import type { LeaveMoves } from './leave/leave.ts'
import type { LeaveAtEnd } from './termination/hours.ts'

/*
 * Schedular payments (tax code WT) go to contractors. They are not employees (Holidays Act 2003 s 5), so no leave Act applies: no
 * holidays, no sick leave, no 8%.
 */

export const NO_LEAVE_WORDS =
  'Tax code WT is for contractors: schedular payments earn no holidays, no sick leave and no 8% (Holidays Act 2003 s 5).'

/** No leave arises or is taken. Balances stay as they are. */
export const keepBalances = ({ leaveBalances }: NzPayInput): LeaveMoves => ({
  movements: [],
  entitledWeeks: leaveBalances.annualHolidaysWeeks,
  altDays: leaveBalances.altHolidayDays,
  hasAnniversary: false,
})

export const NO_LEAVE_AT_THE_END: LeaveAtEnd = {
  words: 'holiday pay',
  unusedHoliday: () => ZERO,
  since: () => ZERO,
  altHoliday: () => ZERO,
  warnings: [],
}

/** Warns about leave rows, and about balances from when the person was an employee. */
export function schedularWarnings({ leave, leaveBalances, termination }: NzPayInput): string[] {
  const { annualHolidaysWeeks, altHolidayDays } = leaveBalances
  const isBalanceLeft = !isZero(annualHolidaysWeeks) || !isZero(altHolidayDays)
  const balance = `The balance of ${annualHolidaysWeeks.toFixed()} weeks of annual holidays and ${altHolidayDays.toFixed()} alternative holidays is not paid out: if it was earned as an employee, enter the amounts (is_manual_leave_amounts).`
  return [
    ...(leave.length > 0 || termination ? [NO_LEAVE_WORDS] : []),
    ...(termination && isBalanceLeft ? [balance] : []),
  ]
}
