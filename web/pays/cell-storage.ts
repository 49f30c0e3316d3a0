import { type CellQueue, cellsOf, NO_CELLS, type WaitingCell } from './cell-queue.ts'

/*
 * Keeps unsaved cells in the browser's storage when the page closes: values and column names, one entry per cell, by person,
 * company and run.
 */

const PREFIX = 'tasman.cell'

export type QueueScope = { person: number; company: number; run: number }
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const prefixOf = ({ person, company, run }: QueueScope) => `${PREFIX}.${person}.${company}.${run}.`
const keyOf = (scope: QueueScope, { pay, column }: WaitingCell) => `${prefixOf(scope)}${pay}.${column}`
const keysOf = (storage: Store, prefix: string): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
    key.startsWith(prefix),
  )

/** The unsaved cells of a run from an earlier page. */
export function loadQueue(storage: Store, scope: QueueScope): CellQueue {
  const cells = keysOf(storage, prefixOf(scope)).flatMap((key) => {
    const cell = parse(storage.getItem(key))
    return cell ? [cell] : []
  })
  if (cells.length === 0) return NO_CELLS
  return new Map(
    [...Map.groupBy(cells, ({ pay }) => pay)].map(([pay, own]) => [
      pay,
      new Map(own.map((cell) => [cell.column, cell])),
    ]),
  )
}

/** Stores the changed cells. Leaves an entry that another window has rewritten. */
export function saveQueue(storage: Store, scope: QueueScope, before: CellQueue, after: CellQueue): void {
  for (const cell of cellsOf(after))
    if (before.get(cell.pay)?.get(cell.column) !== cell)
      storage.setItem(keyOf(scope, cell), JSON.stringify(cell))
  for (const cell of cellsOf(before)) {
    const key = keyOf(scope, cell)
    if (!after.get(cell.pay)?.has(cell.column) && storage.getItem(key) === JSON.stringify(cell))
      storage.removeItem(key)
  }
}

/** The runs in which this person has unsaved cells. */
export function waitingRuns(storage: Store, person: number): Omit<QueueScope, 'person'>[] {
  const runs = keysOf(storage, `${PREFIX}.${person}.`).map((key) => key.split('.').slice(3, 5).join('.'))
  return [...new Set(runs)].map((text) => {
    const [company = 0, run = 0] = text.split('.').map(Number)
    return { company, run }
  })
}

/** Removes everything at sign-out. */
export function forgetCells(storage: Store, person: number): void {
  for (const key of keysOf(storage, `${PREFIX}.${person}.`)) storage.removeItem(key)
}

function parse(text: string | null): WaitingCell | null {
  try {
    const cell = JSON.parse(text ?? 'null') as WaitingCell | null
    return cell && typeof cell.pay === 'number' && typeof cell.value === 'number' ? cell : null
  } catch {
    return null
  }
}
