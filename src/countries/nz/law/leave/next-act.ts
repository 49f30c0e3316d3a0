import { CalculationError } from '../../../../kernel/values/calculation-error.ts'
import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { NzRates } from '../rates/rates.ts'

/**
 * The Holidays Act ends when the Employment Leave Act 2026 starts. The new Act's rates are on file for information, but pays are
 * not calculated by it yet.
 */
export function refuseNextAct(payDate: CivilDate, rates: NzRates): void {
  const next = rates.employmentLeave.entries[0]?.from
  if (next !== undefined && payDate >= next)
    throw new CalculationError(
      `From ${next} the Employment Leave Act 2026 replaces the Holidays Act 2003. This version does not support the new Act yet: use pay dates before that day.`,
    )
}
