import { sql } from 'kysely'
import { HOURS_OF_LINE } from '../load/lines.ts'
import { EMPLOYEE, EMPLOYEE_COLUMNS, PAYS, paysAsked } from '../load/pays.ts'
import {
  date,
  id,
  money,
  quantity,
  type Report,
  type ReportRequest,
  type Row,
  rate,
  text,
} from '../model/report.ts'

/** The award of a company pay rate, if the line names one. */
const AWARD = sql`
  left join company_pay_rates rate on line.details ->> 'rate_reference' = 'company:' || rate.id and rate.company_id = pays.company_id
  left join awards on awards.id = rate.award_id
  left join pay_rate_groups classification on classification.id = rate.group_id`

const lines = (question: ReportRequest) => sql`
  from ${PAYS} join pay_lines line on line.pay_id = pays.id and line.kind in ('hours', 'leave') ${AWARD}
  where ${paysAsked(question)}`

const KIND = sql`case when line.kind = 'leave' then line.details ->> 'leave_type'
    when line.details ->> 'is_overtime' = 'true' then 'overtime' else 'ordinary' end`
const HOURS = sql`case line.kind when 'leave' then (line.details ->> 'hours')::numeric else ${HOURS_OF_LINE} end`
const AMOUNT = sql`(line.amount + coalesce((line.details ->> 'loading')::numeric, 0))`

const RATE_COLUMNS = [
  text('award', 'Award'),
  text('classification', 'Classification'),
  text('kind', 'Kind'),
  text('description', 'Description'),
]
const RATE = sql`coalesce(awards.name, '') as award, coalesce(classification.name, '') as classification, ${KIND} as kind,
  coalesce(line.details ->> 'rate_description', line.description) as description`

export const hoursWorked: Report = {
  name: 'hours-worked',
  title: 'Award and hours worked',
  description: 'Hours at each rate with its award and classification, and leave.',
  dates: 'span',
  takes: ['employee_id', 'pay_run_id'],
  groupings: {
    rate: {
      title: 'By employee and rate',
      build: (question) => ({
        columns: [
          ...EMPLOYEE_COLUMNS,
          ...RATE_COLUMNS,
          quantity('hours', 'Hours'),
          money('amount', 'Amount'),
        ],
        rows: sql<Row>`select ${EMPLOYEE}, ${RATE}, sum(${HOURS}) as hours, sum(${AMOUNT}) as amount ${lines(question)}
          group by 1, 2, 3, 4, 5, 6, 7 order by 2, 3, 4, 5, 6, 7`,
      }),
    },
    day: {
      title: 'Each row with its day',
      build: (question) => ({
        columns: [
          date('pay_date', 'Pay date'),
          id('pay_id', 'Pay'),
          date('worked_on', 'Worked on'),
          ...EMPLOYEE_COLUMNS,
          ...RATE_COLUMNS,
          quantity('hours', 'Hours'),
          rate('rate', 'Rate'),
          money('amount', 'Amount'),
        ],
        rows: sql<Row>`
          select pays.processed_date as pay_date, pays.id as pay_id, (line.details ->> 'date')::date as worked_on, ${EMPLOYEE}, ${RATE},
            ${HOURS} as hours, (line.details ->> 'rate')::numeric as rate, ${AMOUNT} as amount ${lines(question)}
          order by pays.processed_date, pays.id, line.id`,
      }),
    },
  },
}
