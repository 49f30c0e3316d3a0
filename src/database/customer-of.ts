import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from './tx.ts'

/** Parent rows. Each has a customer, which never changes. */
type Parent = 'companies' | 'employees' | 'users' | 'company_allowances' | 'company_pay_rates'

/**
 * The customer of a parent row, for inserts of child rows that are seldom written. Read separately, because a
 * distributed PostgreSQL refuses a subquery in the values of an insert.
 */
export async function customerOf(query: Queryable, parent: Parent, id: number): Promise<number> {
  const statement: RawBuilder<{ customer_id: number }> = sql`
    select customer_id from ${sql.table(parent)} where id = ${id}`
  const { rows } = await statement.execute(query)
  const [row] = rows
  if (!row) throw new Error(`there is no row ${id} in ${parent}`)
  return row.customer_id
}
