import { type RawBuilder, sql } from 'kysely'
import { EMPLOYEE, EMPLOYEE_COLUMNS, PAYS, paysAsked } from '../load/pays.ts'
import {
  type Column,
  count,
  date,
  id,
  money,
  type Report,
  type ReportRequest,
  type Row,
  text,
} from '../model/report.ts'

const PAYEE = sql`coalesce(payees.name, 'No payee') as payee, coalesce(payees.kind, '') as payee_kind`
const PAYEE_COLUMNS = [text('payee', 'Payee'), text('payee_kind', 'Kind')]
const REFERENCE = sql`line.details ->> 'payee_reference' as reference`
const LINE = sql`line.description, line.details ->> 'classification' as classification`
const LINE_COLUMNS = [text('description', 'Deduction'), text('classification', 'Class')]

const from = (question: ReportRequest) => sql`
  from ${PAYS} join pay_lines line on line.pay_id = pays.id and line.kind = 'deduction'
  left join payees on payees.id = (line.details ->> 'payee_id')::int and payees.company_id = pays.company_id
  where ${paysAsked(question)}`

function summed(question: ReportRequest, keys: readonly Column[], selected: RawBuilder<unknown>) {
  const places = sql.join(keys.map((_, index) => sql.lit(index + 1)))
  return {
    columns: [...keys, count('deductions', 'Deductions'), money('amount', 'Amount')],
    rows: sql<Row>`select ${selected}, count(*)::int as deductions, sum(line.amount) as amount ${from(question)}
      group by ${places} order by ${places}`,
  }
}

export const deductionsByPayee: Report = {
  name: 'deductions-by-payee',
  title: 'Deductions by payee',
  description:
    'Deductions from net pay by payee or by class: child support, orders, arrears of tax (NZ: s 157), unions, loans and others. For any number of years.',
  dates: 'span',
  takes: ['employee_id', 'pay_run_id'],
  groupings: {
    payee: {
      title: 'By payee and deduction',
      build: (question) => summed(question, [...PAYEE_COLUMNS, ...LINE_COLUMNS], sql`${PAYEE}, ${LINE}`),
    },
    employee: {
      title: 'By payee and employee',
      build: (question) =>
        summed(
          question,
          [...PAYEE_COLUMNS, text('reference', 'Reference'), ...EMPLOYEE_COLUMNS],
          sql`${PAYEE}, ${REFERENCE}, ${EMPLOYEE}`,
        ),
    },
    class: {
      title: 'By class and employee',
      build: (question) => ({
        columns: [
          text('classification', 'Class'),
          text('reference', 'Reference'),
          ...EMPLOYEE_COLUMNS,
          date('first_paid', 'First deducted'),
          date('last_paid', 'Last deducted'),
          count('deductions', 'Deductions'),
          money('amount', 'Amount'),
        ],
        rows: sql<Row>`select line.details ->> 'classification' as classification, ${REFERENCE}, ${EMPLOYEE},
          min(pays.processed_date) as first_paid, max(pays.processed_date) as last_paid, count(*)::int as deductions,
          sum(line.amount) as amount ${from(question)} group by 1, 2, 3, 4, 5 order by 1, 4, 5, 2`,
      }),
    },
    line: {
      title: 'Each deduction',
      build: (question) => ({
        columns: [
          date('pay_date', 'Pay date'),
          id('pay_id', 'Pay'),
          ...EMPLOYEE_COLUMNS,
          ...PAYEE_COLUMNS,
          text('reference', 'Reference'),
          ...LINE_COLUMNS,
          money('amount', 'Amount'),
        ],
        rows: sql<Row>`select pays.processed_date as pay_date, pays.id as pay_id, ${EMPLOYEE}, ${PAYEE}, ${REFERENCE}, ${LINE},
          line.amount ${from(question)} order by pays.processed_date, pays.id, line.id`,
      }),
    },
  },
}
