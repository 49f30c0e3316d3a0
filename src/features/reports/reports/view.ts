import type { Static } from 'typebox'
import type { Report } from './model/report.ts'
import type { SuggestedDates } from './run.ts'
import { FORMATS, type ListedReport } from './schema.ts'

const DATES = { span: ['from_date', 'to_date'], 'as-at': ['to_date'], none: [] } as const

/** A report in the list. */
export function viewReport(report: Report, suggested: SuggestedDates): Static<typeof ListedReport> {
  return {
    name: report.name,
    title: report.title,
    description: report.description,
    parameters: [...DATES[report.dates], 'group_by', ...report.takes, 'format'],
    groupings: Object.entries(report.groupings).map(([name, { title }]) => ({ name, title })),
    formats: [...FORMATS],
    is_for_owner: report.isForOwner ?? false,
    is_of_tax_year: report.isOfTaxYear ?? false,
    suggested_from_date: suggested.from,
    suggested_to_date: suggested.to,
  }
}
