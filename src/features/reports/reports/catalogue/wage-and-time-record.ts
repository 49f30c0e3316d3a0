import { sql } from 'kysely'
import { HOURS_OF_LINE } from '../load/lines.ts'
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
  id,
  money,
  quantity,
  type Report,
  type ReportRequest,
  type Row,
  rate,
  text,
} from '../model/report.ts'

/** Section 130(1)(a) to (f). */
const person = (question: ReportRequest) => ({
  notes: ['The employment agreement shows which agreement covers the employee, and the classification.'],
  columns: [
    ...EMPLOYEE_COLUMNS,
    text('address', 'Address'),
    text('kind_of_work', 'Kind of work'),
    text('basis', 'Basis'),
    date('start_date', 'Began'),
    date('termination_date', 'Ended'),
    id('age', 'Age when under 20'),
  ],
  rows: sql<Row>`
    select ${EMPLOYEE}, concat_ws(', ', nullif(address1, ''), nullif(address2, ''), nullif(city, ''), nullif(postcode, '')) as address,
      position as kind_of_work, employment_status as basis, start_date, termination_date,
      case when date_of_birth > ${question.today}::date - interval '20 years'
        then extract(year from age(${question.today}::date, date_of_birth))::int end as age
    from employees where ${peopleAsked(question)} order by ${BY_NAME}`,
})

/** Section 130(1)(g): hours of each day, if the rows have the date, and the pay for them. */
const day = (question: ReportRequest) => ({
  columns: [
    date('pay_date', 'Paid on'),
    id('pay_id', 'Pay'),
    ...EMPLOYEE_COLUMNS,
    date('worked_on', 'Worked on'),
    text('description', 'Description'),
    quantity('hours', 'Hours'),
    rate('rate', 'Rate'),
    money('amount', 'Paid'),
  ],
  rows: sql<Row>`
    select pays.processed_date as pay_date, pays.id as pay_id, ${EMPLOYEE}, (line.details ->> 'date')::date as worked_on,
      line.description, ${HOURS_OF_LINE} as hours, (line.details ->> 'rate')::numeric as rate, line.amount
    from ${PAYS} join pay_lines line on line.pay_id = pays.id and line.kind = 'hours'
    where ${paysAsked(question)} order by pays.processed_date, pays.id, line.id`,
})

/** Section 130(1)(h): wages of each pay period and how they were calculated. */
function pay(question: ReportRequest) {
  const figures = payFigures(question.company.jurisdiction)
  return {
    columns: [
      ...PERIOD_COLUMNS,
      ...EMPLOYEE_COLUMNS,
      text('calculation', 'How it was calculated'),
      ...columnsOf(figures),
    ],
    rows: sql<Row>`
      select ${PERIOD}, ${EMPLOYEE}, lines.calculation, ${listed(figures)}
      from ${PAYS} left join lateral (
        select string_agg(line.description || ': ' || coalesce(
          (line.details ->> case line.kind when 'hours' then 'value' else 'hours' end) || ' × ' || round((line.details ->> 'rate')::numeric, 4),
          line.amount::text), '; ' order by line.id) as calculation
        from pay_lines line where line.pay_id = pays.id and line.kind not in ('deduction', 'sacrifice')) lines on true
      where ${paysAsked(question)} order by pays.processed_date, pays.id`,
  }
}

export const wageAndTimeRecord: Report = {
  name: 'wage-and-time-record',
  title: 'Wages and time record',
  description: 'The record of section 130 of the Employment Relations Act 2000, as far as payroll has it.',
  isOfOneCountry: true,
  dates: 'span',
  takes: ['employee_id'],
  groupings: {
    pay: { title: 'Wages of each period', build: pay },
    day: { title: 'Hours of each day', build: day },
    person: { title: 'People', build: person },
  },
}
