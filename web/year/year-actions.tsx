import { useState } from 'react'
import { useApi } from '../api/hooks.ts'
import type { Obligation } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day } from '../format.ts'
import { Panel } from '../parts/page.tsx'
import { ReportDialog } from '../reporting/report-dialog.tsx'
import { spanOf } from './years.ts'

type Action = {
  title: string
  path: string
  body: Record<string, unknown>
  nothing: string
  isForSome?: boolean
}

/** Actions that close or correct a year with the authority. */
export function YearActions({ year }: { year: number }) {
  const { isNz } = useCompany()
  const [action, setAction] = useState<Action | null>(null)
  return (
    <>
      {isNz ? <NzActions year={year} onAct={setAction} /> : <AuActions year={year} onAct={setAction} />}
      {action && <ReportDialog {...action} onClose={() => setAction(null)} />}
    </>
  )
}

type Props = { year: number; onAct: (action: Action) => void }

function AuActions({ year, onAct }: Props) {
  const { company } = useCompany()
  const base = `/api/single-touch/${company.id}`
  return (
    <Panel title="Finalise and correct">
      <p className="help" id="finalise">
        Finalising declares the year complete, so that people see their income statement as final. Someone who
        leaves can be finalised at any time; a mistake found later is corrected by an update event and stays
        final.
      </p>
      <div className="buttons">
        <button
          type="button"
          className="main"
          onClick={() =>
            onAct({
              title: 'Finalise the year',
              path: `${base}/finalise`,
              body: { year },
              nothing: 'Everyone is already finalised.',
              isForSome: true,
            })
          }
        >
          Finalise the year
        </button>
        <button
          type="button"
          onClick={() =>
            onAct({
              title: 'Update event',
              path: `${base}/update`,
              body: { year },
              nothing: 'Nothing has changed since it was lodged.',
              isForSome: true,
            })
          }
        >
          Send an update event
        </button>
        <button
          type="button"
          onClick={() =>
            onAct({
              title: 'Reverse the finalisation',
              path: `${base}/finalise`,
              body: { year, is_final: false },
              nothing: 'No one is finalised.',
              isForSome: true,
            })
          }
        >
          Reverse a finalisation
        </button>
      </div>
      <p className="help">
        To replace the last pay event as a whole, open it below and choose “Replace this file”.
      </p>
    </Panel>
  )
}

function NzActions({ year, onAct }: Props) {
  const { company, api } = useCompany()
  const obligations = useApi<Obligation[]>(`${api}/obligations`)
  const span = spanOf(year, true)
  const last = (obligations.data ?? [])
    .filter(({ kind, period_start: on }) => kind === 'payday-filing' && on >= span.from && on <= span.to)
    .map((row) => row.period_start)
    .sort()
    .at(-1)
  const path = `/api/payday-filing/${company.id}/submit`
  return (
    <Panel title="Amend and finish">
      <p className="help">
        Payday filing has no return for the whole year: once every payday is filed, the year is complete. Only
        an employer who no longer employs anyone files a final return, with the last payday.
      </p>
      <div className="buttons">
        <button
          type="button"
          onClick={() =>
            onAct({
              title: 'Amend filed paydays',
              path,
              body: { from_date: span.from, to_date: span.to },
              nothing: 'Everything is filed and up to date.',
            })
          }
        >
          Check for changes and amend
        </button>
        <button
          type="button"
          disabled={!last}
          onClick={() =>
            onAct({
              title: 'Final return: we no longer employ anyone',
              path,
              body: { from_date: last, to_date: last, is_final_return: true },
              nothing: 'The final return was already filed.',
            })
          }
        >
          File the final return
        </button>
        {last && <span className="soft">Last payday: {day(last)}</span>}
      </div>
    </Panel>
  )
}
