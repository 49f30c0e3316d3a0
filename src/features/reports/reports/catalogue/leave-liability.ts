import { sql } from 'kysely'
import { addYears } from '../../../../kernel/values/dates.ts'
import { leaveNotes, leaveOn } from '../load/leave.ts'
import { date, id, money, type Report, type ReportRequest, type Row, text } from '../model/report.ts'

/** The month ends in the span, and its last day. Without a start date, the span is a year. */
function monthEnds({ from, to, today }: ReportRequest) {
  const last = to ?? today
  const first = from ?? addYears(last, -1)
  return sql`
    select least((month + interval '1 month')::date - 1, ${last}::date)
    from generate_series(date_trunc('month', ${first}::date), ${last}::date, interval '1 month') month`
}

export const leaveLiability: Report = {
  name: 'leave-liability',
  title: 'Leave liability over time',
  description: 'The value of leave at the end of each month: by default for the last twelve months.',
  dates: 'span',
  takes: [],
  groupings: {
    month: {
      title: 'By month end',
      build: (question) => ({
        notes: leaveNotes(question),
        columns: [
          date('day', 'Day'),
          id('employees', 'Employees'),
          // Each row is a balance on its date, so a total would mean nothing.
          { ...money('liability', 'Liability'), isTotalled: false },
        ],
        rows: sql<Row>`
          select days.day, count(distinct held.employee_id)::int as employees, coalesce(sum(held.liability), 0) as liability
          from (${monthEnds(question)}) days (day)
          left join (${leaveOn(question, monthEnds(question), question.to ?? question.today)}) held on held.day = days.day
          group by 1 order by 1`,
      }),
    },
    'month-leave': {
      title: 'By month end and kind of leave',
      build: (question) => ({
        notes: leaveNotes(question),
        columns: [
          date('day', 'Day'),
          text('leave', 'Leave'),
          { ...money('liability', 'Liability'), isTotalled: false },
        ],
        rows: sql<Row>`
          select day, title as leave, sum(liability) as liability
          from (${leaveOn(question, monthEnds(question), question.to ?? question.today)}) held group by 1, 2 order by 1, 2`,
      }),
    },
  },
}
