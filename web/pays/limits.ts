/* What cannot be entered into a pay, in the grid, the editor and a correction. */

/** The first and last day of a run's period. */
export type Period = { start: string; end: string }

const DAY_MS = 86_400_000
const daysOf = ({ start, end }: Period) => Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1

/** The hours of a period, and the end of a sentence that names them. */
export function hoursLimit(period: Period): { most: number; limit: string } {
  const days = daysOf(period)
  return { most: 24 * days, limit: `the period has ${24 * days} (${days} days of 24)` }
}

export const NEGATIVE_HOURS =
  'Hours cannot be negative. To take hours back, correct the pay they were paid in.'

/** Why more hours than the period has cannot be entered. */
export function hoursProblem(value: number, period: Period): string | null {
  const { most, limit } = hoursLimit(period)
  return value > most ? `${value} hours cannot be worked: ${limit}.` : null
}

/** The same for all hours of a pay together. */
export function totalProblem(total: number, period: Period): string | null {
  const { most, limit } = hoursLimit(period)
  return total > most ? `All hours together would be ${total}: ${limit}.` : null
}

/** Sums without the noise of binary fractions. */
export const rounded = (value: number) => Math.round(value * 10_000) / 10_000

/** Why an amount with a part of a cent cannot be entered. It would be shown as another amount than the one that is paid. */
export function centsProblem(value: number): string | null {
  const cents = Math.round(value * 100)
  return Math.abs(value * 100 - cents) > 1e-6
    ? `Dollars have two decimals at most. Write ${(cents / 100).toFixed(2)}.`
    : null
}
