import { type RawBuilder, sql } from 'kysely'
import { LINES } from '../load/lines.ts'
import { EMPLOYEE, EMPLOYEE_COLUMNS, PAYS, paysAsked } from '../load/pays.ts'
import { EMPLOYER_SUPER } from '../load/wages.ts'
import {
  type Column,
  count,
  type Grouping,
  money,
  percentage,
  quantity,
  type Report,
  type ReportRequest,
  type Row,
  rate,
  text,
} from '../model/report.ts'

const NOTE =
  'Base pay is ordinary hours and paid leave; total remuneration adds overtime, allowances, bonuses and employer contributions, all before salary sacrifice and without termination payments. The gap compares the average hour with that of men. Occupations and levels of management are not recorded.'

/** Each person's pay in the span, before aggregation. */
const people = (question: ReportRequest) => sql`
  select ${EMPLOYEE}, employees.gender, employees.employment_status, employees.department, employees.position,
    sum(coalesce(pays.hours_paid, 0)) as hours, sum(lines.ordinary + lines.leave) as base,
    sum(lines.ordinary + lines.overtime + lines.leave + lines.allowances + lines.bonuses
      + ${EMPLOYER_SUPER} + coalesce(pays.kiwisaver_employer, 0)) as total
  from ${PAYS} join ${LINES} where ${paysAsked(question)} group by employees.id`

const HOURLY = sql`nullif(hours, 0)`

function groupedBy(title: string, keys: readonly Column[], of: RawBuilder<unknown>): Grouping {
  const places = sql.join(keys.map((_, index) => sql.lit(index + 1)))
  return {
    title,
    build: (question) => ({
      notes: [NOTE],
      columns: [
        ...keys,
        count('employees', 'People'),
        quantity('hours', 'Hours'),
        money('base', 'Base pay'),
        money('total', 'Total remuneration'),
        rate('average_base', 'Average base an hour'),
        rate('median_base', 'Median base an hour'),
        rate('average_total', 'Average total an hour'),
        rate('median_total', 'Median total an hour'),
        percentage('gap', 'Gap to men, total'),
      ],
      rows: sql<Row>`
        with person as (${people(question)}), men as (
          select sum(total) / nullif(sum(hours), 0) as hourly from person where gender = 'MALE')
        select ${of}, count(*)::int as employees, sum(hours) as hours, sum(base) as base, sum(total) as total,
          round(sum(base) / nullif(sum(hours), 0), 4) as average_base,
          round((percentile_cont(0.5) within group (order by base / ${HOURLY}))::numeric, 4) as median_base,
          round(sum(total) / nullif(sum(hours), 0), 4) as average_total,
          round((percentile_cont(0.5) within group (order by total / ${HOURLY}))::numeric, 4) as median_total,
          round(1 - sum(total) / nullif(sum(hours), 0) / nullif((select hourly from men), 0), 4) as gap
        from person group by ${places} order by ${places}`,
    }),
  }
}

const gender = text('gender', 'Gender')

export const genderPay: Report = {
  name: 'gender-pay',
  title: 'Gender pay figures',
  description:
    'Base figures for the Workplace Gender Equality Agency: people, hours, base pay and total remuneration.',
  dates: 'span',
  isOfTaxYear: true,
  takes: [],
  groupings: {
    gender: groupedBy('By gender', [gender], sql`gender`),
    'gender-basis': groupedBy(
      'By gender and employment basis',
      [gender, text('employment_status', 'Basis')],
      sql`gender, employment_status`,
    ),
    employee: groupedBy(
      'Each person',
      [...EMPLOYEE_COLUMNS, gender, text('employment_status', 'Basis'), text('position', 'Position')],
      sql`employee_number, employee, employee_id, gender, employment_status, position`,
    ),
  },
}
