import { type HistoryPeriod, lastDayIn } from '../../../countries/nz/law/check/history-pays.ts'
import { isListedYear } from '../../../countries/nz/law/public-holidays/public-holiday-dates.ts'
import type { NzRates } from '../../../countries/nz/law/rates/rates.ts'
import { addDays, addYears, type CivilDate, partsOf } from '../../../kernel/values/dates.ts'

/* A gap in an uploaded history, because of which a year cannot be fully checked. */

export type Gap = { date: CivilDate; reason: string }

export function gapsOf(startDate: CivilDate, periods: readonly HistoryPeriod[], rates: NzRates): Gap[] {
  return [
    ...missingPeriods(periods),
    ...beforeTheHistory(startDate, periods),
    ...afterTheEnd(periods),
    ...withoutColumns(periods, rates),
  ]
}

/** Weeks between two periods that have no row. */
function missingPeriods(periods: readonly HistoryPeriod[]): Gap[] {
  return periods.flatMap((period, index) => {
    const before = periods[index - 1]
    if (!before) return []
    const [from, to] = [addDays(before.end, 1), addDays(period.start, -1)]
    return from > to ? [] : [{ date: to, reason: `No row covers ${from} to ${to}: nothing was checked.` }]
  })
}

/** The average of 52 weeks needs a year of rows before the leave. */
function beforeTheHistory(startDate: CivilDate, periods: readonly HistoryPeriod[]): Gap[] {
  const [first] = periods
  if (!first || first.start <= startDate) return []
  const full = addYears(first.start, 1)
  const isAveraged = ({ leave, final }: HistoryPeriod) =>
    final !== null || leave.some(({ type }) => type !== 'UNPAID')
  return periods
    .filter((period) => period.end < full && isAveraged(period))
    .map(({ end }) => ({
      date: end,
      reason: `The rows begin on ${first.start}, after the start of the employment: until ${full} averages over 52 weeks are incomplete.`,
    }))
}

/** Wages paid late. If the employee came back, the later work needs another final pay or a name of its own. */
function afterTheEnd(periods: readonly HistoryPeriod[]): Gap[] {
  const lastDay = lastDayIn(periods)
  if (lastDay === undefined) return []
  return periods
    .filter(({ start }) => start > lastDay)
    .map(({ end }) => ({
      date: end,
      reason: `The employment ended on ${lastDay}: public holidays and leave after that day were not checked.`,
    }))
}

function withoutColumns(periods: readonly HistoryPeriod[], rates: NzRates): Gap[] {
  return periods.flatMap(({ end, workPattern, region }) => {
    if (!isListedYear(partsOf(end).year, rates))
      return [{ date: end, reason: 'The public holidays of the year are not listed.' }]
    if (workPattern === null)
      return [{ date: end, reason: 'Public holidays were not checked: work_pattern is missing.' }]
    return region === null
      ? [{ date: end, reason: 'The anniversary day was not checked: region is missing.' }]
      : []
  })
}
