import { sql } from 'kysely'
import { EARNING_LINES, LINES } from '../load/lines.ts'
import { EMPLOYEE, EMPLOYEE_COLUMNS, PAYS, paysAsked } from '../load/pays.ts'
import { date, id, money, number, quantity, type Report, type Row, rate, text } from '../model/report.ts'

const item = [text('kind', 'Kind'), text('description', 'Description')]

export const earningsHistory: Report = {
  name: 'earnings-history',
  title: 'Earnings history',
  description:
    'Every line of earnings with its units and rate, before salary sacrifice. Other amounts, such as termination payments, have their own line.',
  dates: 'span',
  takes: ['employee_id', 'pay_run_id'],
  groupings: {
    line: {
      title: 'Each line',
      build: (question) => ({
        columns: [
          date('pay_date', 'Pay date'),
          id('pay_id', 'Pay'),
          ...EMPLOYEE_COLUMNS,
          ...item,
          number('units', 'Units'),
          text('unit', 'Unit'),
          rate('rate', 'Rate'),
          money('amount', 'Amount'),
        ],
        rows: sql<Row>`
          select pays.processed_date as pay_date, pays.id as pay_id, ${EMPLOYEE}, earned.kind, earned.description, earned.units,
            earned.unit, earned.rate, earned.amount
          from ${PAYS} join ${LINES} join ${EARNING_LINES} where ${paysAsked(question)}
          order by pays.processed_date, pays.id, earned.place`,
      }),
    },
    item: {
      title: 'Each item of each employee',
      build: (question) => ({
        columns: [...EMPLOYEE_COLUMNS, ...item, quantity('units', 'Units'), money('amount', 'Amount')],
        rows: sql<Row>`
          select ${EMPLOYEE}, earned.kind, earned.description, sum(earned.units) as units, sum(earned.amount) as amount
          from ${PAYS} join ${LINES} join ${EARNING_LINES} where ${paysAsked(question)}
          group by 1, 2, 3, 4, 5 order by 2, 3, 4, 5`,
      }),
    },
  },
}
