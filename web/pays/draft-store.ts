import type { QueryClient } from '@tanstack/react-query'
import { ApiError, type call as Call } from '../api/client.ts'
import type { Pay } from '../api/types.ts'
import { plainWords } from '../plain-words.ts'
import * as cells from './cell-queue.ts'
import { loadQueue, type QueueScope, saveQueue } from './cell-storage.ts'
import type { GridColumn } from './grid-columns.ts'
import * as past from './grid-history.ts'
import { newestPays } from './newest-pays.ts'
import { type NoticedCell, noticedIn, without } from './noticed.ts'
import { type OwnRow, ownRowOf } from './own-row.ts'
import type { RunWithPays } from './run-with-pays.ts'

const PAUSE_MS = 400
const RETRY_MS = [1000, 2000, 4000, 8000, 15_000, 30_000]
/** The most drafts in one call, and the most reloads after changes by colleagues. */
const AT_ONCE = 500
const MERGES_MAX = 5

export type DraftState = {
  queue: cells.CellQueue
  history: past.GridHistory
  phase: 'idle' | 'saving' | 'offline'
  /** The cell being edited, for the rest of the page. */
  open: OpenCell | null
  /** Changes by colleagues in rows that were saved here. */
  noticed: readonly NoticedCell[]
}
export type OpenCell = { name: string; text: string; problem: string | null }
type Around = {
  client: QueryClient
  call: typeof Call
  storage: Storage | null
  path: string
  scope: QueueScope
}
/** The calls of one save, which become smaller until the rejected cell is found. */
type Attempt = { most: number; merges: number; alone: Set<number> }
export type DraftStore = ReturnType<typeof createDraftStore>

/**
 * The unsaved cells of one run. The store outlives the screen. Typed values go to the browser's storage at once, are sent when
 * typing pauses, and are retried until the service answers.
 */
export function createDraftStore({ client, call, storage, path, scope }: Around) {
  const listeners = new Set<() => void>()
  const kept = storage ? loadQueue(storage, scope) : cells.NO_CELLS
  let state: DraftState = { queue: kept, history: past.NO_HISTORY, phase: 'idle', open: null, noticed: [] }
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | null = null
  let failures = 0
  /** The last row of each changed cell, so a cleared one can be restored. */
  const rows = new Map<string, OwnRow>()

  const set = (change: Partial<DraftState>) => {
    const before = state.queue
    state = { ...state, ...change }
    if (storage && state.queue !== before) saveQueue(storage, scope, before, state.queue)
    for (const listener of listeners) listener()
  }
  const setQueue = (queue: cells.CellQueue) => set({ queue })
  const readRun = () =>
    client.fetchQuery({
      queryKey: ['api', path],
      queryFn: () => call<RunWithPays>('GET', path),
      staleTime: 0,
      retry: false,
    })
  const knownRun = () => client.getQueryData<RunWithPays>(['api', path])
  const newest = newestPays(knownRun)
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }
  const isWaiting = () => cells.cellsOf(state.queue).some((cell) => !cell.problem && !cell.theirs)

  function flush(): Promise<void> {
    clearTimeout(timer)
    sending ??= sendAll().finally(() => {
      sending = null
    })
    return sending
  }

  async function sendAll(): Promise<void> {
    if (!isWaiting()) return
    if (state.phase === 'idle') set({ phase: 'saving' })
    try {
      // The result of the last attempt is unknown, so the run is read again.
      if (failures > 0) await readRun()
      const attempt = { most: AT_ONCE, merges: 0, isLeft: true, alone: new Set<number>() }
      while (attempt.isLeft) attempt.isLeft = await sendSome(attempt)
      failures = 0
      set({ phase: 'idle' })
      void client.invalidateQueries({
        predicate: ({ queryKey: [, address] }) => String(address).startsWith(`${path}/`),
      })
    } catch (error) {
      // The run no longer exists or this person may no longer see it, so nothing can be saved.
      if (isRefusal(error)) return set({ phase: 'idle', queue: cells.NO_CELLS })
      // The service was unreachable or busy, but rejected nothing.
      set({ phase: 'offline' })
      wait(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0)
      failures += 1
    }
  }

  /** Saves some of the cells. Returns false when nothing is left to send. */
  async function sendSome(attempt: Attempt): Promise<boolean> {
    const run = knownRun() ?? (await readRun())
    setQueue(cells.merge(state.queue, run.pays))
    const { body, sent } = cells.batchOf(state.queue, run.pays, attempt.most, attempt.alone)
    if (body.length === 0) return false
    setQueue(cells.markSent(state.queue, sent))
    // A read under way would bring back the values that this save replaces.
    await client.cancelQueries({ queryKey: ['api', path], exact: true })
    try {
      const saved = await call<Pay[]>('PATCH', `${path}/pays`, body)
      await client.cancelQueries({ queryKey: ['api', path], exact: true })
      const byId = new Map(saved.map((pay) => [pay.id, pay]))
      client.setQueryData<RunWithPays>(['api', path], (old) =>
        old ? { ...old, pays: old.pays.map((pay) => byId.get(pay.id) ?? pay) } : old,
      )
      setQueue(cells.settle(state.queue, sent))
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (error.status === 409 && attempt.merges < MERGES_MAX) {
        attempt.merges += 1
        const now = await readRun()
        const ids = body.map(({ pay_id }) => pay_id)
        notice(noticedIn(run.pays, now.pays, ids, state.queue))
        if (body.some(({ pay_id, version }) => versionIn(now, pay_id) !== version)) return true
      }
      // Sends the pays one by one to find the rejected one, and then its cells one by one.
      if (body.length > 1) attempt.most = 1
      else if (sent.length > 1) attempt.alone.add(sent[0]?.pay ?? 0)
      else setQueue(cells.refuse(state.queue, sent, sentenceOf(error)))
    }
    return true
  }

  const notice = (found: readonly NoticedCell[]) =>
    set({ noticed: [...without(state.noticed, found), ...found] })

  /**
   * Writes numbers into cells without adding to the undo history. `seen` is the value that the user believes is stored. When a
   * colleague has changed it, the cell becomes a conflict instead of overwriting it.
   */
  function put(changes: readonly past.CellChange[], seen?: (change: past.CellChange) => number): void {
    const pays = new Map(knownRun()?.pays.map((pay) => [pay.id, pay]))
    const typed = changes.flatMap((change) => {
      const { pay, column, after, own } = change
      const held = pays.get(pay) && column.read(pays.get(pay) as Pay)
      if (typeof held !== 'number') return []
      return [{ pay, column, value: after, held: seen?.(change) ?? held, own: own ?? null }]
    })
    set({ queue: cells.put(state.queue, typed), noticed: without(state.noticed, typed) })
    wait(PAUSE_MS)
  }

  /** The row of a pay in a column, or the row before it was cleared here. */
  function ownRow(pay: Pay | undefined, column: GridColumn): OwnRow | null {
    if (!pay) return null
    const key = `${pay.id} ${column.id}`
    const own = ownRowOf(pay, column)
    if (own) rows.set(key, own)
    return own ?? rows.get(key) ?? state.queue.get(pay.id ?? 0)?.get(column.id)?.own ?? null
  }

  function walk(step: ReturnType<typeof past.undo>): past.CellChange | undefined {
    if (!step) return undefined
    set({ history: step.history })
    const { conflicts, rest } = cells.splitConflicts(state.queue, step.changes)
    for (const cell of conflicts) setQueue(cells.drop(state.queue, cell))
    put(rest, (change) => change.before)
    return step.changes[0]
  }

  const resolve = (queue: cells.CellQueue) => {
    setQueue(queue)
    wait(0)
  }

  return {
    flush,
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** The value shown in a cell: the typed one, or the stored one. */
    valueOf(pay: Pay, column: GridColumn): number | null {
      return state.queue.get(pay.id ?? 0)?.get(column.id)?.value ?? column.read(newest(pay))
    },
    ownRow,
    setOpen(open: OpenCell | null) {
      if (open !== state.open) set({ open })
    },
    apply(changes: past.CellChange[]) {
      const pays = new Map(knownRun()?.pays.map((pay) => [pay.id, pay]))
      const withRows = changes.map((change) => ({
        ...change,
        own: ownRow(pays.get(change.pay), change.column),
      }))
      set({ history: past.remember(state.history, withRows) })
      put(withRows)
    },
    undo: () => walk(past.undo(state.history)),
    redo: () => walk(past.redo(state.history)),
    forgetNoticed: () => set({ noticed: [] }),
    keepMine: (cell: cells.WaitingCell) => resolve(cells.keepMine(state.queue, cell)),
    takeTheirs: (cell: cells.WaitingCell) => resolve(cells.drop(state.queue, cell)),
  }
}

const versionIn = (run: RunWithPays, payId: number) => run.pays.find((pay) => pay.id === payId)?.version

/** An allowance lacks a category only if neither the company nor the employee has set it up. */
const sentenceOf = ({ message }: ApiError) =>
  message.includes('allowance_category')
    ? 'This employee has no such allowance yet. Open the pay with Ctrl+Enter and add it there.'
    : plainWords(message)

/** Whether the service rejected the request. */
function isRefusal(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    error.status >= 400 &&
    error.status < 500 &&
    ![408, 429].includes(error.status)
  )
}
