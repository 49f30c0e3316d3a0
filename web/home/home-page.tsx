import { Suspense, useState } from 'react'
import { useApi } from '../api/hooks.ts'
import type { PayRun } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { addDays } from '../format.ts'
import { lazy } from '../parts/lazy.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import type { RunStart } from '../pays/run-start.ts'
import { RunsChart } from '../pays/runs-chart.tsx'
import { DueList } from './due-list.tsx'
import { LastRun } from './last-run.tsx'
import { NextRuns } from './next-runs.tsx'

const StartRun = lazy(() => import('../pays/start-run.tsx').then((m) => ({ default: m.StartRun })))
/** Only for companies that have not paid anyone yet. */
const SetUp = lazy(() => import('./set-up.tsx').then((m) => ({ default: m.SetUp })))
const SinceYesterday = lazy(() =>
  import('./since-yesterday.tsx').then((m) => ({ default: m.SinceYesterday })),
)
const Away = lazy(() => import('./away.tsx').then((m) => ({ default: m.Away })))
const Notices = lazy(() => import('./notices.tsx').then((m) => ({ default: m.Notices })))
const YEAR = 366

/** The home page of a payroll officer: what waits for this person, due tasks, the next runs, unusual figures, and the cost. */
export function HomePage() {
  const { company, wording, api, today } = useCompany()
  const [starting, setStarting] = useState<RunStart | 'free' | null>(null)
  const runs = useApi<PayRun[]>(`${api}/pay-runs?from_date=${addDays(today, -YEAR)}`)
  const processed = (runs.data ?? []).filter(({ status }) => status === 'processed')
  const last = processed.toSorted((a, b) => (a.pay_run_end_date < b.pay_run_end_date ? -1 : 1)).at(-1)
  return (
    <Page
      title="Home"
      lead={`${company.legal_name} · ${wording.country}`}
      actions={
        <button type="button" className="main" onClick={() => setStarting('free')}>
          Start a pay run
        </button>
      }
    >
      <ErrorNotice error={runs.error} />
      <Suspense fallback={null}>
        <Notices />
      </Suspense>
      <div className="home">
        <div className="home-column">
          {runs.data && processed.length === 0 && (
            <Suspense fallback={null}>
              <SetUp />
            </Suspense>
          )}
          <DueList onStart={setStarting} />
          {processed.length > 1 && (
            <Panel title="Cost of the last year" className="cost">
              <RunsChart runs={processed} />
            </Panel>
          )}
          <Suspense fallback={null}>
            <SinceYesterday />
          </Suspense>
        </div>
        <div className="home-column">
          <NextRuns onStart={setStarting} />
          {last && <LastRun run={last} />}
          <Suspense fallback={null}>
            <Away />
          </Suspense>
        </div>
      </div>
      {starting && (
        <Suspense fallback={null}>
          <StartRun {...(starting === 'free' ? {} : { start: starting })} onClose={() => setStarting(null)} />
        </Suspense>
      )}
    </Page>
  )
}
