import { addDays, type CivilDate } from '../../../kernel/values/dates.ts'
import { nameSome } from '../../../kernel/values/name-some.ts'
import type { Service } from '../../../service.ts'
import { type OutstandingStatement, readStatements } from '../../employees/statements/index.ts'
import type { WorkCompany } from './queries.ts'
import type { WorkItem } from './schema.ts'

type StatementItem = Pick<
  WorkItem,
  'key' | 'kind' | 'what' | 'status' | 'due_date' | 'company_id' | 'title' | 'people'
>

const NAMED_MAX = 3
/** Older statements are only in the report. A company that moves in would otherwise start with a long list. */
const LISTED_DAYS = 92

/** Statements that employees must be given: one entry for each company and statement, due on the earliest date. */
export async function statementItems(
  service: Service,
  companies: readonly WorkCompany[],
  today: CivilDate,
): Promise<StatementItem[]> {
  const found = await readStatements(service, companies, today)
  const from = addDays(today, -LISTED_DAYS)
  const open = found.filter(
    ({ status, due_date }) => (status === 'due' || status === 'overdue') && due_date >= from,
  )
  return [...Map.groupBy(open, ({ company_id, statement }) => `${company_id} ${statement}`).values()].flatMap(
    itemOf,
  )
}

function itemOf(own: readonly OutstandingStatement[]): StatementItem[] {
  const [first] = own.toSorted((a, b) => (a.due_date < b.due_date ? -1 : 1))
  if (!first) return []
  const people = [...new Map(own.map(({ employee_id, employee }) => [employee_id, employee])).values()]
  return [
    {
      key: `statement:${first.statement}`,
      kind: 'statement',
      what: first.occasion,
      status: own.some(({ status }) => status === 'overdue') ? 'overdue' : 'open',
      due_date: first.due_date,
      company_id: first.company_id,
      title: `Give the ${first.statement}: ${nameSome(people, NAMED_MAX, String)}`,
      people: people.length,
    },
  ]
}
