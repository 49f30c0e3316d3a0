import { type Decimal, decimal, isZero } from '../../../../kernel/values/money.ts'

const KEPT_MAX = 2000
const kept = new Map<string, Decimal>()

/** A decimal out of an employee's settings. Thousands of employees share a few of them, so each is read once. */
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

/** An hourly rate out of the facts of a pay; they have a zero where the employee had none. */
export const rateText = (rate: Decimal): string | null => (isZero(rate) ? null : rate.toFixed())

/** An amount of a request, where it was sent. */
export function sentAmount(value: number | string | null | undefined): Decimal | null {
  return value === null || value === undefined ? null : decimal(String(value))
}
