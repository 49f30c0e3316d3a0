import { type RawBuilder, sql } from 'kysely'

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
