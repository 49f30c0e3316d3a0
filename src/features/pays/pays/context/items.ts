import { sql } from 'kysely'
import type { Tx } from '../../../../database/connect.ts'
import type { KnownItem } from '../lines/lines.ts'
import type { Template } from '../lines/match.ts'
import type { RateChoice } from '../lines/pay-rates.ts'
import { decodeItems, type EncodedItems, ITEM_JSON } from './item-codec.ts'

/** Loads the employees' items, including ended ones. Items with a total limit include the amount used by processed pays. */
export async function loadItems(
  tx: Tx,
  employeeIds: readonly number[],
  exceptPayId: number | null,
): Promise<KnownItem[]> {
  const texts = await readItems(tx, employeeIds, exceptPayId)
  return [...texts.values()].flatMap(({ items }) => decodeItems(items))
}

/** Loads the items in encoded form, one row per employee. */
export async function readItems(
  tx: Tx,
  employeeIds: readonly number[],
  exceptPayId: number | null,
): Promise<Map<number, EncodedItems>> {
  const { rows } = await sql<EncodedItems & { employee_id: number }>`
    select employee_id, json_agg(${sql.raw(ITEM_JSON)} order by id)::text as items,
      bool_or(auto_apply_to_pay and kind in ('bonus', 'back_payment')) as "comesAsExtra"
    from (
      select *, deleted_at is not null as is_ended, case when limit_total is null then '0' else (
          select coalesce(sum(line.amount), 0)::text from pay_lines line join pays on pays.id = line.pay_id
          where line.item_id = item.id and line.kind in ('deduction', 'sacrifice') and pays.status = 'processed'
            and pays.id is distinct from ${exceptPayId}::int
        ) end as taken
      from standing_items item
      where employee_id = any(${employeeIds}::int[]) and (deleted_at is null or terms is not null)) item
    group by employee_id`.execute(tx)
  return new Map(rows.map(({ employee_id, ...texts }) => [employee_id, texts]))
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
  const templates = await tx
    .selectFrom('company_allowances')
    .select(['id', 'description', 'amount', 'allowance_category', 'auto_apply_to_pay'])
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
  const auto = templates.filter((template) => template.auto_apply_to_pay).map((template) => template.id)
  if (auto.length === 0) return { templates: templates, attached: [] }
  const { rows } = await sql<{ employee_id: number; allowance_id: number }>`
    select employee_id, allowance_id from company_allowance_employees
    where allowance_id = any(${auto}::int[]) and employee_id = any(${employeeIds}::int[])
    order by allowance_id`.execute(tx)
  return { templates: templates, attached: rows }
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
