import { CalculationError } from '../../../../kernel/values/calculation-error.ts'
import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, isZero, ONE, sum, toPlaces, ZERO } from '../../../../kernel/values/money.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import type { NzPayInput } from '../input/input.ts'
import { leaveDaysOf } from '../input/leave-spells.ts'
import { isCashedUpType } from '../input/leave-types.ts'
import type { LeaveMoves } from '../leave/leave.ts'

/* Annual holidays paid out on the employee's request: at most one week of an entitlement year (Holidays Act 2003 s 28A). */

/** Hours of annual holidays that other pays cashed up since the last anniversary. */
export function cashedUpHours(pays: readonly NzPastPay[], anniversary: CivilDate): Decimal {
  return sum(
    pays
      .flatMap((pay) => leaveDaysOf(pay.details?.lines ?? [], (line) => isCashedUpType(line.leaveType)))
      .filter((row) => row.date >= anniversary)
      .map((row) => row.hours),
  )
}

/** Refuses Australian leave types for cashing out, because they change no balance in New Zealand. */
export function refuseAustralianCashOut({ leave }: Pick<NzPayInput, 'leave'>): void {
  const other = leave.find((line) => line.leaveType.startsWith('AU_'))
  if (other)
    throw new CalculationError(
      `${other.leaveType} is leave cashed out in Australia. In New Zealand send NZ_CASHED_UP_HOLIDAYS (Holidays Act 2003 s 28A).`,
    )
}

/** Refuses a cash-up that the Act does not allow. */
export function refuseTooMuchCashUp(input: NzPayInput, { entitledWeeks }: LeaveMoves): void {
  const own = sum(input.leave.filter((line) => isCashedUpType(line.leaveType)).map((line) => line.hours))
  const hoursPerWeek = input.hoursPerDay.times(input.daysPerWeek)
  if (isZero(own) || isZero(hoursPerWeek)) return
  const weeks = own.plus(input.holidayHistory.cashedUpHours ?? ZERO).div(hoursPerWeek)
  if (weeks.gt(ONE))
    throw new CalculationError(
      `At most one week of annual holidays may be paid out in an entitlement year (Holidays Act 2003 s 28A); with this pay it would be ${toPlaces(weeks, 2).toFixed()} weeks.`,
    )
  if (entitledWeeks.lt(ZERO))
    throw new CalculationError(
      'Only annual holidays that the employee is entitled to may be paid out (Holidays Act 2003 s 28A); the balance is not enough.',
    )
}
