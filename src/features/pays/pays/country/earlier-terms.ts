import type { CivilDate } from '../../../../kernel/values/dates.ts'

/** Earlier terms, oldest first, that differ from those of the days after them. The last ones are compared with the present. */
export function withoutRepeats<Terms extends object>(
  earlier: readonly (Terms & { to: CivilDate })[],
  present: Terms,
): (Terms & { to: CivilDate })[] {
  const texts = [...earlier, present].map((terms) => JSON.stringify({ ...terms, to: undefined }))
  return earlier.filter((_, place) => texts[place] !== texts[place + 1])
}
