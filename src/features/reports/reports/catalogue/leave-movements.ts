import { sql } from 'kysely'
import { BALANCE_TITLE, BALANCE_UNIT } from '../load/leave.ts'
import { EMPLOYEE, EMPLOYEE_COLUMNS, PAYS, paysAsked } from '../load/pays.ts'
import { date, id, number, type Report, type Row, text } from '../model/report.ts'

export const leaveMovements: Report = {
  name: 'leave-movements',
  title: 'Leave movements',
  description: 'Leave accrued, taken and paid out with each pay, by kind of leave.',
  dates: 'span',
  takes: ['employee_id', 'pay_run_id'],
  groupings: {
    movement: {
      title: 'Each movement',
      build: (question) => ({
        columns: [
          date('pay_date', 'Pay date'),
          id('pay_id', 'Pay'),
          ...EMPLOYEE_COLUMNS,
          text('leave', 'Leave'),
          text('movement', 'Movement'),
          text('unit', 'Unit'),
          number('amount', 'Amount'),
        ],
        rows: sql<Row>`
          select pays.processed_date as pay_date, pays.id as pay_id, ${EMPLOYEE}, ${BALANCE_TITLE} as leave, move.kind as movement,
            ${BALANCE_UNIT} as unit, move.amount
          from ${PAYS} join leave_movements move on move.pay_id = pays.id where ${paysAsked(question)}
          order by pays.processed_date, pays.id, move.balance, move.kind`,
      }),
    },
    employee: {
      title: 'Added up for each employee',
      build: (question) => ({
        columns: [
          ...EMPLOYEE_COLUMNS,
          text('leave', 'Leave'),
          text('unit', 'Unit'),
          number('accrued', 'Accrued'),
          number('taken', 'Taken'),
          number('paid_out', 'Paid out'),
        ],
        rows: sql<Row>`
          select ${EMPLOYEE}, ${BALANCE_TITLE} as leave, ${BALANCE_UNIT} as unit,
            coalesce(sum(move.amount) filter (where move.kind = 'accrued'), 0) as accrued,
            coalesce(sum(move.amount) filter (where move.kind = 'taken'), 0) as taken,
            coalesce(sum(move.amount) filter (where move.kind = 'paid-out'), 0) as paid_out
          from ${PAYS} join leave_movements move on move.pay_id = pays.id where ${paysAsked(question)}
          group by 1, 2, 3, 4, 5 order by 2, 3, 4`,
      }),
    },
  },
}
