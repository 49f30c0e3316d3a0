import { type RawBuilder, sql } from 'kysely'
import { HOURS } from '../load/lines.ts'
import { DEPARTMENT, EMPLOYEE, EMPLOYEE_COLUMNS, MONTH, PAYS, paysAsked } from '../load/pays.ts'
import {
  type Column,
  type Grouping,
  money,
  percentage,
  quantity,
  type Report,
  type Row,
  text,
} from '../model/report.ts'

function groupedBy(title: string, keys: readonly Column[], of: RawBuilder<unknown>): Grouping {
  const places = sql.join(keys.map((_, index) => sql.lit(index + 1)))
  return {
    title,
    build: (question) => ({
      columns: [
        ...keys,
        quantity('ordinary_hours', 'Ordinary hours'),
        quantity('overtime_hours', 'Overtime hours'),
        money('ordinary', 'Ordinary pay'),
        money('overtime', 'Overtime pay'),
        percentage('overtime_share', 'Overtime share of pay'),
      ],
      rows: sql<Row>`
        select ${of}, sum(hours.ordinary_hours) as ordinary_hours, sum(hours.overtime_hours) as overtime_hours,
          sum(hours.ordinary) as ordinary, sum(hours.overtime) as overtime,
          coalesce(round(sum(hours.overtime) / nullif(sum(hours.ordinary + hours.overtime), 0), 4), 0) as overtime_share
        from ${PAYS} join ${HOURS} where ${paysAsked(question)} group by ${places} order by ${places}`,
    }),
  }
}

export const overtime: Report = {
  name: 'overtime',
  title: 'Overtime',
  description: 'Hours and pay at ordinary and overtime rates, and the share of pay that is overtime.',
  dates: 'span',
  takes: ['employee_id'],
  groupings: {
    month: groupedBy('By month', [text('month', 'Month')], sql`${MONTH} as month`),
    department: groupedBy(
      'By department',
      [text('department', 'Department')],
      sql`${DEPARTMENT} as department`,
    ),
    employee: groupedBy('By employee', EMPLOYEE_COLUMNS, EMPLOYEE),
  },
}
