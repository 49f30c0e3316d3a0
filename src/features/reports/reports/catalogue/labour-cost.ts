import { type RawBuilder, sql } from 'kysely'
import { countryOf } from '../../../../countries/index.ts'
import { LINES } from '../load/lines.ts'
import {
  columnsOf,
  DEPARTMENT,
  type Figure,
  MONTH,
  PAYS,
  paysAsked,
  summed,
  sumOfColumns,
} from '../load/pays.ts'
import {
  type Column,
  type Grouping,
  money,
  type Report,
  type ReportRequest,
  type Row,
  text,
} from '../model/report.ts'

const OTHER = sql`lines.other_sacrifices`

/** The employer's cost: gross, contributions, and sacrificed amounts paid to third parties. */
function costs({ company }: ReportRequest): Figure[] {
  const contribution = sumOfColumns(countryOf(company.jurisdiction).retirement.employerColumns)
  return [
    { column: money('gross', 'Gross'), of: sql`pays.gross` },
    { column: money('contributions', 'Employer contributions'), of: contribution },
    { column: money('sacrificed', 'Sacrificed to others'), of: OTHER },
    { column: money('cost', 'Total cost'), of: sql`(pays.gross + ${contribution} + ${OTHER})` },
  ]
}

function groupedBy(title: string, keys: readonly Column[], of: RawBuilder<unknown>): Grouping {
  const places = sql.join(keys.map((_, index) => sql.lit(index + 1)))
  return {
    title,
    build(question) {
      const figures = costs(question)
      return {
        columns: [...keys, ...columnsOf(figures)],
        rows: sql<Row>`select ${of}, ${summed(figures)} from ${PAYS} join ${LINES} where ${paysAsked(question)}
          group by ${places} order by ${places}`,
      }
    },
  }
}

const month = text('month', 'Month')
const department = text('department', 'Department')

export const labourCost: Report = {
  name: 'labour-cost',
  title: 'Labour cost',
  description: 'Gross pay, employer contributions and amounts sacrificed to others, by month and department.',
  dates: 'span',
  takes: [],
  groupings: {
    'month-department': groupedBy(
      'By month and department',
      [month, department],
      sql`${MONTH} as month, ${DEPARTMENT} as department`,
    ),
    month: groupedBy('By month', [month], sql`${MONTH} as month`),
    department: groupedBy('By department', [department], sql`${DEPARTMENT} as department`),
  },
}
