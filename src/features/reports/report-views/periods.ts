import type { ReportView } from '../../../database/tables/report-views.ts'
import {
  addDays,
  addMonths,
  type CivilDate,
  dayOfWeek,
  makeDate,
  partsOf,
} from '../../../kernel/values/dates.ts'
import type { Report } from '../reports/index.ts'

type Span = { from: CivilDate | null; to: CivilDate | null }
type TaxYear = (date: CivilDate) => { start: CivilDate; end: CivilDate }

/** The dates of a view on a given day, as report parameters. */
export function datesOf(
  view: Pick<ReportView, 'period' | 'from_date' | 'to_date'>,
  report: Report,
  { today, taxYear, suggested }: { today: CivilDate; taxYear: TaxYear; suggested: Span },
): Span {
  if (report.dates === 'none') return { from: null, to: null }
  const { from, to } = spanOf(view, today, taxYear, suggested)
  return { from: report.dates === 'span' ? from : null, to }
}

function spanOf(
  view: Pick<ReportView, 'period' | 'from_date' | 'to_date'>,
  today: CivilDate,
  taxYear: TaxYear,
  suggested: Span,
): Span {
  const month = firstOfMonth(today)
  switch (view.period) {
    case 'latest':
      return suggested
    case 'last-week': {
      const monday = mondayOf(today)
      return { from: addDays(monday, -7), to: addDays(monday, -1) }
    }
    case 'this-month':
      return { from: month, to: today }
    case 'last-month':
      return { from: addMonths(month, -1), to: addDays(month, -1) }
    case 'last-quarter': {
      const quarter = addMonths(month, -((partsOf(month).month - 1) % 3))
      return { from: addMonths(quarter, -3), to: addDays(quarter, -1) }
    }
    case 'this-tax-year':
      return { from: taxYear(today).start, to: today }
    case 'last-tax-year': {
      const { start, end } = taxYear(addDays(taxYear(today).start, -1))
      return { from: start, to: end }
    }
    case 'dates':
      return { from: view.from_date, to: view.to_date }
  }
}

/** The next delivery date after `today`. */
export function nextDelivery(every: 'week' | 'month', today: CivilDate): CivilDate {
  return every === 'week' ? addDays(mondayOf(today), 7) : addMonths(firstOfMonth(today), 1)
}

function firstOfMonth(date: CivilDate): CivilDate {
  const { year, month } = partsOf(date)
  return makeDate(year, month, 1)
}

const mondayOf = (date: CivilDate): CivilDate => addDays(date, -((dayOfWeek(date) + 6) % 7))
