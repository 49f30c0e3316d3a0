import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type { EmploymentOption } from '../../../database/tables/employment-types.ts'

/** The two lists of options, which work the same way. */
export type OptionList = 'employment_types' | 'employment_tenures'

/** The built-in options, then the customer's own. */
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

/** Finds an option by id or by name (case-insensitive) among those available to the customer. */
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

/** Adds a custom option. Returns undefined if the name is already in use. */
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
