import type { Database } from '../connect.ts'
import { inCell } from './current.ts'

/** Does some work in each cell, one after the other; a cell that fails does not keep the others from it. */
export async function inEachCell<T>(
  database: Pick<Database, 'listCells'>,
  work: (cell: string) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  const failures: unknown[] = []
  for (const cell of await database.listCells())
    await inCell(cell, () => work(cell)).then(
      (result) => void results.push(result),
      (error) => void failures.push(error),
    )
  if (failures.length > 0) throw failures[0]
  return results
}
