import { sql } from 'kysely'
import { leaveNotes, leaveOn } from '../load/leave.ts'
import { EMPLOYEE, EMPLOYEE_COLUMNS } from '../load/pays.ts'
import { money, number, type Report, type ReportRequest, type Row, text } from '../model/report.ts'

const LINE_COLUMNS = [
  text('leave', 'Leave'),
  text('unit', 'Unit'),
  number('opening', 'Opening'),
  number('accrued', 'Accrued'),
  number('taken', 'Taken'),
  number('paid_out', 'Paid out'),
  number('closing', 'Closing'),
  number('rate', 'Rate of a unit'),
  money('liability', 'Liability'),
]

/** The balance on the last day, and the movements in the span's pays. */
function each(question: ReportRequest) {
  const { company, from, to, today } = question
  const day = to ?? today
  const since = from === null ? sql`` : sql`and pays.processed_date >= ${from}::date`
  return {
    notes: leaveNotes(question),
    columns: [...EMPLOYEE_COLUMNS, ...LINE_COLUMNS],
    rows: sql<Row>`
      with held as (${leaveOn(question, sql`select ${day}::date`, day)}), moved as (
        select move.employee_id, move.balance,
          coalesce(sum(move.amount) filter (where move.kind = 'accrued'), 0) as accrued,
          coalesce(sum(move.amount) filter (where move.kind = 'taken'), 0) as taken,
          coalesce(sum(move.amount) filter (where move.kind = 'paid-out'), 0) as paid_out, sum(move.amount) as amount
        from leave_movements move join pays on pays.id = move.pay_id
        where pays.company_id = ${company.id} and pays.status = 'processed' and pays.processed_date <= ${day}::date ${since}
        group by 1, 2)
      select ${EMPLOYEE}, held.title as leave, held.unit,
        -- Holiday pay grows with earnings; nothing moves it.
        case when held.balance <> 'holiday_pay' then held.closing - coalesce(moved.amount, 0) end as opening,
        coalesce(moved.accrued, 0) as accrued, coalesce(moved.taken, 0) as taken, coalesce(moved.paid_out, 0) as paid_out,
        held.closing, held.rate, held.liability
      from held join employees on employees.id = held.employee_id left join moved using (employee_id, balance)
      order by employees.last_name, employees.first_name, employees.id, held.balance`,
  }
}

function perEmployee(question: ReportRequest) {
  const day = question.to ?? question.today
  return {
    notes: leaveNotes(question),
    columns: [...EMPLOYEE_COLUMNS, text('department', 'Department'), money('liability', 'Liability')],
    rows: sql<Row>`
      select ${EMPLOYEE}, coalesce(nullif(trim(employees.department), ''), 'No department') as department,
        sum(held.liability) as liability
      from (${leaveOn(question, sql`select ${day}::date`, day)}) held join employees on employees.id = held.employee_id
      group by employees.id order by employees.last_name, employees.first_name, employees.id`,
  }
}

export const leaveBalances: Report = {
  name: 'leave-balances',
  title: 'Leave balances and liability',
  description:
    'Everyone’s balance of each kind of leave on `to_date` (default: today), its value, and its changes since `from_date`.',
  dates: 'span',
  takes: ['employee_id'],
  groupings: {
    balance: { title: 'Each balance', build: each },
    employee: { title: 'Liability of each employee', build: perEmployee },
  },
}
