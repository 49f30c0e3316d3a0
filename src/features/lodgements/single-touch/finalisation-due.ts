import { uncheckedDate } from '../../../countries/au/law/rates/unverified.ts'
import type { Rates } from '../../../countries/index.ts'
import { type CivilDate, makeDate } from '../../../kernel/values/dates.ts'

/** The date by which an income year, named by the year it ends in, must be finalised. */
export function finalisationDue({ au }: Rates, year: number): CivilDate {
  const { finalisationMonth, finalisationDay } = au.stpDates.at(makeDate(year, 6, 30)).value
  return makeDate(year, finalisationMonth, finalisationDay)
}

/** A sentence if that date follows a rule that no one has checked. */
export function finalisationNote({ au }: Rates, year: number): string | null {
  return uncheckedDate(au.stpDates.at(makeDate(year, 6, 30)))
}
