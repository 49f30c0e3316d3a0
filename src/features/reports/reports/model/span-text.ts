import { day } from '../../../platform/pdf/index.ts'

/** The pay dates of a report as text. */
export function spanText(from: string | null, to: string | null): string {
  if (from === null && to === null) return 'all pay dates'
  if (from === null) return `up to ${day(to ?? '')}`
  return to === null ? `from ${day(from)}` : `${day(from)} to ${day(to)}`
}
