import type { Pay } from '../api/types.ts'
import { columnOf, type GridColumn } from './grid-columns.ts'
import { changedRow, type OwnRow, ownRowOf, restoredRow } from './own-row.ts'

/** A typed cell that is not saved yet. */
export type WaitingCell = Pick<GridColumn, 'list' | 'sample'> & {
  pay: number
  column: string
  value: number
  /** The current or earlier row of the pay in this column. A new row copies it. */
  own?: OwnRow
  /** The stored value when the cell was typed. */
  seen: number
  /** The last value sent, whether or not the service responded. */
  sent?: number
  /** Why the service rejected the value. */
  problem?: string
  /** The value that another user entered in the meantime. */
  theirs?: { value: number; by: string | null }
}

/** The unsaved cells by pay and column. */
export type CellQueue = ReadonlyMap<number, ReadonlyMap<string, WaitingCell>>

export const NO_CELLS: CellQueue = new Map()

/** A number typed into a cell that showed the stored value `held`. */
export type TypedCell = { pay: number; column: GridColumn; value: number; held: number; own?: OwnRow | null }

export const cellsOf = (queue: CellQueue): WaitingCell[] =>
  [...queue.values()].flatMap((cells) => [...cells.values()])

/** Adds a cell to the queue, or removes it when `cell` is null. */
function withCell(queue: CellQueue, pay: number, column: string, cell: WaitingCell | null): CellQueue {
  const cells = new Map(queue.get(pay))
  if (cell) cells.set(column, cell)
  else cells.delete(column)
  const next = new Map(queue)
  if (cells.size > 0) next.set(pay, cells)
  else next.delete(pay)
  return next
}

const change = (
  queue: CellQueue,
  cells: readonly WaitingCell[],
  to: (cell: WaitingCell) => WaitingCell | null,
) =>
  cells.reduce((next, { pay, column }) => {
    const now = next.get(pay)?.get(column)
    return now ? withCell(next, pay, column, to(now)) : next
  }, queue)

/** Adds typed values. A cell that is back at its stored value does not need saving. */
export function put(queue: CellQueue, typed: readonly TypedCell[]): CellQueue {
  return typed.reduce((next, { pay, column, value, held, own }) => {
    const before = next.get(pay)?.get(column.id)
    const seen = before?.theirs?.value ?? before?.seen ?? held
    const isBack = value === seen && before?.sent === undefined
    const row = own ?? before?.own
    const cell: WaitingCell = {
      pay,
      column: column.id,
      list: column.list,
      sample: row?.sample ?? column.sample,
      value,
      seen,
      ...(row ? { own: row } : {}),
      ...(before?.sent === undefined ? {} : { sent: before.sent }),
    }
    return withCell(next, pay, column.id, isBack ? null : cell)
  }, queue)
}

/**
 * Compares unsaved cells with the stored values. Changes to other cells of the pay do not matter, because only this cell is sent.
 * When the stored value of this cell has changed, the cell becomes a conflict.
 */
export function merge(queue: CellQueue, pays: readonly Pay[]): CellQueue {
  const byId = new Map(pays.map((pay) => [pay.id, pay]))
  return cellsOf(queue).reduce((next, cell) => {
    const merged = mergeCell(cell, byId.get(cell.pay))
    return merged === cell ? next : withCell(next, cell.pay, cell.column, merged)
  }, queue)
}

function mergeCell(cell: WaitingCell, pay: Pay | undefined): WaitingCell | null {
  const { theirs, problem, ...mine } = cell
  if (!pay) return { ...mine, problem: 'The pay is no longer in this run.' }
  const held = columnOf(cell).read(pay)
  if (held === cell.value) return null
  if (pay.status !== 'pending' || pay.termination)
    return { ...mine, problem: 'The pay has been processed: correct it on its own page.' }
  if (held === null) return { ...mine, problem: 'The pay now has several such rows: edit the pay itself.' }
  if (held === cell.sent) return { ...mine, ...(problem ? { problem } : {}), seen: held }
  if (held !== cell.seen) return { ...mine, theirs: { value: held, by: pay.changed_by ?? null } }
  return theirs ? mine : cell
}

const isReady = (cell: WaitingCell) => !cell.problem && !cell.theirs

const NONE: ReadonlySet<number> = new Set()

/**
 * The body of one call: the changed cells of some pays, each with the last version read. Pays in `alone` send one cell at a time,
 * so that a rejected cell keeps no other from being saved.
 */
export function batchOf(queue: CellQueue, pays: readonly Pay[], most: number, alone = NONE) {
  const byId = new Map(pays.map((pay) => [pay.id, pay]))
  const rowFor = (cell: WaitingCell) => {
    const pay = byId.get(cell.pay)
    const own = pay && ownRowOf(pay, columnOf(cell))
    return own ? changedRow(cell.list, own, cell.value) : restoredRow(cell, cell.value)
  }
  const ready = [...queue].flatMap(([pay, cells]) => {
    const sent = [...cells.values()].filter(isReady)
    return sent.length > 0 ? [{ pay, sent: alone.has(pay) ? sent.slice(0, 1) : sent }] : []
  })
  const chosen = ready.slice(0, most)
  return {
    sent: chosen.flatMap(({ sent }) => sent),
    body: chosen.map(({ pay, sent }) => ({
      pay_id: pay,
      version: byId.get(pay)?.version,
      ...Object.fromEntries(
        [...Map.groupBy(sent, ({ list }) => list)].map(([list, cells]) => [list, cells.map(rowFor)]),
      ),
    })),
  }
}

export const markSent = (queue: CellQueue, sent: readonly WaitingCell[]) =>
  change(queue, sent, (cell) => ({ ...cell, sent: cell.value }))

/** Removes saved cells from the queue. A cell that was typed again stays, based on the saved value. */
export function settle(queue: CellQueue, saved: readonly WaitingCell[]): CellQueue {
  const values = new Map(saved.map((cell) => [`${cell.pay} ${cell.column}`, cell.value]))
  return change(queue, saved, ({ sent: _sent, ...cell }) => {
    const value = values.get(`${cell.pay} ${cell.column}`) ?? cell.seen
    return cell.value === value ? null : { ...cell, seen: value }
  })
}

/** Marks rejected cells with the service's message and keeps their typed values. A cell that was typed again is tried again. */
export function refuse(queue: CellQueue, refused: readonly WaitingCell[], problem: string): CellQueue {
  const values = new Map(refused.map((cell) => [`${cell.pay} ${cell.column}`, cell.value]))
  return change(queue, refused, ({ sent: _sent, ...cell }) =>
    cell.value === values.get(`${cell.pay} ${cell.column}`) ? { ...cell, problem } : cell,
  )
}

export const keepMine = (queue: CellQueue, cell: WaitingCell) =>
  change(queue, [cell], ({ theirs, ...mine }) => ({ ...mine, seen: theirs?.value ?? mine.seen }))

/**
 * Separates changes to conflicting cells from other changes. Undoing a conflicting cell means accepting the
 * colleague's value.
 */
export function splitConflicts<Change extends { pay: number; column: GridColumn }>(
  queue: CellQueue,
  changes: readonly Change[],
) {
  const waiting = ({ pay, column }: Change) => queue.get(pay)?.get(column.id)
  return {
    conflicts: changes.flatMap((change) => waiting(change) ?? []).filter(({ theirs }) => theirs),
    rest: changes.filter((change) => !waiting(change)?.theirs),
  }
}

export const drop = (queue: CellQueue, cell: WaitingCell) => change(queue, [cell], () => null)
