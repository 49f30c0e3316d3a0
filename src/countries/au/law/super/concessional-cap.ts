import { ZERO } from '../../../../kernel/values/money.ts'
import type { AuPayInput } from '../input/input.ts'
import type { AuRates } from '../rates/rates.ts'
import { uncheckedNote } from '../rates/unverified.ts'
import type { Contribution } from './retirement.ts'

/**
 * Employer and sacrificed contributions above the cap are taxed as the employee's income, so the employee may want an early
 * warning.
 */
export function capWarnings(
  { payDate, yearToDate }: AuPayInput,
  { total }: Contribution,
  rates: AuRates,
): string[] {
  const table = rates.concessionalCap.find(payDate)
  const cap = table?.value.amount
  const year = (yearToDate.contributions ?? ZERO).plus(total)
  if (!cap || total.lte(ZERO) || year.lte(cap)) return []
  return [
    `Super contributions of the income year come to ${year.toFixed(2)}, above the concessional cap of ${cap.toFixed()}: the employee may owe tax on the excess, unless unused cap of earlier years is left.${uncheckedNote(table)}`,
  ]
}
