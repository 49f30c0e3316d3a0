import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from './tx.ts'

/**
 * Whether a row belongs to the current clock. That is the clock of the given sandbox, or with null the
 * service's own clock, which all customers except sandboxes use. `customer` is a column qualified with its
 * table.
 */
export function ofTenantClock(customer: string, sandboxId: number | null): RawBuilder<boolean> {
  return sandboxId === null
    ? sql.raw(`not exists (select 1 from sandboxes own where own.customer_id = ${customer})`)
    : sql<boolean>`${sql.raw(customer)} = ${sandboxId}`
}

/**
 * The same for statements that lock or change rows; it reads the sandboxes first. With Citus, a statement that
 * changes a table of the coordinator cannot read one that is on every machine.
 */
export async function findTenantClock(
  query: Queryable,
  customer: string,
  sandboxId: number | null,
): Promise<RawBuilder<boolean>> {
  if (sandboxId !== null) return ofTenantClock(customer, sandboxId)
  const { rows } = await sql<{ customer_id: number }>`select customer_id from sandboxes`.execute(query)
  const ids = rows.map(({ customer_id }) => customer_id)
  return sql<boolean>`(${sql.raw(customer)} <> all(${ids}::integer[])) is not false`
}
