import { sql } from 'kysely'
import { readInParts } from '../../../../database/read-in-parts.ts'
import { maskParty, openParty } from '../../../pays/snapshots/index.ts'
import { EARNINGS, HOURS_OF_LINE, LINES } from '../load/lines.ts'
import {
  BY_NAME,
  columnsOf,
  EMPLOYEE,
  EMPLOYEE_COLUMNS,
  listed,
  PAYS,
  PERIOD,
  PERIOD_COLUMNS,
  payFigures,
  paysAsked,
  peopleAsked,
} from '../load/pays.ts'
import {
  date,
  money,
  number,
  quantity,
  type Report,
  type ReportRequest,
  type Row,
  rate,
  text,
} from '../model/report.ts'

/** Regulation 3.32. */
const general = (question: ReportRequest) => ({
  columns: [
    text('employer', 'Employer'),
    text('abn', 'ABN'),
    ...EMPLOYEE_COLUMNS,
    text('basis', 'Full-time, part-time or casual'),
    date('start_date', 'Began'),
    date('termination_date', 'Ended'),
  ],
  rows: sql<Row>`
    select ${question.company.legal_name}::text as employer, ${question.company.abn}::text as abn, ${EMPLOYEE},
      employees.employment_status as basis, employees.start_date, employees.termination_date
    from employees where ${peopleAsked(question)} order by ${BY_NAME}`,
})

/** Regulation 3.33: rate, gross, net and deductions; loadings, allowances and bonuses are separate. */
function pays(question: ReportRequest) {
  const figures = [...EARNINGS, ...payFigures(question.company.jurisdiction)]
  return {
    columns: [...PERIOD_COLUMNS, ...EMPLOYEE_COLUMNS, rate('rate', 'Rate an hour'), ...columnsOf(figures)],
    rows: sql<Row>`
      select ${PERIOD}, ${EMPLOYEE}, pays.rate_per_hour as rate, ${listed(figures)}
      from ${PAYS} join ${LINES} where ${paysAsked(question)} order by pays.processed_date, pays.id`,
  }
}

/** Regulation 3.34. */
const overtime = (question: ReportRequest) => ({
  columns: [
    ...PERIOD_COLUMNS,
    ...EMPLOYEE_COLUMNS,
    date('worked_on', 'Worked on'),
    quantity('hours', 'Overtime hours'),
    rate('rate', 'Rate'),
    money('amount', 'Paid'),
  ],
  rows: sql<Row>`
    select ${PERIOD}, ${EMPLOYEE}, (line.details ->> 'date')::date as worked_on, ${HOURS_OF_LINE} as hours,
      (line.details ->> 'rate')::numeric as rate, line.amount
    from ${PAYS} join pay_lines line on line.pay_id = pays.id and line.kind = 'hours' and line.details ->> 'is_overtime' = 'true'
    where ${paysAsked(question)} order by pays.processed_date, pays.id, line.id`,
})

/** Regulation 3.36: leave taken, and the balance after the pay. */
const leave = (question: ReportRequest) => ({
  columns: [
    ...PERIOD_COLUMNS,
    ...EMPLOYEE_COLUMNS,
    date('taken_on', 'Taken on'),
    text('leave_type', 'Leave'),
    quantity('hours', 'Hours'),
    money('amount', 'Paid with loading'),
    number('balance', 'Hours left after the pay'),
  ],
  rows: sql<Row>`
    select ${PERIOD}, ${EMPLOYEE}, (line.details ->> 'date')::date as taken_on, line.details ->> 'leave_type' as leave_type,
      (line.details ->> 'hours')::numeric as hours, line.amount + coalesce((line.details ->> 'loading')::numeric, 0) as amount,
      (select (balance ->> 'hours')::numeric from json_array_elements(pays.leave_balances) balance
        where balance ->> 'leave_type' = replace(line.details ->> 'leave_type', 'AU_CASHED_OUT_', '') limit 1) as balance
    from ${PAYS} join pay_lines line on line.pay_id = pays.id and line.kind = 'leave'
    where ${paysAsked(question)} order by pays.processed_date, pays.id, line.id`,
})

/** Regulation 3.37: amount, period, date and fund of each contribution, and why it is owed. */
const superannuation = (question: ReportRequest) => ({
  columns: [
    ...PERIOD_COLUMNS,
    ...EMPLOYEE_COLUMNS,
    money('guarantee', 'Guarantee'),
    money('other', 'Above the guarantee and sacrificed'),
    money('sent', 'Contributed'),
    date('sent_on', 'Contributed on'),
    text('fund', 'Fund and member'),
    date('due_date', 'Due'),
    text('basis', 'Why it is owed'),
  ],
  rows: contributions(question),
})

async function* contributions(question: ReportRequest): AsyncGenerator<Row[]> {
  const { cipher, database } = question.service
  type Stored = Row & { pay_id: number; parties: string }
  const statement = sql<Stored>`
    select ${PERIOD}, ${EMPLOYEE}, coalesce(pays.compulsory_super, 0) as guarantee, coalesce(pays.resc_super, 0) as other,
      coalesce(sent.amount, 0) as sent, sent.sent_on, pays.id as pay_id, sent.parties, pays.super_due_date as due_date,
      case when pays.compulsory_super > 0 then 'Superannuation guarantee' else 'Agreed with the employee' end as basis
    from ${PAYS} left join lateral (
      select sum(line.amount) as amount, max(coalesce(file.paid_on, settlements.settled_on)) as sent_on,
        string_agg(nullif(line.party, ''), e'\\n') as parties
      from payment_lines line left join super_files file on file.id = line.super_file_id
      left join settlements on settlements.id = line.settlement_id
      where line.pay_id = pays.id and line.kind = 'super' and line.is_living) sent on true
    where ${paysAsked(question)} and pays.super <> 0 order by pays.processed_date, pays.id`
  for await (const part of readInParts(await database.reader(), statement))
    yield part.map(({ pay_id, parties, ...row }): Row => {
      const stored = parties === null ? [] : String(parties).split('\n')
      const opened = stored.map((party) => maskParty(openParty(cipher, Number(pay_id), party)))
      return { ...row, fund: [...new Set(opened)].sort().join(', ') || null }
    })
}

/** Regulation 3.40: how the employment ended. */
const termination = (question: ReportRequest) => ({
  notes: ['The personnel file shows who ended the employment, and whether notice was worked.'],
  columns: [
    ...PERIOD_COLUMNS,
    ...EMPLOYEE_COLUMNS,
    date('ended_on', 'Ended on'),
    text('reason', 'Reason'),
    text('cessation_code', 'Cessation'),
    money('notice', 'Paid in lieu of notice'),
    money('total', 'Paid at the end'),
  ],
  rows: sql<Row>`
    select ${PERIOD}, ${EMPLOYEE}, ended.termination_date as ended_on, ended.result ->> 'reason' as reason,
      ended.result ->> 'cessation_type_code' as cessation_code,
      coalesce((ended.result ->> 'payment_in_lieu_amount')::numeric, 0) as notice,
      coalesce((ended.result ->> 'total_amount')::numeric, 0) as total
    from ${PAYS} join terminations ended on ended.pay_id = pays.id where ${paysAsked(question)}
    order by pays.processed_date, pays.id`,
})

export const fairWorkRecords: Report = {
  name: 'fair-work-records',
  title: 'Employee records (Fair Work Regulations)',
  description:
    'The records of regulations 3.31 to 3.44 of the Fair Work Regulations 2009 that payroll holds, one kind at a time. Averaging and flexibility agreements and guarantees of earnings (3.35, 3.38, 3.39) are kept with the contract.',
  isOfOneCountry: true,
  dates: 'span',
  takes: ['employee_id'],
  groupings: {
    general: { title: 'General (3.32)', build: general },
    pay: { title: 'Pay (3.33)', build: pays },
    overtime: { title: 'Overtime (3.34)', build: overtime },
    leave: { title: 'Leave (3.36)', build: leave },
    superannuation: { title: 'Superannuation (3.37)', build: superannuation },
    termination: { title: 'Termination (3.40)', build: termination },
  },
}
