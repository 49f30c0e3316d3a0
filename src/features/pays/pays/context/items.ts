import { sql } from 'kysely'
import type { Tx } from '../../../../database/connect.ts'
import type { StandingItem } from '../../../../database/tables/standing-items.ts'
import { keysOf } from '../../../../kernel/values/word-lists.ts'
import { ITEM_COLUMNS } from '../../../../payroll/line-fields.ts'
import type { KnownItem } from '../lines/lines.ts'
import type { Template } from '../lines/match.ts'
import type { RateChoice } from '../lines/pay-rates.ts'

/** A stored item, from which the values on any day can be derived. */
export type DatedItem = KnownItem & Pick<StandingItem, 'terms'> & { is_ended: boolean }

const COLUMNS = [
  'id',
  'employee_id',
  'kind',
  'description',
  'amount',
  'amount_type',
  'units',
  'limit_per_pay',
  'limit_total',
  'auto_apply_to_pay',
  'payee_id',
  'payee_reference',
  'terms',
  ...keysOf(ITEM_COLUMNS),
] as const satisfies readonly (keyof StandingItem)[]

/** Loads the employees' items, including ended ones. Items with a total limit include the amount used by processed pays. */
export async function loadItems(
  tx: Tx,
  employeeIds: readonly number[],
  exceptPayId: number | null,
): Promise<DatedItem[]> {
  const { rows } = await sql<DatedItem>`
    select ${sql.raw(COLUMNS.join(', '))}, deleted_at is not null as is_ended,
      case when limit_total is null then '0' else (
        select coalesce(sum(line.amount), 0)::text from pay_lines line join pays on pays.id = line.pay_id
        where line.item_id = item.id and line.kind in ('deduction', 'sacrifice') and pays.status = 'processed'
          and pays.id is distinct from ${exceptPayId}::int
      ) end as taken
    from standing_items item
    where employee_id = any(${employeeIds}::int[]) and (deleted_at is null or terms is not null)
    order by id`.execute(tx)
  return rows
}

type PaidItem = { employee_id: number; item_id: number | null; template_id: number | null }

/** The items on other pays of the same employees and runs. */
export async function loadPaidItems(
  tx: Tx,
  pays: readonly { employeeId: number; runId: number; selfId: number }[],
): Promise<PaidItem[]> {
  if (pays.length === 0) return []
  const { rows } = await sql<PaidItem>`
    select distinct pays.employee_id, line.item_id, line.template_id
    from json_to_recordset(${JSON.stringify(pays)}::json) as asked ("employeeId" int, "runId" int, "selfId" int)
    join pays on pays.employee_id = asked."employeeId" and pays.pay_run_id = asked."runId"
      and pays.id <> asked."selfId"
    join pay_lines line on line.pay_id = pays.id
    where line.item_id is not null or line.template_id is not null`.execute(tx)
  return rows
}

/** Loads all allowances of the company, and the employees attached to the automatic ones. */
export async function loadTemplates(
  tx: Tx,
  companyId: number,
  employeeIds: readonly number[],
): Promise<{ templates: Template[]; attached: { employee_id: number; allowance_id: number }[] }> {
  const { rows } = await sql<Template & { attached: number[] }>`
    select id, description, amount, allowance_category, auto_apply_to_pay,
      case when auto_apply_to_pay then array(
        select employee_id from company_allowance_employees
        where allowance_id = template.id and employee_id = any(${employeeIds}::int[])) else '{}' end as attached
    from company_allowances template where company_id = ${companyId} order by id`.execute(tx)
  return {
    templates: rows,
    attached: rows.flatMap(({ id, attached }) =>
      attached.map((employee_id) => ({ employee_id, allowance_id: id })),
    ),
  }
}

export type EmployeeRate = RateChoice & { employee_id: number | null }

/** The rates that hours may refer to: the company's (for every employee) and the employees' own. */
export async function loadRates(
  tx: Tx,
  companyId: number,
  employeeIds: readonly number[],
): Promise<EmployeeRate[]> {
  const { rows } = await sql<EmployeeRate>`
    select null::int as employee_id, 'company:' || id as reference, description, rate, multiplier
    from company_pay_rates where company_id = ${companyId}
    union all
    select employee_id, 'employee:' || id, description, rate, multiplier
    from employee_pay_rates where employee_id = any(${employeeIds}::int[])`.execute(tx)
  return rows
}
