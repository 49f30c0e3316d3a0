import { countryOf } from '../../../countries/index.ts'
import { addDays, addYears, type CivilDate } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import { listPeople, type Person } from './queries.ts'

/* Statements that the law requires the employer to give to employees during the employment, such as those to casuals. */

export type OutstandingStatement = Omit<Person, 'employment_status' | 'employees'> & {
  statement: string
  occasion: string
  due_date: CivilDate
  status: 'given' | 'overdue' | 'due' | 'coming'
}

/** Days after which a statement that is due "as soon as practicable" counts as overdue. */
const OVERDUE_AFTER_DAYS = 14

/** The statements of the last and the next year. */
export async function readStatements(
  service: Service,
  companies: readonly { id: number; jurisdiction: string }[],
  today: CivilDate,
): Promise<OutstandingStatement[]> {
  const countries = new Map(companies.map(({ id, jurisdiction }) => [id, countryOf(jurisdiction)]))
  const bases = new Set([...countries.values()].flatMap(({ employee }) => employee.statementBases))
  const having = [...countries].filter(([, { employee }]) => employee.statementBases.length > 0)
  const people = await listPeople(
    service.database.query,
    having.map(([id]) => id),
    [...bases],
  )
  const [from, until] = [addYears(today, -1), addYears(today, 1)]
  return people.flatMap(({ employment_status, employees, ...person }) => {
    const rules = countries.get(person.company_id)?.employee
    const due =
      rules?.statementsDue({ employment_status, since: person.since, employees }, until, service.rates) ?? []
    return due
      .filter((each) => each.due >= from)
      .map(
        (each): OutstandingStatement => ({
          ...person,
          statement: each.statement,
          occasion: each.occasion,
          due_date: each.due,
          status: statusOf(each, person.given_on, today),
        }),
      )
  })
}

/** The statement of the start may be given before it; a later one counts from its own day. */
function statusOf(
  { due, isStart }: { due: CivilDate; isStart: boolean },
  givenOn: CivilDate | null,
  today: CivilDate,
): OutstandingStatement['status'] {
  if (givenOn !== null && (isStart || givenOn >= due)) return 'given'
  if (due > today) return 'coming'
  return addDays(due, OVERDUE_AFTER_DAYS) < today ? 'overdue' : 'due'
}
