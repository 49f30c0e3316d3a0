import { sql } from 'kysely'
import { EARNINGS, LINES } from '../load/lines.ts'
import { columnsOf, DEPARTMENT, listed, NAME, PAYS, payFigures, paysAsked } from '../load/pays.ts'
import { date, id, type Report, type Row, text } from '../model/report.ts'

export const payRunDetail: Report = {
  name: 'pay-run-detail',
  title: 'Pay run detail',
  description: 'Every pay with the components of its gross: one row for each, by pay date.',
  dates: 'span',
  takes: ['employee_id', 'pay_run_id'],
  groupings: {
    pay: {
      title: 'Each pay',
      build(question) {
        const figures = payFigures(question.company.jurisdiction)
        const [hours = [], ...others] = figures.map((figure) => [figure])
        const all = [...hours, ...EARNINGS, ...others.flat()]
        return {
          columns: [
            date('pay_date', 'Pay date'),
            date('pay_run_end_date', 'Period end'),
            id('pay_run_id', 'Run'),
            id('pay_id', 'Pay'),
            text('employee_number', 'Number'),
            text('employee', 'Employee'),
            text('department', 'Department'),
            ...columnsOf(all),
          ],
          rows: sql<Row>`
            select pays.processed_date as pay_date, run.end_date as pay_run_end_date, run.id as pay_run_id, pays.id as pay_id,
              employees.number as employee_number, ${NAME} as employee, ${DEPARTMENT} as department, ${listed(all)}
            from ${PAYS} join ${LINES} where ${paysAsked(question)}
            order by pays.processed_date, pays.id`,
        }
      },
    },
  },
}
