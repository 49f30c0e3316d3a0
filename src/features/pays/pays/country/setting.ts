import { type Decimal, decimal, isZero } from '../../../../kernel/values/money.ts'

const KEPT_MAX = 2000
const kept = new Map<string, Decimal>()

/** Parses a decimal setting of an employee. Thousands of employees share a few values, so they are cached. */
export function setting(text: string): Decimal {
  const known = kept.get(text)
  if (known) return known
  const value = decimal(text)
  if (kept.size >= KEPT_MAX) kept.clear()
  kept.set(text, value)
  return value
}

export function optionalSetting(value: string | number | null): Decimal | null {
  return value === null ? null : setting(String(value))
}

/** The hourly rate from a pay's facts, which have zero if the employee had no rate. */
export const rateText = (rate: Decimal): string | null => (isZero(rate) ? null : rate.toFixed())

/** An amount from a request, or null if none was sent. */
export function sentAmount(value: number | string | null | undefined): Decimal | null {
  return value === null || value === undefined ? null : decimal(String(value))
}
