import { sql } from 'kysely'
import { currentCell, inCell, searchPathOf } from './current-cell.ts'
import type { Queryable, Tx } from './tx.ts'

/** The cell of the customer in this column. */
export const cellOfCustomer = (column: string) =>
  sql<string>`(select customers.cell from customers where customers.id = ${sql.ref(column)})`

/** Works in the cell of a customer that no request has named, for example when a user signs in or opens a link. */
export async function inCellOf<T>(query: Queryable, customerId: number, work: () => Promise<T>): Promise<T> {
  const customer = await query
    .selectFrom('customers')
    .select('cell')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  return inCell(customer.cell, work)
}

/** The cells of these customers. */
export async function findCells(query: Queryable, customerIds: ReadonlySet<number>): Promise<string[]> {
  const rows = await query
    .selectFrom('customers')
    .select('cell')
    .distinct()
    .where('id', 'in', [...customerIds])
    .execute()
  return rows.map(({ cell }) => cell)
}

/**
 * Runs part of a transaction for a customer of another cell, for example when a partner orders for a client.
 * Both parts commit together.
 */
export async function withinCell<T>(tx: Tx, cell: string, work: () => Promise<T>): Promise<T> {
  if (cell === currentCell()) return work()
  const goTo = (name: string) => sql.raw(`set local search_path to ${searchPathOf(name)}`).execute(tx)
  await goTo(cell)
  try {
    return await work()
  } finally {
    // A failed transaction cannot change its search path any more.
    await goTo(currentCell()).catch(() => {})
  }
}
