import type { Jurisdiction } from '../api/types.ts'
import { paths } from '../paths.ts'

export type WorkItem = {
  key: string
  kind:
    | 'obligation'
    | 'pay-run'
    | 'request'
    | 'lodgement'
    | 'held-back'
    | 'payslip-mail'
    | 'unusual'
    | 'esct-rates'
    | 'returned'
    | 'statement'
  what: string
  status: 'open' | 'overdue' | 'under-way' | 'failed'
  due_date: string
  company_id: number
  company: string
  jurisdiction: Jurisdiction
  client_id: number | null
  title: string
  people: number
  amount: number | null
  pay_run_id: number | null
  period_end_date: string | null
  submission_id: number | null
  assignee_id: number | null
  note: string | null
  snoozed_until: string | null
}
export type Officer = { id: number; name: string }
export type WorkList = {
  items: WorkItem[]
  next: string | null
  total: number
  counts: { overdue: number; open: number; under_way: number; failed: number }
  companies_behind: number
  officers: Officer[]
}
export type Grouping = 'date' | 'company' | 'officer'

/** The page for an entry. */
export function placeOfItem({ kind, company_id: company, pay_run_id, submission_id }: WorkItem): string {
  if (kind === 'pay-run' || kind === 'unusual' || kind === 'returned')
    return pay_run_id === null ? paths.pays(company) : paths.run(company, pay_run_id)
  if (kind === 'request') return paths.requests(company)
  if (kind === 'statement') return paths.employees(company)
  if (kind === 'esct-rates') return paths.esctRates(company)
  if (kind === 'payslip-mail') return paths.pays(company)
  return submission_id === null ? paths.reporting(company) : paths.submission(company, submission_id)
}

/** The entries under headings: dates in order, companies and payroll officers by name. */
export function groupItems(items: readonly WorkItem[], by: Grouping, officers: readonly Officer[]) {
  const names = new Map(officers.map(({ id, name }) => [id, name]))
  const titleOf = (item: WorkItem) => {
    if (by === 'date') return item.due_date
    if (by === 'company') return item.company
    return item.assignee_id === null ? 'Not assigned' : (names.get(item.assignee_id) ?? 'Former employee')
  }
  return [...Map.groupBy(items, titleOf)]
    .map(([title, own]) => ({ title, items: own }))
    .sort((a, b) => a.title.localeCompare(b.title))
}
