import type { Database } from './connect.ts'
import { currentCell, inCell } from './current-cell.ts'

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

/** Asks the cell at hand and every other: for an account that hears of customers in several. One that does not answer is left out. */
export async function askEveryCell<T>(
  database: Pick<Database, 'listCells'>,
  ask: () => Promise<T>,
): Promise<{ cell: string; answer: T }[]> {
  const answers: { cell: string; answer: T }[] = [{ cell: currentCell(), answer: await ask() }]
  for (const cell of await database.listCells())
    if (cell !== currentCell())
      await inCell(cell, ask).then(
        (answer) => void answers.push({ cell, answer }),
        () => {},
      )
  return answers
}

/**
 * Finds something in the cell at hand, or else in another: a caller who names a row of another customer gets the same answer wherever that
 * customer is. A cell that does not answer has nothing to find.
 */
export async function findInAnyCell<T>(
  database: Pick<Database, 'listCells'>,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const own = await find()
  if (own !== undefined) return own
  const others = (await database.listCells()).filter((cell) => cell !== currentCell())
  for (const cell of others) {
    const found = await inCell(cell, find).catch(() => undefined)
    if (found !== undefined) return found
  }
  return undefined
}
