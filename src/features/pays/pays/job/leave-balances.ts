import type { Employee } from '../../../../database/tables/employees.ts'
import { type Decimal, decimal, sum, ZERO } from '../../../../kernel/values/money.ts'
import { keysOf } from '../../../../kernel/values/word-lists.ts'
import type { LeaveBalance, LeaveMovement } from '../../../../payroll/result.ts'

/** The balances that pays change, with the employee column of each running total. */
export const BALANCES = {
  holiday: 'holiday_hours',
  sick: 'sick_hours',
  lsl: 'lsl_hours',
  rdo: 'rdo_hours',
  toil: 'toil_hours',
  annual_holidays_weeks: 'annual_holidays_weeks',
  alt_holiday_days: 'alt_holiday_days',
  sick_days: 'sick_days',
  annual_leave_hours: 'annual_leave_hours',
  sick_leave_hours: 'sick_leave_hours',
  alt_leave_hours: 'alt_leave_hours',
} as const satisfies Record<LeaveBalance, string>

export type Balances = Pick<Employee, (typeof BALANCES)[keyof typeof BALANCES]>

/** The net movement of each balance by a pay, over all kinds of movement. */
export type LeaveMoved = Readonly<Partial<Record<LeaveBalance, Decimal>>>

/** Sums calculated movements by balance. */
export function movedBy(movements: readonly LeaveMovement[]): LeaveMoved {
  const byBalance = Map.groupBy(movements, ({ balance }) => balance)
  return Object.fromEntries(
    [...byBalance].map(([balance, own]) => [balance, sum(own.map(({ amount }) => amount))]),
  )
}

/** Adds movements to balances. */
export function withMoved(balances: Balances, moved: LeaveMoved): Balances {
  const changed = LEAVE_BALANCES.flatMap((balance) => {
    const column = BALANCES[balance]
    return moved[balance]
      ? [
          [
            column,
            decimal(balances[column] ?? '0')
              .plus(moved[balance])
              .toFixed(),
          ],
        ]
      : []
  })
  return { ...balances, ...Object.fromEntries(changed) }
}

/** The difference between two sets of movements. */
export function movedFrom(before: LeaveMoved, after: LeaveMoved): LeaveMoved {
  return Object.fromEntries(
    LEAVE_BALANCES.map(
      (balance) => [balance, (after[balance] ?? ZERO).minus(before[balance] ?? ZERO)] as const,
    ).filter(([, amount]) => !amount.eq(ZERO)),
  )
}
const LEAVE_BALANCES = keysOf(BALANCES)
