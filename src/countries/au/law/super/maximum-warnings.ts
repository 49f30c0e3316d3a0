import type { Decimal } from '../../../../kernel/values/money.ts'
import type { AuPayInput } from '../input/input.ts'
import type { AuRates } from '../rates/rates.ts'

/** Super stops at the maximum contribution base, which may count opening figures that are only the gross. */
export function maximumWarnings(
  { payDate, yearToDate }: AuPayInput,
  { base, counted }: { base: Decimal; counted: Decimal },
  rates: AuRates,
): string[] {
  const { superBaseFromGross: gross, superBaseInYear, superBaseInQuarter } = yearToDate
  const { amount, period } = rates.superMaximum.at(payDate).value
  const before = period === 'year' ? superBaseInYear : superBaseInQuarter
  if (!gross || counted.gte(base) || before.lt(gross)) return []
  return [
    `Super stops at the maximum contribution base of ${amount.toFixed()}, which counts the gross of ${gross.toFixed(2)} from the opening figures: super_earnings was not given. Send it if super was paid on less.`,
  ]
}
