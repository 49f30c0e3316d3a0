import { sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { notFound } from '../../../kernel/problem.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'
import { EARNINGS, LINES, PAYS, payFigures, summed } from '../../reports/reports/index.ts'

export type Span = { from: CivilDate; to: CivilDate }
/** Sums by column name, as strings. */
export type Sums = Readonly<Record<string, string>>

/** The employee of this company. A deleted employee has no documents. */
export async function requireEmployee(
  query: Queryable,
  company: Company,
  employeeId: number,
): Promise<Employee> {
  const employee = isId(employeeId)
    ? await query
        .selectFrom('employees')
        .selectAll()
        .where('id', '=', employeeId)
        .where('company_id', '=', company.id)
        .where('is_deleted', '=', false)
        .executeTakeFirst()
    : undefined
  if (!employee) throw notFound('Employee not found.')
  return employee
}

const paidIn = (company: Company, employeeId: number, { from, to }: Span) => sql`
  pays.company_id = ${company.id} and pays.employee_id = ${employeeId} and pays.status = 'processed'
    and pays.processed_date between ${from}::date and ${to}::date`

/** The totals of the employee's processed pays in the span. */
export async function sumSpan(
  query: Queryable,
  company: Company,
  employeeId: number,
  span: Span,
): Promise<Sums> {
  const figures = [...EARNINGS, ...payFigures(company.jurisdiction)]
  const { rows } = await sql<Sums>`
    select count(*)::text as pays, ${summed(figures)} from ${PAYS} join ${LINES}
    where ${paidIn(company, employeeId, span)}`.execute(query)
  return present(rows[0])
}

export type MonthRow = { month: string; gross: string; tax: string; net: string; hours: string }

export async function sumMonths(
  query: Queryable,
  company: Company,
  employeeId: number,
  span: Span,
): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    select to_char(pays.processed_date, 'YYYY-MM') as month, sum(pays.gross) as gross, sum(pays.tax) as tax, sum(pays.net) as net,
      sum(coalesce(pays.hours_paid, 0)) as hours
    from pays where ${paidIn(company, employeeId, span)} group by 1 order by 1`.execute(query)
  return rows
}

export type DeductionRow = { description: string; amount: string }

export async function sumDeductions(
  query: Queryable,
  company: Company,
  employeeId: number,
  span: Span,
): Promise<DeductionRow[]> {
  const { rows } = await sql<DeductionRow>`
    select line.description, sum(line.amount) as amount
    from pays join pay_lines line on line.pay_id = pays.id and line.kind = 'deduction'
    where ${paidIn(company, employeeId, span)} group by 1 order by 1`.execute(query)
  return rows
}

/** The termination result of the last processed final pay, by its wire names. */
export async function findEnding(
  query: Queryable,
  company: Company,
  employeeId: number,
): Promise<{ result: Record<string, unknown>; payDate: CivilDate } | undefined> {
  const { rows } = await sql<{ result: Record<string, unknown>; payDate: CivilDate }>`
    select ended.result, pays.processed_date as "payDate"
    from terminations ended join pays on pays.id = ended.pay_id and pays.status = 'processed'
    where ended.company_id = ${company.id} and ended.employee_id = ${employeeId} order by ended.id desc limit 1`.execute(
    query,
  )
  return rows[0]
}
