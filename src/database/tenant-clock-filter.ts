import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a row belongs to the clock at hand, as SQL text: to the sandbox that is named, or, when none is (null), to the service's
 * own clock, which every customer but a sandbox follows. `customer` is a column with the name of its table.
 */
export function ofTenantClockText(customer: string, sandbox: string): string {
  return `(case when ${sandbox}::integer is null
    then not exists (select 1 from sandboxes own where own.customer_id = ${customer})
    else ${customer} = ${sandbox}::integer end)`
}

/** The same inside another query. */
export function ofTenantClock(customer: string, sandboxId: number | null): RawBuilder<boolean> {
  return sandboxId === null
    ? sql.raw(`not exists (select 1 from sandboxes own where own.customer_id = ${customer})`)
    : sql<boolean>`${sql.raw(customer)} = ${sandboxId}`
}
