import { type Decimal, isZero, sum, ZERO } from '../../../../kernel/values/money.ts'
import { hoursBehind } from '../../../../payroll/earnings.ts'
import type { AllowanceLine } from '../../../../payroll/input.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { NzPayInput } from '../input/input.ts'
import type { EmploymentLeaveRates } from '../rates/rates.ts'
import { leaveCompensation } from './employment-leave.ts'
import { standardHoursOf } from './standard-hours.ts'

/* The leave compensation payment of the Employment Leave Act 2026 (s 126): a row of its own, as the section requires. */

/** The row that the service adds and prices. */
export const COMPENSATION_ROW = 'Leave compensation (12.5%)'

export const isCompensationRow = ({ description }: Pick<AllowanceLine, 'description'>): boolean =>
  description.trim().toLowerCase() === COMPENSATION_ROW.toLowerCase()

/** Leave that compensation is also paid on: the hours would have been additional or casual ones (s 126(3)). */
const ALSO_FOR: ReadonlySet<string> = new Set(['NZ_BEREAVEMENT', 'NZ_FAMILY_VIOLENCE', 'ALT_HOLIDAY'])

/**
 * Hours that accrue no leave: overtime, and hours beyond the standard ones. All hours of a casual employee, and the leave that
 * replaces them.
 */
function additionalHoursOf(input: NzPayInput): Decimal {
  const hoursOf = (isOvertime: boolean) =>
    sum(
      input.hours
        .filter((line) => line.isOvertime === isOvertime)
        .map((line) => hoursBehind(line, input.hoursPerDay)),
    )
  const [ordinary, overtime] = [hoursOf(false), hoursOf(true)]
  if (input.leaveSettings.isCasual) {
    const leave = input.leave.filter(({ leaveType }) => ALSO_FOR.has(leaveType)).map(({ hours }) => hours)
    return sum([ordinary, overtime, ...leave])
  }
  const standard = standardHoursOf(input)
  const beyond = sum([ordinary, ...input.leave.map(({ hours }) => hours)]).minus(standard)
  return beyond.gt(ZERO) ? overtime.plus(beyond) : overtime
}

/** The compensation that the pay owes, or zero. */
export function compensationOwed(
  input: NzPayInput,
  hourly: Decimal,
  table: Dated<EmploymentLeaveRates>,
  trace: Trace,
): Decimal {
  const additional = input.leaveSettings.isLeaveEnabled ? additionalHoursOf(input) : ZERO
  return isZero(additional) ? ZERO : leaveCompensation({ additional }, hourly, table, trace)
}
