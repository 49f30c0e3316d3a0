import { sql } from 'kysely'
import { EARNINGS, LINES } from '../load/lines.ts'
import { broughtFigures, withBrought } from '../load/opening.ts'
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
import { date, type Grouping, money, type Report, type Row, text } from '../model/report.ts'

const PAID = [date('first_pay_date', 'First pay'), date('last_pay_date', 'Last pay'), PAY_COUNT]
const PAID_OF = sql`min(pays.processed_date) as first_pay_date, max(pays.processed_date) as last_pay_date,
    count(*)::int as pays`

/** The pays of the span, and the amounts that an earlier system paid in it. */
const byEmployee: Grouping = {
  title: 'Each employee',
  build(question) {
    const figures = payFigures(question.company.jurisdiction)
    return {
      columns: [
        ...EMPLOYEE_COLUMNS,
        ...PAID,
        ...columnsOf(EARNINGS),
        money('brought', 'Paid elsewhere'),
        ...columnsOf(figures),
      ],
      rows: sql<Row>`
        with paid as (
          select pays.employee_id, ${PAID_OF}, ${summed([...EARNINGS, ...figures])}
          from ${PAYS} join ${LINES} where ${paysAsked(question)} group by 1
        ), brought as (${broughtFigures(question)})
        select ${EMPLOYEE}, first_pay_date, last_pay_date, coalesce(paid.pays, 0) as pays, ${withBrought(EARNINGS)},
          coalesce(brought.gross, 0) as brought, ${withBrought(figures)}
        from employees left join paid on paid.employee_id = employees.id left join brought on brought.employee_id = employees.id
        where employees.company_id = ${question.company.id}
          and (paid.employee_id is not null or brought.employee_id is not null and not employees.is_deleted)
        order by 2, 3`,
    }
  },
}

const byMonth: Grouping = {
  title: 'Each employee by month',
  build(question) {
    const figures = [...EARNINGS, ...payFigures(question.company.jurisdiction)]
    return {
      notes: ['Amounts that an earlier system paid belong to no month: see the list by employee.'],
      columns: [...EMPLOYEE_COLUMNS, text('month', 'Month'), ...PAID, ...columnsOf(figures)],
      rows: sql<Row>`
        select ${EMPLOYEE}, ${MONTH} as month, ${PAID_OF}, ${summed(figures)}
        from ${PAYS} join ${LINES} where ${paysAsked(question)} group by 1, 2, 3, 4 order by 2, 3, 4`,
    }
  },
}

export const employeeYearToDate: Report = {
  name: 'employee-year-to-date',
  title: 'Employee year to date',
  description:
    'Earnings, amounts withheld and employer contributions of each employee; without `from_date` from the start of the tax year. It includes opening figures from an earlier system for the period, with their gross in a separate column.',
  dates: 'span',
  isOfTaxYear: true,
  takes: ['employee_id'],
  groupings: {
    employee: byEmployee,
    'employee-month': byMonth,
  },
}
