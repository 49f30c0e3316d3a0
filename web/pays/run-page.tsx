import { Suspense, useState } from 'react'
import { useLocation, useParams, useSearch } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { Pay, RunComparison } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, plural, words } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { lazy } from '../parts/lazy.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { DiscardRun } from './discard-run.tsx'
import { Figure } from './figure.tsx'
import { PayEditor } from './pay-editor.tsx'
import { RunActions } from './run-actions.tsx'
import { RunCheck } from './run-check.tsx'
import { RunPeople } from './run-people.tsx'
import { RunReview } from './run-review.tsx'
import type { RunWithPays } from './run-with-pays.ts'
import { STATUS_WORDS } from './runs-page.tsx'
import { sumsOf } from './sums.ts'

/** Loaded later, because the notes are below the grid. */
const Notes = lazy(() => import('../notes/notes.tsx').then((m) => ({ default: m.Notes })))

const PARTS = { people: 'People', check: 'Check', review: 'What changed' } as const
type Part = keyof typeof PARTS

/** One pay run from its draft to its payslips, on one page. */
export function RunPage() {
  const { runId } = useParams<{ runId: string }>()
  const { company, api } = useCompany()
  const run = useApi<RunWithPays>(`${api}/pay-runs/${runId}`)
  if (!run.data)
    return run.error ? <ErrorNotice error={run.error} /> : <Waiting text="Loading the pay run …" />
  const { data } = run
  const payDates = [...new Set(data.pays.map((pay) => pay.processed_date))]
  return (
    <Page
      className="run"
      title={`${words(data.pay_period)} run to ${day(data.pay_run_end_date)}`}
      lead={
        <>
          <Badge text={STATUS_WORDS[data.status]} /> {day(data.pay_run_start_date)} to{' '}
          {day(data.pay_run_end_date)} · {plural(data.totals.employee_count, 'person', 'people')}
          {payDates.length > 0 &&
            ` · ${data.status === 'pending' ? 'pay day' : 'paid'} ${payDates.map((date) => day(date)).join(', ')}`}
        </>
      }
      back={{ to: paths.pays(company.id), text: 'Pays' }}
      actions={data.pays.every(({ status }) => status === 'pending') && <DiscardRun run={data} />}
    >
      <RunTotals pays={data.pays} />
      <RunActions run={data} />
      <Parts run={data} />
      {data.pay_run_id !== null && (
        <Suspense fallback={null}>
          <Notes about={{ pay_run_id: data.pay_run_id }} />
        </Suspense>
      )}
    </Page>
  )
}

function RunTotals({ pays }: { pays: Pay[] }) {
  const { wording, isNz } = useCompany()
  const sums = sumsOf(pays, isNz)
  return (
    <div className="figures strip">
      <Figure name="Gross" amount={sums.gross} />
      <Figure name={wording.taxLong} amount={sums.tax} />
      {isNz && sums.loan !== 0 && <Figure name="Student loans" amount={sums.loan} />}
      {isNz ? (
        <>
          <Figure name="KiwiSaver (employee)" amount={sums.employee} />
          <Figure name="KiwiSaver (employer)" amount={sums.retirement} />
        </>
      ) : (
        <Figure name="Super" amount={sums.retirement} />
      )}
      <Figure name="Net to pay" amount={sums.net} isMain />
    </div>
  )
}

/** The grid, the check, and the comparison with the previous run. The URL selects one of them. */
function Parts({ run }: { run: RunWithPays }) {
  const { api } = useCompany()
  const [location, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const part: Part = (Object.keys(PARTS) as Part[]).find((name) => name === search.get('show')) ?? 'people'
  const [editing, setEditing] = useState<Pay | null>(null)
  const comparison = useApi<RunComparison>(`${api}/pay-runs/${run.pay_run_id}/comparison`)
  return (
    <section className="panel run-parts" aria-label="The pays">
      <div className="part-tabs" role="tablist" aria-label="Views of the run">
        {(Object.keys(PARTS) as Part[]).map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={name === part}
            onClick={() => navigate(name === 'people' ? location : `${location}?show=${name}`)}
          >
            {PARTS[name]}
          </button>
        ))}
      </div>
      {part === 'people' && <RunPeople run={run} comparison={comparison.data} onEdit={setEditing} />}
      {part === 'check' && <RunCheck runId={run.pay_run_id ?? 0} />}
      {part === 'review' && <RunReview run={run} comparison={comparison} />}
      {editing && <PayEditor pay={editing} onClose={() => setEditing(null)} />}
    </section>
  )
}
