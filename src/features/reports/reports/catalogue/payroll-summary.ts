import { type RawBuilder, sql } from 'kysely'
import {
  columnsOf,
  DEPARTMENT,
  MONTH,
  NAME,
  PAY_COUNT,
  PAYS,
  payFigures,
  paysAsked,
  summed,
} from '../load/pays.ts'
import { type Column, count, date, type Grouping, id, type Report, type Row, text } from '../model/report.ts'

/** A grouping key, with the expression to group and order by. */
type Key = { column: Column; of: RawBuilder<unknown> }

function groupedBy(title: string, keys: readonly Key[]): Grouping {
  return {
    title,
    build(question) {
      const figures = payFigures(question.company.jurisdiction)
      const places = sql.join(keys.map((_, index) => sql.lit(index + 1)))
      const rows = sql<Row>`
        select ${sql.join(keys.map(({ column, of }) => sql`${of} as ${sql.ref(column.name)}`))},
          count(distinct pays.employee_id)::int as employees, count(*)::int as pays, ${summed(figures)}
        from ${PAYS} where ${paysAsked(question)} group by ${places} order by ${places}`
      // An employee can be in several groups but is counted once, so the numbers do not add up.
      const people = { ...count('employees', 'Employees'), isTotalled: false }
      return {
        columns: [...keys.map(({ column }) => column), people, PAY_COUNT, ...columnsOf(figures)],
        rows,
      }
    },
  }
}

const run: Key[] = [
  { column: date('pay_run_end_date', 'Period end'), of: sql`run.end_date` },
  { column: text('pay_period', 'Period'), of: sql`run.pay_period` },
  { column: id('pay_run_id', 'Run'), of: sql`run.id` },
]
const employee: Key[] = [
  { column: text('employee', 'Employee'), of: NAME },
  { column: text('employee_number', 'Number'), of: sql`employees.number` },
  { column: id('employee_id', 'Id'), of: sql`employees.id` },
]
const department: Key[] = [{ column: text('department', 'Department'), of: DEPARTMENT }]
const month: Key[] = [{ column: text('month', 'Month'), of: MONTH }]

export const payrollSummary: Report = {
  name: 'payroll-summary',
  title: 'Payroll summary',
  description: 'Gross, tax, deductions, net and employer contributions of the pays between two pay dates.',
  dates: 'span',
  takes: ['employee_id'],
  groupings: {
    run: groupedBy('By pay run', run),
    employee: groupedBy('By employee', employee),
    department: groupedBy('By department', department),
    month: groupedBy('By month of the pay date', month),
    'month-department': groupedBy('By month and department', [...month, ...department]),
  },
}
