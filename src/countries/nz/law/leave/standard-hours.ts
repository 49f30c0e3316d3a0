import { type Decimal, notBelowZero, smaller, sum, whole, ZERO } from '../../../../kernel/values/money.ts'
import { hoursBehind } from '../../../../payroll/earnings.ts'
import { periodStartFor } from '../../../../payroll/pay-periods.ts'
import { countWorkDays } from '../../../../payroll/work-days.ts'
import { fixedPattern, hoursBetween } from '../../../../payroll/work-pattern.ts'
import type { NzPayInput } from '../input/input.ts'
import { isInsteadOfTimeOff } from '../input/leave-types.ts'
import { workDaysOf } from '../public-holidays/public-holiday-work.ts'

/* Standard hours of a pay period (Employment Leave Act 2026 s 6): the hours that the agreement guarantees. */

/** The agreed hours of the period, within the employment. A casual employee has none. */
export function standardHoursOf(input: NzPayInput): Decimal {
  if (input.leaveSettings.isCasual) return ZERO
  const start = periodStartFor(input.payPeriod, input.periodEnd)
  const from = start < input.startDate ? input.startDate : start
  const lastDay = input.termination?.terminationDate ?? input.periodEnd
  const to = lastDay < input.periodEnd ? lastDay : input.periodEnd
  const pattern = fixedPattern(input.leaveSettings.workPattern)
  if (pattern) return hoursBetween(pattern, from, to)
  return input.hoursPerDay.times(whole(countWorkDays(workDaysOf(input), from, to)))
}

/** Unpaid leave that accrues no leave (ss 25 and 74). Parental, sick and bereavement leave under an Act does accrue. */
const ACCRUES_NONE: ReadonlySet<string> = new Set(['UNPAID', 'NZ_ACC_LATER_WEEKS'])

/**
 * Hours of this pay that accrue leave: work and leave, up to the standard hours of the period. A pay without hours, such as a
 * salary, is for all standard hours apart from leave that accrues none.
 */
export function accruingHoursOf(input: NzPayInput): Decimal {
  const standard = standardHoursOf(input)
  const worked = sum(
    input.hours.filter((line) => !line.isOvertime).map((line) => hoursBehind(line, input.hoursPerDay)),
  )
  const hoursOf = (accruesNone: boolean) =>
    sum(
      input.leave
        .filter(
          ({ leaveType }) => ACCRUES_NONE.has(leaveType) === accruesNone && !isInsteadOfTimeOff(leaveType),
        )
        .map(({ hours }) => hours),
    )
  const isSalary =
    worked.eq(ZERO) && input.hours.some(({ value, ratePerUnit }) => value.times(ratePerUnit).gt(ZERO))
  return isSalary
    ? notBelowZero(standard.minus(hoursOf(true)))
    : smaller(standard, worked.plus(hoursOf(false)))
}
