import type { Opening } from '../../../countries/contract/opening.ts'
import { countryOf } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { reportedYearsThatDiffer } from './year.ts'

/**
 * A history entry for opening balances that were set, changed or removed, with their date. It names the income
 * years whose reported figures differ now: the tax office may hold the old ones.
 */
export const historyOf = (
  company: Company,
  id: number,
  before: Opening | undefined,
  after: Opening | undefined,
) => ({
  employee: { id, company_id: company.id, customer_id: company.customer_id },
  action: 'opening-figures' as const,
  changes: [
    { field: 'opening_figures_as_at', before: before?.asAt ?? null, after: after?.asAt ?? null },
    ...(countryOf(company.jurisdiction).opening.hasReportedYear
      ? reportedYearsThatDiffer(before, after)
      : []
    ).map((year) => ({ field: 'opening_figures_reported', before: null, after: String(year) })),
  ],
})
