import { AsyncLocalStorage } from 'node:async_hooks'

/** The cell that every database has: the schema `public`. */
export const MAIN_CELL = 'main'

const current = new AsyncLocalStorage<string>()

/** The cell of the current work. */
export const currentCell = (): string => current.getStore() ?? MAIN_CELL

/** Runs all database work inside `work` in this cell. */
export const inCell = <T>(cell: string, work: () => T): T =>
  cell === currentCell() ? work() : current.run(cell, work)

export const schemaOf = (cell: string): string => (cell === MAIN_CELL ? 'public' : `cell_${cell}`)

/** The search path of a cell: its own tables come before those of the directory. */
export const searchPathOf = (cell: string): string =>
  cell === MAIN_CELL ? 'public' : `${schemaOf(cell)}, public`
