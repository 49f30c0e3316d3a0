import { sql } from 'kysely'
import { BY_NAME, EMPLOYEE, EMPLOYEE_COLUMNS, PAYS, paysAsked, peopleAsked } from '../load/pays.ts'
import {
  date,
  id,
  money,
  number,
  quantity,
  type Report,
  type ReportRequest,
  type Row,
  rate,
  text,
} from '../model/report.ts'

/** Section 81(2): the start of employment, the balances, and when annual holidays were last earned. */
const person = (question: ReportRequest) => {
  const day = question.to ?? question.today
  const { daysPerYear, afterMonths } = question.service.rates.nz.holidays.at(day).value.familyViolence
  return {
    columns: [
      ...EMPLOYEE_COLUMNS,
      date('start_date', 'Employment began'),
      date('last_entitled_on', 'Last entitled to annual holidays'),
      number('annual_holidays_weeks', 'Annual holidays, weeks'),
      number('sick_days', 'Sick leave, days'),
      number('sick_hours', 'Sick leave, hours'),
      number('alt_holiday_days', 'Alternative holidays, days'),
      number('family_violence_days', 'Family violence leave left, days'),
      date('termination_date', 'Ended'),
      money('holiday_pay_at_end', 'Holiday pay at the end'),
    ],
    rows: sql<Row>`
      select ${EMPLOYEE}, start_date,
        case when age(${day}::date, counted.since) >= interval '1 year' then
          (counted.since + make_interval(years => extract(year from age(${day}::date, counted.since))::int))::date end as last_entitled_on,
        annual_holidays_weeks - later.weeks as annual_holidays_weeks, sick_days - later.sick as sick_days,
        round((sick_days - later.sick) * standard_hours_per_day, 4) as sick_hours,
        alt_holiday_days - later.days as alt_holiday_days,
        case when year.began is not null then greatest(0, ${daysPerYear.toFixed()}::numeric
          - round(coalesce(away.hours, 0) / nullif(standard_hours_per_day, 0), 2)) end as family_violence_days,
        employees.termination_date,
        coalesce((ended.result ->> 'unused_holiday_amount')::numeric, 0) + coalesce((ended.result ->> 'non_etp_amount')::numeric, 0)
          as holiday_pay_at_end
      from employees
      cross join lateral (
        select case when nz_holiday_year_from <= ${day}::date then nz_holiday_year_from else start_date end as since) counted
      cross join lateral (
        select coalesce(sum(move.amount) filter (where balance = 'annual_holidays_weeks'), 0) as weeks,
          coalesce(sum(move.amount) filter (where balance = 'sick_days'), 0) as sick,
          coalesce(sum(move.amount) filter (where balance = 'alt_holiday_days'), 0) as days
        from leave_movements move join pays on pays.id = move.pay_id
        where pays.employee_id = employees.id and pays.processed_date > ${day}::date) later
      cross join lateral (
        select case when start_date + make_interval(months => ${afterMonths}::int) <= ${day}::date then
          (start_date + make_interval(months => ${afterMonths}::int + 12 * extract(year from
            age(${day}::date, start_date + make_interval(months => ${afterMonths}::int)))::int))::date end as began) year
      left join lateral (
        select sum((line.details ->> 'hours')::numeric) as hours
        from pays join pay_lines line on line.pay_id = pays.id and line.kind = 'leave'
        where pays.employee_id = employees.id and pays.status = 'processed'
          and line.details ->> 'leave_type' = 'NZ_FAMILY_VIOLENCE'
          and (line.details ->> 'date')::date between year.began and ${day}::date) away on true
      left join lateral (
        select result from terminations where terminations.employee_id = employees.id and employees.is_terminated
          and terminations.company_id = employees.company_id order by id desc limit 1) ended on true
      where ${peopleAsked(question)} order by ${BY_NAME}`,
  }
}

/** Each day of leave or public holiday taken, and the amount paid for it. */
const leave = (question: ReportRequest) => ({
  columns: [
    date('taken_on', 'Day'),
    ...EMPLOYEE_COLUMNS,
    text('leave_type', 'Leave'),
    text('description', 'Description'),
    quantity('hours', 'Hours'),
    rate('rate', 'Rate'),
    money('amount', 'Paid'),
    date('pay_date', 'Paid on'),
    id('pay_id', 'Pay'),
  ],
  rows: sql<Row>`
    select (line.details ->> 'date')::date as taken_on, ${EMPLOYEE}, line.details ->> 'leave_type' as leave_type, line.description,
      (line.details ->> 'hours')::numeric as hours, (line.details ->> 'rate')::numeric as rate, line.amount,
      pays.processed_date as pay_date, pays.id as pay_id
    from ${PAYS} join pay_lines line on line.pay_id = pays.id and line.kind = 'leave'
    where ${paysAsked(question)} order by 1, pays.id, line.id`,
})

/** Annual and alternative holidays earned, taken and paid out. */
const movement = (question: ReportRequest) => ({
  columns: [
    date('pay_date', 'Paid on'),
    id('pay_id', 'Pay'),
    ...EMPLOYEE_COLUMNS,
    text('holiday', 'Holidays'),
    text('movement', 'Movement'),
    number('amount', 'Weeks, days or hours'),
  ],
  rows: sql<Row>`
    select pays.processed_date as pay_date, pays.id as pay_id, ${EMPLOYEE}, move.balance as holiday, move.kind as movement, move.amount
    from ${PAYS} join leave_movements move on move.pay_id = pays.id where ${paysAsked(question)}
    order by pays.processed_date, pays.id, move.balance, move.kind`,
})

export const holidayAndLeaveRecord: Report = {
  name: 'holiday-and-leave-record',
  title: 'Holiday and leave record',
  description:
    'The record of section 81 of the Holidays Act 2003: leave balances, each day taken, and the amounts paid.',
  isOfOneCountry: true,
  dates: 'span',
  takes: ['employee_id'],
  groupings: {
    person: { title: 'Entitlements', build: person },
    leave: { title: 'Each day taken', build: leave },
    movement: { title: 'Earned, taken and paid out', build: movement },
  },
}
