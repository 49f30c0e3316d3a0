import { type RawBuilder, sql } from 'kysely'
import {
  columnsOf,
  EMPLOYEE,
  EMPLOYEE_COLUMNS,
  type Figure,
  MONTH,
  PAY_COUNT,
  PAYS,
  paysAsked,
  summed,
} from '../load/pays.ts'
import { type Column, type Grouping, money, type Report, type Row, text } from '../model/report.ts'

const or0 = (column: string) => sql`coalesce(pays.${sql.ref(column)}, 0)`

const FIGURES: readonly Figure[] = [
  { column: money('employee_amount', 'Employee'), of: or0('kiwisaver_employee') },
  { column: money('employer_amount', 'Employer before ESCT'), of: or0('kiwisaver_employer') },
  { column: money('esct', 'ESCT'), of: or0('kiwisaver_esct') },
  {
    column: money('employer_net', 'Employer net'),
    of: sql`(${or0('kiwisaver_employer')} - ${or0('kiwisaver_esct')})`,
  },
  { column: money('total', 'To KiwiSaver'), of: or0('total_kiwisaver') },
  { column: money('complying_fund', 'Complying fund'), of: or0('complying_fund_employer') },
  {
    column: money('complying_fund_esct', 'of it ESCT'),
    of: or0('complying_fund_esct'),
  },
]

function groupedBy(title: string, keys: readonly Column[], of: RawBuilder<unknown>): Grouping {
  const places = sql.join(keys.map((_, index) => sql.lit(index + 1)))
  return {
    title,
    build: (question) => ({
      columns: [...keys, PAY_COUNT, ...columnsOf(FIGURES)],
      rows: sql<Row>`select ${of}, count(*)::int as pays, ${summed(FIGURES)}
        from ${PAYS} where ${paysAsked(question)} group by ${places} order by ${places}`,
    }),
  }
}

export const kiwisaverAndEsct: Report = {
  name: 'kiwisaver-and-esct',
  title: 'KiwiSaver and ESCT',
  description:
    'Contributions of employees and employer with the tax on the employer’s. Inland Revenue passes KiwiSaver on to the schemes, so there is no fund to name; complying funds are paid by the employer.',
  isOfOneCountry: true,
  dates: 'span',
  takes: ['employee_id'],
  groupings: {
    employee: groupedBy('Each employee', EMPLOYEE_COLUMNS, EMPLOYEE),
    month: groupedBy('By month', [text('month', 'Month')], sql`${MONTH} as month`),
  },
}
