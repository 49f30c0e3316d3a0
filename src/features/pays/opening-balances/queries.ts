import { sql } from 'kysely'
import { OPENING_BALANCES, type Opening, type OpeningContent } from '../../../countries/contract/opening.ts'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { OpeningBalanceRow } from '../../../database/tables/opening-balances.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { PayPeriod } from '../../../payroll/pay-periods.ts'

import type { IncomeFacts } from '../../employees/employees/index.ts'

export type OpeningEmployee = {
  id: number
  number: string | null
  pay_period: PayPeriod
  start_date: CivilDate
  is_deleted: boolean
  /** The first payment date in this system. */
  first_pay: CivilDate | null
} & IncomeFacts

/** The company's employees with these ids or numbers, with their first payment date in this system. */
export async function loadOpeningEmployees(
  query: Queryable,
  companyId: number,
  by: { ids: readonly number[]; numbers: readonly string[] },
): Promise<OpeningEmployee[]> {
  const { rows } = await sql<OpeningEmployee>`
    select id, number, pay_period, start_date, is_deleted, is_foreign_resident, is_super_only_contractor,
      working_holiday_tax_scale_applies, special_tax_table, is_closely_held, employment_status,
      (select min(processed_date) from pays where pays.employee_id = employees.id and status = 'processed') as first_pay
    from employees
    where company_id = ${companyId} and (id = any(${by.ids}::int[]) or number = any(${by.numbers}::text[]))`.execute(
    query,
  )
  return rows
}

export type StoredOpening = OpeningBalanceRow & { number: string | null; start_date: CivilDate }

export async function loadOpenings(
  query: Queryable,
  employeeIds: readonly number[],
): Promise<StoredOpening[]> {
  const { rows } = await sql<StoredOpening>`
    select opening.*, employees.number, employees.start_date
    from opening_balances opening join employees on employees.id = opening.employee_id
    where opening.employee_id = any(${employeeIds}::int[]) order by opening.employee_id`.execute(query)
  return rows
}

/** The employees of the company with opening balances, in order. */
export async function listOpenings(query: Queryable, companyId: number): Promise<number[]> {
  const rows = await query
    .selectFrom('opening_balances')
    .innerJoin('employees', 'employees.id', 'opening_balances.employee_id')
    .select('employee_id')
    .where('opening_balances.company_id', '=', companyId)
    .where('employees.is_deleted', '=', false)
    .orderBy('employee_id')
    .execute()
  return rows.map((row) => row.employee_id)
}

export const openingOf = ({ as_at, content }: { as_at: CivilDate; content: OpeningContent }): Opening => ({
  ...content,
  asAt: as_at,
})

/** The opening balances dated within this span, by employee. */
export async function openingsIn(
  query: Queryable,
  employeeIds: readonly number[],
  from: CivilDate,
  to: CivilDate,
): Promise<Map<number, Opening>> {
  const { rows } = await sql<Pick<OpeningBalanceRow, 'employee_id' | 'as_at' | 'content'>>`
    select employee_id, as_at, content from opening_balances
    where employee_id = any(${employeeIds}::int[]) and as_at between ${from} and ${to}`.execute(query)
  return new Map(rows.map((row) => [row.employee_id, openingOf(row)]))
}

export type NewOpening = Omit<OpeningBalanceRow, 'created_at' | 'updated_at'>

const leaveOf = (table: string, column: string) =>
  `coalesce((${table}.content->'leave'->>'${column}')::numeric, 0)`

/** In New Zealand, sick leave is in days. Hours are converted by the standard day. */
const sickDaysOf = (table: string) =>
  `coalesce((${table}.content->'leave'->>'sick_days')::numeric,
    round((${table}.content->'leave'->>'sick_hours')::numeric / nullif(employees.standard_hours_per_day, 0), 6), 0)`

const MOVES = sql.raw(
  OPENING_BALANCES.map(
    (column) => `${column} = employees.${column} + ${leaveOf('new', column)} - ${leaveOf('old', column)}`,
  )
    .concat(`sick_days = employees.sick_days + ${sickDaysOf('new')} - ${sickDaysOf('old')}`)
    .join(', '),
)
const IS_MOVED = sql.raw(
  OPENING_BALANCES.map((column) => `${leaveOf('new', column)} <> ${leaveOf('old', column)}`)
    .concat(`${sickDaysOf('new')} <> ${sickDaysOf('old')}`)
    .join(' or '),
)

/** Replaces opening balances and moves the leave balances by the difference. Returns the employees whose leave changed. */
export async function writeOpenings(tx: Tx, rows: readonly NewOpening[], now: Date): Promise<number[]> {
  const { rows: moved } = await sql<{ id: number }>`
    with new as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (employee_id int, customer_id int,
        company_id int, as_at date, service_start_date date, content json)
    ), moved as (
      update employees set ${MOVES}, version = version + 1, updated_at = ${now}
      from new left join opening_balances old on old.employee_id = new.employee_id
      where employees.id = new.employee_id and (${IS_MOVED})
      returning employees.id
    ), stored as (
      insert into opening_balances (employee_id, customer_id, company_id, as_at, service_start_date, content,
        created_at, updated_at)
      select employee_id, customer_id, company_id, as_at, service_start_date, content, ${now}, ${now} from new
      on conflict (employee_id) do update set as_at = excluded.as_at,
        service_start_date = excluded.service_start_date, content = excluded.content, updated_at = excluded.updated_at
    )
    select id from moved`.execute(tx)
  return moved.map((row) => row.id)
}

export async function deleteOpening(tx: Tx, employeeId: number): Promise<void> {
  await tx.deleteFrom('opening_balances').where('employee_id', '=', employeeId).execute()
}
