import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useIsReader, useSession } from '../api/hooks.ts'
import type { Pay } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { cellsOf, type WaitingCell } from './cell-queue.ts'
import type { DraftStore, OpenCell } from './draft-store.ts'
import { draftStoreOf } from './draft-stores.ts'
import type { GridColumn } from './grid-columns.ts'
import type { NoticedCell } from './noticed.ts'

const NONE: ReadonlyMap<string, WaitingCell> = new Map()

export type DraftEdits = {
  store: DraftStore
  /** The unsaved cells of a pay, by column. */
  cellsFor: (pay: Pay) => ReadonlyMap<string, WaitingCell>
  valueOf: (pay: Pay, column: GridColumn) => number | null
  /** Whether the user may not type, because of read-only access. */
  isLocked: boolean
  state: 'saved' | 'saving' | 'offline'
  /** Cells that the service rejected, and cells that another user changed too. */
  refused: WaitingCell[]
  disputed: WaitingCell[]
  unsaved: number
  /** Changes by colleagues in rows that were saved here. */
  noticed: readonly NoticedCell[]
  /** The cell being edited. */
  open: OpenCell | null
}

/** The unsaved cells of the run on the screen. */
export function useDraftEdits(runId: number): DraftEdits {
  const { company } = useCompany()
  const person = useSession().data?.id ?? 0
  const isLocked = useIsReader()
  const store = useMemo(
    () => draftStoreOf({ person, company: company.id, run: runId }),
    [person, company.id, runId],
  )
  const { queue, phase, open, noticed } = useSyncExternalStore(store.subscribe, store.get)
  const waiting = useMemo(() => cellsOf(queue), [queue])
  const refused = useMemo(() => waiting.filter(({ problem }) => problem), [waiting])
  const disputed = useMemo(() => waiting.filter(({ theirs }) => theirs), [waiting])
  useAskBeforeLeaving(phase === 'offline' || refused.length + disputed.length > 0)
  return {
    store,
    isLocked,
    refused,
    disputed,
    open,
    noticed,
    unsaved: waiting.length,
    cellsFor: useCallback((pay) => queue.get(pay.id ?? 0) ?? NONE, [queue]),
    valueOf: useCallback(
      (pay, column) => queue.get(pay.id ?? 0)?.get(column.id)?.value ?? column.read(pay),
      [queue],
    ),
    state:
      phase === 'offline'
        ? 'offline'
        : waiting.length > refused.length + disputed.length || phase === 'saving'
          ? 'saving'
          : 'saved',
  }
}

/** Warns the user before the page is closed. Cells that cannot be saved now are kept in this browser. */
function useAskBeforeLeaving(isStuck: boolean): void {
  useEffect(() => {
    if (!isStuck) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isStuck])
}
