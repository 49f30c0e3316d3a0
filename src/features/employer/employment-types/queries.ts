import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type { EmploymentOption } from '../../../database/tables/employment-types.ts'

/** Both lists of options work alike. */
export type OptionList = 'employment_types' | 'employment_tenures'

/** The built-in options and the customer's own, built-in ones first. */
export function listOptions(
  query: Queryable,
  list: OptionList,
  customerId: number,
): Promise<EmploymentOption[]> {
  return query
    .selectFrom(list)
    .selectAll()
    .where((where) => where.or([where('customer_id', 'is', null), where('customer_id', '=', customerId)]))
    .orderBy('id')
    .execute()
}

/** An option by id or by name (case-insensitive), among those the customer may use. */
export async function findOption(
  query: Queryable,
  list: OptionList,
  customerId: number,
  idOrName: number | string,
): Promise<EmploymentOption | undefined> {
  if (typeof idOrName === 'number' && !isId(idOrName)) return undefined
  return query
    .selectFrom(list)
    .selectAll()
    .where((where) => where.or([where('customer_id', 'is', null), where('customer_id', '=', customerId)]))
    .where(
      typeof idOrName === 'number'
        ? sql<boolean>`id = ${idOrName}`
        : sql<boolean>`lower(name) = lower(${idOrName.trim()})`,
    )
    .orderBy('id')
    .executeTakeFirst()
}

/** Adds an option of the customer's own; undefined when the name is taken. */
export function insertOption(
  tx: Tx,
  list: OptionList,
  customerId: number,
  name: string,
): Promise<EmploymentOption | undefined> {
  return tx
    .insertInto(list)
    .values({ customer_id: customerId, name })
    .onConflict((on) => on.doNothing())
    .returningAll()
    .executeTakeFirst()
}
