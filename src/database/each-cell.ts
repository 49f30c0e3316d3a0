import type { Database } from './connect.ts'
import { currentCell, inCell } from './current-cell.ts'

/** Runs the work in each cell in sequence. A failure in one cell does not stop the others. */
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

/**
 * Queries the current cell and every other one, for accounts that receive changes of customers in several
 * cells. A cell that does not respond is left out.
 */
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
 * Looks in the current cell first, then in the others. A caller who names another customer's row gets the
 * same answer whichever cell it is in. A cell that does not respond counts as empty.
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
