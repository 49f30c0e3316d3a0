import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import { customerOf } from '../../../database/customer-of.ts'
import { conflict } from '../../../kernel/problem.ts'

/** The holder of a description: one company allowance, or the employees' own allowances. */
export type DescriptionHolder = { kind: 'company'; allowanceId: number } | { kind: 'employee' }

/** Descriptions are compared without case and outer spaces. */
export function descriptionKey(description: string): string {
  return description.trim().toLowerCase()
}

/**
 * Claims a description for its holder, or throws a 409. A company allowance needs it exclusively. Employees' own
 * allowances may share one, because a pay creates the same allowance for each employee who receives it.
 */
export async function claimAllowanceDescription(
  tx: Tx,
  companyId: number,
  description: string,
  holder: DescriptionHolder,
): Promise<void> {
  const key = descriptionKey(description)
  const insert = tx.insertInto('allowance_descriptions').values({
    customer_id: await customerOf(tx, 'companies', companyId),
    company_id: companyId,
    description_key: key,
    company_allowance_id: holder.kind === 'company' ? holder.allowanceId : null,
    employee_holders: holder.kind === 'employee' ? 1 : 0,
  })
  const claimed = await insert
    .onConflict((on) => {
      const same = on.columns(['company_id', 'description_key'])
      if (holder.kind === 'company') return same.doNothing()
      return same
        .doUpdateSet({ employee_holders: sql`allowance_descriptions.employee_holders + 1` })
        .where('allowance_descriptions.company_allowance_id', 'is', null)
    })
    .returning('description_key')
    .executeTakeFirst()
  if (!claimed)
    throw conflict(
      `An allowance with the description "${description.trim()}" already exists in this company.`,
      'description',
    )
}

/** Releases a description when its holder is deleted or renamed. */
export async function releaseAllowanceDescription(
  tx: Tx,
  companyId: number,
  description: string,
  holder: DescriptionHolder,
): Promise<void> {
  const held = tx
    .selectFrom('allowance_descriptions')
    .select(['employee_holders', 'company_allowance_id'])
    .where('company_id', '=', companyId)
    .where('description_key', '=', descriptionKey(description))
    .forUpdate()
  const row = await held.executeTakeFirst()
  const isOwn =
    holder.kind === 'company'
      ? row?.company_allowance_id === holder.allowanceId
      : row?.company_allowance_id === null
  if (!row || !isOwn) return
  if (row.employee_holders > 1)
    await tx
      .updateTable('allowance_descriptions')
      .set({ employee_holders: row.employee_holders - 1 })
      .where('company_id', '=', companyId)
      .where('description_key', '=', descriptionKey(description))
      .execute()
  else
    await tx
      .deleteFrom('allowance_descriptions')
      .where('company_id', '=', companyId)
      .where('description_key', '=', descriptionKey(description))
      .execute()
}

/** Claims descriptions for many employees' own allowances in one statement. Throws a 409 that names one already in use. */
export async function claimEmployeeDescriptions(
  tx: Tx,
  companyId: number,
  descriptions: readonly string[],
): Promise<void> {
  if (descriptions.length === 0) return
  const keys = descriptions.map(descriptionKey)
  const customerId = await customerOf(tx, 'companies', companyId)
  const { rows } = await sql<{ description_key: string }>`
    insert into allowance_descriptions (customer_id, company_id, description_key, employee_holders)
    select ${customerId}::integer, ${companyId}::integer, key, count(*)::integer from unnest(${keys}::text[]) as key group by key order by key
    on conflict (company_id, description_key) do update
      set employee_holders = allowance_descriptions.employee_holders + excluded.employee_holders
      where allowance_descriptions.company_allowance_id is null
    returning description_key`.execute(tx)
  const claimed = new Set(rows.map((row) => row.description_key))
  const taken = descriptions.find((description) => !claimed.has(descriptionKey(description)))
  if (taken !== undefined)
    throw conflict(
      `An allowance with the description "${taken.trim()}" already exists in this company.`,
      'description',
    )
}
