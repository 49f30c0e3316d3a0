import { sql } from 'kysely'
import { currentCell, inCell, searchPathOf } from './current-cell.ts'
import type { Queryable, Tx } from './tx.ts'

/** The cell of the customer whom this column names. */
export const cellOfCustomer = (column: string) =>
  sql<string>`(select customers.cell from customers where customers.id = ${sql.ref(column)})`

/** Does work for a customer whom no request has named, as when someone signs in or opens a link: in the cell of that customer. */
export async function inCellOf<T>(query: Queryable, customerId: number, work: () => Promise<T>): Promise<T> {
  const customer = await query
    .selectFrom('customers')
    .select('cell')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  return inCell(customer.cell, work)
}

/** The cells that these customers are in. */
export async function findCells(query: Queryable, customerIds: ReadonlySet<number>): Promise<string[]> {
  const rows = await query
    .selectFrom('customers')
    .select('cell')
    .distinct()
    .where('id', 'in', [...customerIds])
    .execute()
  return rows.map(({ cell }) => cell)
}

/** A part of a transaction that writes for a customer of another cell, as when a partner orders for a client: both commit together. */
export async function withinCell<T>(tx: Tx, cell: string, work: () => Promise<T>): Promise<T> {
  if (cell === currentCell()) return work()
  const goTo = (name: string) => sql.raw(`set local search_path to ${searchPathOf(name)}`).execute(tx)
  await goTo(cell)
  try {
    return await work()
  } finally {
    // A transaction that failed goes nowhere any more.
    await goTo(currentCell()).catch(() => {})
  }
}
