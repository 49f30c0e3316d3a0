import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../api/client.ts'
import { useIsReader } from '../api/hooks.ts'
import type { Pay } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import type { CellEdit } from './grid-columns.ts'
import { type PayRequest, rowsOf } from './pay-request.ts'
import type { RunWithPays } from './run-with-pays.ts'

const PAUSE_MS = 500
/** As many drafts as one call takes. */
const AT_ONCE = 500

export type DraftEdits = {
  rowsFor: (pay: Pay) => PayRequest
  isDirty: (pay: Pay) => boolean
  apply: (edits: readonly CellEdit[]) => void
  drop: () => void
  /** Whoever may only read types nothing. */
  isLocked: boolean
  state: 'saved' | 'waiting' | 'saving' | 'failed'
  problem: string | null
}

/** What is typed into the grid: shown at once, saved for all drafts together when the typing pauses. */
export function useDraftEdits(run: RunWithPays): DraftEdits {
  const { api } = useCompany()
  const isLocked = useIsReader()
  const client = useQueryClient()
  const [edits, setEdits] = useState<ReadonlyMap<number, PayRequest>>(new Map())
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const path = `${api}/pay-runs/${run.pay_run_id}`

  const apply = useCallback((changes: readonly CellEdit[]) => {
    setProblem(null)
    setEdits((before) => {
      const after = new Map(before)
      for (const { pay, column, value } of changes) {
        const id = pay.id ?? 0
        after.set(id, column.write(after.get(id) ?? rowsOf(pay), value))
      }
      return after
    })
  }, [])

  useEffect(() => {
    if (edits.size === 0 || isSaving || problem !== null) return undefined
    const timer = setTimeout(async () => {
      const sent = [...edits].slice(0, AT_ONCE)
      setIsSaving(true)
      try {
        const body = sent.map(([pay_id, rows]) => ({ pay_id, ...rows }))
        const saved = await call<Pay[]>('PUT', `${path}/pays`, body)
        const byId = new Map(saved.map((pay) => [pay.id, pay]))
        client.setQueryData<RunWithPays>(['api', path], (old) =>
          old ? { ...old, pays: old.pays.map((pay) => byId.get(pay.id) ?? pay) } : old,
        )
        // What was typed meanwhile stays to be saved.
        setEdits(
          (now) => new Map([...now].filter(([id, rows]) => !sent.some(([s, r]) => s === id && r === rows))),
        )
        void client.invalidateQueries({
          predicate: ({ queryKey: [, address] }) => String(address).startsWith(`${path}/`),
        })
      } catch (error) {
        setProblem(
          named(
            error as Error,
            sent.map(([id]) => id),
            run,
          ),
        )
      } finally {
        setIsSaving(false)
      }
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [edits, isSaving, problem, path, client, run])
  useLeaveGuard(edits.size > 0)
  return {
    isLocked,
    rowsFor: useCallback((pay) => edits.get(pay.id ?? 0) ?? rowsOf(pay), [edits]),
    isDirty: useCallback((pay) => edits.has(pay.id ?? 0), [edits]),
    apply,
    drop: useCallback(() => {
      setEdits(new Map())
      setProblem(null)
    }, []),
    state: problem !== null ? 'failed' : isSaving ? 'saving' : edits.size > 0 ? 'waiting' : 'saved',
    problem,
  }
}

/** A refusal names a pay by its place in the call: people are told the name. */
function named(error: Error, ids: readonly number[], run: RunWithPays): string {
  const nameOf = (place: number) => run.pays.find((pay) => pay.id === ids[place])?.format_name ?? 'somebody'
  const [path] = error instanceof ApiError ? Object.keys(error.paths) : []
  const place = path?.match(/^(\d+)\./)?.[1]
  if (place !== undefined) return `${nameOf(Number(place))}: ${error.message}`
  return error.message.replace(/\bPay (\d+)\b/g, (_all, index) => nameOf(Number(index)))
}

/** The browser asks before a page with unsaved figures is left. */
function useLeaveGuard(isUnsaved: boolean): void {
  const unsaved = useRef(isUnsaved)
  unsaved.current = isUnsaved
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (unsaved.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
}
