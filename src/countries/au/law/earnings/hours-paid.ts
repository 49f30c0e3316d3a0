import { type Decimal, sum } from '../../../../kernel/values/money.ts'
import { hoursBehind } from '../../../../payroll/earnings.ts'
import { isUnpaidLeave } from '../../../../payroll/words.ts'
import type { AuPayInput } from '../input/input.ts'
import { isCashedOut } from './cash-out.ts'

/** Hours worked plus hours of paid leave. */
export function hoursPaidIn({ hours, leave, hoursPerDay }: AuPayInput): Decimal {
  return sum([
    ...hours.map((line) => hoursBehind(line, hoursPerDay)),
    ...leave
      .filter((line) => !isUnpaidLeave(line.leaveType) && !isCashedOut(line.leaveType))
      .map((line) => line.hours),
  ])
}
