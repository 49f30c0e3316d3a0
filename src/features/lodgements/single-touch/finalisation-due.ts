import type { Rates } from '../../../countries/index.ts'
import { type CivilDate, makeDate } from '../../../kernel/values/dates.ts'

/** By when an income year, named by the year it ends in, is declared complete. */
export function finalisationDue({ au }: Rates, year: number): CivilDate {
  const { finalisationMonth, finalisationDay } = au.stpDates.at(makeDate(year, 6, 30)).value
  return makeDate(year, finalisationMonth, finalisationDay)
}
