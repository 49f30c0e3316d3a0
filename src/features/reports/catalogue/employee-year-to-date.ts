import { sql } from 'kysely'
import { EARNINGS, LINES } from '../load/lines.ts'
import {
  columnsOf,
  EMPLOYEE,
  EMPLOYEE_COLUMNS,
  MONTH,
  PAY_COUNT,
  PAYS,
  payFigures,
  paysAsked,
  summed,
} from '../load/pays.ts'
import { date, type Grouping, type Report, type Row, text } from '../report.ts'

function groupedBy(title: string, isByMonth: boolean): Grouping {
  return {
    title,
    build(question) {
      const figures = [...EARNINGS, ...payFigures(question.company.jurisdiction)]
      const month = isByMonth ? sql`${MONTH} as month,` : sql``
      const keys = isByMonth ? sql`1, 2, 3, 4` : sql`1, 2, 3`
      const order = isByMonth ? sql`2, 3, 4` : sql`2, 3`
      return {
        columns: [
          ...EMPLOYEE_COLUMNS,
          ...(isByMonth ? [text('month', 'Month')] : []),
          date('first_pay_date', 'First pay'),
          date('last_pay_date', 'Last pay'),
          PAY_COUNT,
          ...columnsOf(figures),
        ],
        rows: sql<Row>`
          select ${EMPLOYEE}, ${month} min(pays.processed_date) as first_pay_date, max(pays.processed_date) as last_pay_date,
            count(*)::int as pays, ${summed(figures)}
          from ${PAYS} join ${LINES} where ${paysAsked(question)} group by ${keys} order by ${order}`,
      }
    },
  }
}

export const employeeYearToDate: Report = {
  name: 'employee-year-to-date',
  title: 'Employee year to date',
  description:
    'What each employee earned, what was withheld and what the employer paid in; without `from_date` from the start of the tax year. Only pays of this service: what an earlier system paid stands on the year-to-date statement.',
  countries: ['AU', 'NZ'],
  dates: 'span',
  isOfTaxYear: true,
  takes: ['employee_id'],
  groupings: {
    employee: groupedBy('Each employee', false),
    'employee-month': groupedBy('Each employee by month', true),
  },
}
