import { AsyncLocalStorage } from 'node:async_hooks'

/** The cell that every database has: the schema `public`. */
export const MAIN_CELL = 'main'

const current = new AsyncLocalStorage<string>()

/** The cell that the work at hand is done in. */
export const currentCell = (): string => current.getStore() ?? MAIN_CELL

/** Whatever this work asks of the database, it asks in this cell. */
export const inCell = <T>(cell: string, work: () => T): T =>
  cell === currentCell() ? work() : current.run(cell, work)

/** The schema of a cell. */
export const schemaOf = (cell: string): string => (cell === MAIN_CELL ? 'public' : `cell_${cell}`)

/** What unqualified names mean in a cell: its own tables before those of the directory. */
export const searchPathOf = (cell: string): string =>
  cell === MAIN_CELL ? 'public' : `${schemaOf(cell)}, public`
