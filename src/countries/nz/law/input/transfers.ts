import { type CivilDate, isCivilDate } from '../../../../kernel/values/dates.ts'

/**
 * A public holiday that employee and employer agreed in writing to observe on another day (Holidays Act 2003 s 44B). Or, for
 * shifts past midnight, in the 24 hours from a time on the day before or the day itself (s 44A).
 */
export type Transfer = {
  from: CivilDate
  /** The day that replaces the holiday. Rows of this day, and shifts that begin on it, are the public holiday. */
  to: CivilDate
  /** When the 24 hours begin, such as `12:00`. Absent for the whole day from midnight to midnight. */
  startsAt?: string
}

/** Reads `2026-10-26>2026-10-30,2026-12-25>2026-12-24T12:00` as pairs of days. Skips invalid pairs. */
export function readTransfers(text: string): Transfer[] {
  return text.split(',').flatMap((pair) => {
    const [from = '', until = ''] = pair.split('>')
    const [to = '', startsAt] = until.split('T')
    if (!isCivilDate(from) || !isCivilDate(to)) return []
    return [startsAt === undefined ? { from, to } : { from, to, startsAt }]
  })
}
