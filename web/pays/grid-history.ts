import type { GridColumn } from './grid-columns.ts'
import type { OwnRow } from './own-row.ts'

/** A cell before and after an edit, and its earlier row, which an undo restores. */
export type CellChange = {
  pay: number
  column: GridColumn
  before: number
  after: number
  own?: OwnRow | null
}
/** Cells that were typed, pasted or filled together are undone together. */
export type GridHistory = { done: readonly CellChange[][]; undone: readonly CellChange[][] }

export const NO_HISTORY: GridHistory = { done: [], undone: [] }

export const remember = (history: GridHistory, changes: CellChange[]): GridHistory =>
  changes.length === 0 ? history : { done: [...history.done, changes], undone: [] }

/** The history after one undo, and the changes to undo. Null when there is nothing to undo. */
export function undo({ done, undone }: GridHistory): { history: GridHistory; changes: CellChange[] } | null {
  const last = done.at(-1)
  if (!last) return null
  return {
    history: { done: done.slice(0, -1), undone: [...undone, last] },
    changes: last.map((change) => ({ ...change, before: change.after, after: change.before })),
  }
}

export function redo({ done, undone }: GridHistory): { history: GridHistory; changes: CellChange[] } | null {
  const last = undone.at(-1)
  if (!last) return null
  return { history: { done: [...done, last], undone: undone.slice(0, -1) }, changes: last }
}
