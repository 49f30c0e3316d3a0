import { type CivilDate, isCivilDate } from '../dates.ts'

/** A public holiday that employee and employer agreed in writing to observe on another day (Holidays Act 2003 s 44A). */
export type Transfer = { from: CivilDate; to: CivilDate }

/** `2026-10-26>2026-10-30,2026-12-25>2026-12-29` as pairs of days; a pair that is none is left out. */
export function readTransfers(text: string): Transfer[] {
  return text.split(',').flatMap((pair) => {
    const [from = '', to = ''] = pair.split('>')
    return isCivilDate(from) && isCivilDate(to) ? [{ from, to }] : []
  })
}
