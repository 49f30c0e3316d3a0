import { type RawBuilder, sql } from 'kysely'
import { LINES } from '../load/lines.ts'
import { EMPLOYEE, EMPLOYEE_COLUMNS, MONTH, PAYS, paysAsked, STATE } from '../load/pays.ts'
import { EMPLOYER_SUPER } from '../load/wages.ts'
import { type Column, count, type Grouping, money, type Report, type Row, text } from '../model/report.ts'

const TERMINATION = sql`coalesce((termination.result ->> 'total_amount')::numeric, 0)`
const WAGE = sql`(pays.gross + lines.sacrifices - ${TERMINATION} - pays.workers_compensation)`

const NOTE =
  'The parts that insurers ask for, not a declaration: whether super, termination payments and fringe benefits count differs by state. Wages are earnings before salary sacrifice without termination and workers compensation payments.'

function groupedBy(title: string, keys: readonly Column[], of: RawBuilder<unknown>): Grouping {
  const places = sql.join(keys.map((_, index) => sql.lit(index + 1)))
  return {
    title,
    build: (question) => ({
      notes: [NOTE],
      columns: [
        ...keys,
        { ...count('employees', 'Employees'), isTotalled: false },
        money('wages', 'Wages'),
        money('termination', 'Termination payments'),
        money('compensation', 'Workers compensation paid'),
        money('super', 'Super'),
        money('wages_with_super', 'Wages with super'),
      ],
      rows: sql<Row>`
        select ${of}, count(distinct pays.employee_id)::int as employees,
          sum(${WAGE}) as wages,
          sum(${TERMINATION}) as termination, sum(pays.workers_compensation) as compensation,
          sum(${EMPLOYER_SUPER}) as super, sum(${WAGE} + ${EMPLOYER_SUPER}) as wages_with_super
        from ${PAYS} join ${LINES} left join terminations termination on termination.pay_id = pays.id
        where ${paysAsked(question)} group by ${places} order by ${places}`,
    }),
  }
}

const state = text('state', 'State')

export const workersCompensationWages: Report = {
  name: 'workers-compensation-wages',
  title: 'Workers compensation wages by state',
  description:
    'Wages of each state as an insurer asks for them, with the parts that some states exclude shown separately.',
  isOfOneCountry: true,
  dates: 'span',
  isOfTaxYear: true,
  takes: [],
  groupings: {
    state: groupedBy('By state', [state], sql`${STATE} as state`),
    'state-month': groupedBy(
      'By state and month',
      [state, text('month', 'Month')],
      sql`${STATE} as state, ${MONTH} as month`,
    ),
    employee: groupedBy(
      'By state and employee',
      [state, ...EMPLOYEE_COLUMNS],
      sql`${STATE} as state, ${EMPLOYEE}`,
    ),
  },
}
