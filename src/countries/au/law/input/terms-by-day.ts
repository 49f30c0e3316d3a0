import { addDays, type CivilDate } from '../../../../kernel/values/dates.ts'
import { present } from '../../../../kernel/values/present.ts'
import type { EarlierTerms } from './earlier-terms.ts'
import type { AuPayInput } from './input.ts'

/** The part of a pay to which one set of terms applies, with its own rows. An absent day leaves that end open. */
export type TermsSpan = { input: AuPayInput; from?: CivilDate; to?: CivilDate }

/**
 * The pay by its terms, oldest first. A row with a date belongs to the terms of its day, a row without one to the last terms
 * of the pay. So do all figures of the period's other pays.
 */
export function termsByDay(input: AuPayInput): TermsSpan[] {
  const { earlierTerms = [], hours, leave } = input
  if (earlierTerms.length === 0) return [{ input }]
  const ends = earlierTerms.map(({ to }) => to)
  const placeOf = ({ date }: { date?: CivilDate | null }) => {
    const place = date ? ends.findIndex((to) => date <= to) : -1
    return place < 0 ? ends.length : place
  }
  const own = (place: number) => ({
    hours: hours.filter((line) => placeOf(line) === place),
    leave: leave.filter((line) => placeOf(line) === place),
  })
  const earlier = earlierTerms.map(({ to, ...terms }, place): TermsSpan => {
    const before = ends[place - 1]
    return {
      input: { ...input, ...terms, ...own(place) },
      ...(before ? { from: addDays(before, 1) } : {}),
      to,
    }
  })
  const from = addDays(present(ends.at(-1)), 1)
  return [...earlier, { input: { ...input, ...own(ends.length) }, from }]
}

/** The terms of a row's day. */
export function termsOn(input: AuPayInput, day: CivilDate | null): Omit<EarlierTerms, 'to'> {
  return (day && input.earlierTerms?.find(({ to }) => day <= to)) || input
}
