import { type Decimal, sum } from '../../../kernel/values/money.ts'
import { hoursBehind } from '../../../payroll/earnings.ts'
import { isCashedOut } from './cash-out.ts'
import type { AuPayInput } from './input.ts'

/** Hours worked and on paid leave. */
export function hoursPaidIn({ hours, leave, hoursPerDay }: AuPayInput): Decimal {
  return sum([
    ...hours.map((line) => hoursBehind(line, hoursPerDay)),
    ...leave
      .filter((line) => line.leaveType !== 'UNPAID' && !isCashedOut(line.leaveType))
      .map((line) => line.hours),
  ])
}
