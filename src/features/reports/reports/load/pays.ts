import { type RawBuilder, sql } from 'kysely'
import type { ReportFigure } from '../../../../countries/contract/report-rules.ts'
import { countryOf } from '../../../../countries/index.ts'
import { rememberedText } from '../../../pays/snapshots/index.ts'
import { type Column, count, date, id, money, quantity, type ReportRequest, text } from '../model/report.ts'

/* SQL fragments that many reports use: which pays count, who was paid, and the figures. */

/** The processed pays that the request selects. */
export function paysAsked({ company, from, to, employeeId, payRunId }: ReportRequest): RawBuilder<unknown> {
  const conditions = [
    sql`pays.company_id = ${company.id}`,
    sql`pays.status = 'processed'`,
    ...(from === null ? [] : [sql`pays.processed_date >= ${from}::date`]),
    ...(to === null ? [] : [sql`pays.processed_date <= ${to}::date`]),
    ...(employeeId === null ? [] : [sql`pays.employee_id = ${employeeId}`]),
    ...(payRunId === null ? [] : [sql`pays.pay_run_id = ${payRunId}`]),
  ]
  return sql.join(conditions, sql` and `)
}

/** The same pays joined with employee, run and snapshot. */
export const PAYS = sql`pays
    join employees on employees.id = pays.employee_id
    join pay_runs run on run.id = pays.pay_run_id
    left join snapshots snapshot on snapshot.id = pays.snapshot_id`

export const NAME = sql`(employees.first_name || ' ' || employees.last_name)`
/** The department that earned the pay: the pay's own, otherwise the employee's at the time. */
export const DEPARTMENT = sql`coalesce(nullif(trim(pays.pay_department), ''), nullif(trim(${rememberedText('department')}), ''),
    'No department')`
export const MONTH = sql`to_char(pays.processed_date, 'YYYY-MM')`
/** The state the employee worked in. The record only has the state of the address. */
export const STATE = sql`upper(coalesce(nullif(trim(${rememberedText('state')}), ''), 'None'))`

/** A column and its expression over one pay, and over its lines if they are joined. */
export type Figure = { column: Column; of: RawBuilder<unknown> }

const figure = (column: Column, of: RawBuilder<unknown>): Figure => ({ column, of })

/** Figures that every pay has, with tax and contributions named as in the country. */
export function payFigures(country: string): Figure[] {
  const hours = figure(quantity('hours', 'Hours'), sql`coalesce(pays.hours_paid, 0)`)
  const gross = figure(money('gross', 'Gross'), sql`pays.gross`)
  const deductions = figure(money('deductions', 'Deductions'), sql`pays.deductions`)
  const net = figure(money('net', 'Net'), sql`pays.net`)
  const { withheld, paidIn } = countryOf(country).reports
  return [hours, gross, ...withheld.map(sumOf), deductions, net, ...paidIn.map(sumOf)]
}

const sumOf = ({ name, title, columns }: ReportFigure) => figure(money(name, title), sumOfColumns(columns))

/** The sum of some columns of a pay. A column that the country does not use counts as zero. */
export const sumOfColumns = (columns: readonly string[]): RawBuilder<unknown> =>
  sql`(${sql.join(
    columns.map((column) => sql`coalesce(pays.${sql.ref(column)}, 0)`),
    sql` + `,
  )})`

/** Each figure of a pay as a column of the statement. */
export const listed = (figures: readonly Figure[]): RawBuilder<unknown> =>
  sql.join(figures.map(({ column, of }) => sql`${of} as ${sql.ref(column.name)}`))

export const summed = (figures: readonly Figure[]): RawBuilder<unknown> =>
  sql.join(figures.map(({ column, of }) => sql`sum(${of}) as ${sql.ref(column.name)}`))

export const columnsOf = (figures: readonly Figure[]): Column[] => figures.map(({ column }) => column)

export const PAY_COUNT = count('pays', 'Pays')

/** The pay and period of a row, as employment records name them. */
export const PERIOD_COLUMNS: readonly Column[] = [
  date('pay_date', 'Paid on'),
  date('period_start', 'Period from'),
  date('period_end', 'to'),
  id('pay_id', 'Pay'),
]
export const PERIOD = sql`pays.processed_date as pay_date, run.start_date as period_start, run.end_date as period_end, pays.id as pay_id`

/** The employees that the request selects, and their order in lists. */
export const peopleAsked = ({
  company,
  employeeId,
}: ReportRequest) => sql`employees.company_id = ${company.id}
    and not employees.is_deleted and (${employeeId}::int is null or employees.id = ${employeeId}::int)`
export const BY_NAME = sql`employees.last_name, employees.first_name, employees.id`

/** The employee columns that every list of people starts with. */
export const EMPLOYEE_COLUMNS: readonly Column[] = [
  text('employee_number', 'Number'),
  text('employee', 'Employee'),
  id('employee_id', 'Id'),
]
export const EMPLOYEE = sql`employees.number as employee_number, ${NAME} as employee, employees.id as employee_id`
