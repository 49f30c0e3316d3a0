import type { Rates } from '../../../countries/index.ts'
import { type CivilDate, makeDate } from '../../../kernel/values/dates.ts'

/** The date by which an income year, named by the year it ends in, must be finalised. */
export function finalisationDue({ au }: Rates, year: number): CivilDate {
  const { finalisationMonth, finalisationDay } = au.stpDates.at(makeDate(year, 6, 30)).value
  return makeDate(year, finalisationMonth, finalisationDay)
}
