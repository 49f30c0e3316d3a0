import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { call } from '../api/client.ts'
import { useApi, useSession, useWrite } from '../api/hooks.ts'
import { addDays, day, moment, plural, withDays } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { AU_DECLARATION, NZ_DECLARATION } from '../reporting/declarations.ts'
import { type BulkJob, endedOf, openOf, STEP_WORDS, STEPS, type Step } from './bulk-types.ts'
import type { WorkItem, WorkList } from './work-items.ts'

const AHEAD_DAYS = 7
/** The number of jobs on the page. */
const SHOWN = 10
const ORDINARY: readonly Step[] = ['draft', 'check', 'process', 'lodge']

/** Every run due by a date, from all pages. */
function useDueRuns(until: string) {
  return useQuery({
    queryKey: ['api', '/api/work', 'runs', until],
    enabled: until !== '',
    queryFn: async () => {
      const runs: WorkItem[] = []
      for (let after: string | null = ''; after !== null; ) {
        const query = new URLSearchParams({
          kind: 'pay-run',
          to_date: until,
          limit: '500',
          ...(after ? { after } : {}),
        })
        const page: WorkList = await call<WorkList>('GET', `/api/work?${query}`)
        // Skips runs of clients, whose account must be opened first.
        runs.push(...page.items.filter((item) => item.client_id === null))
        after = page.next
      }
      return runs
    },
  })
}

const keyOf = (run: WorkItem) => `${run.company_id} ${run.key}`

/** Due runs of all companies, to select and process together. */
export function BulkPage() {
  const session = useSession()
  const today = Object.values(session.data?.today ?? {}).toSorted()[0] ?? ''
  const [asked, setDay] = useState('')
  const until = asked || (today && addDays(today, AHEAD_DAYS))
  const due = useDueRuns(until)
  const jobs = useApi<BulkJob[]>('/api/bulk-jobs')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [steps, setSteps] = useState<readonly Step[]>(ORDINARY)
  const [isAsking, setAsking] = useState(false)
  const runs = due.data ?? []
  const selected = runs.filter((run) => chosen.has(keyOf(run)))
  const toggle = (key: string) => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    setChosen(next)
  }
  const columns: Column<WorkItem>[] = [
    {
      id: 'chosen',
      title: 'Selected',
      isPlain: true,
      value: (run) => Number(chosen.has(keyOf(run))),
      cell: (run) => (
        <input
          type="checkbox"
          aria-label={`Select ${run.company}, ${day(run.due_date)}`}
          checked={chosen.has(keyOf(run))}
          onChange={() => toggle(keyOf(run))}
        />
      ),
    },
    { id: 'company', title: 'Company', value: (run) => run.company },
    { id: 'what', title: 'Run', value: (run) => withDays(run.title) },
    {
      id: 'due',
      title: 'Pay day',
      value: (run) => run.due_date,
      cell: (run) => day(run.due_date),
      isShort: true,
    },
    { id: 'people', title: 'People', value: (run) => run.people, isNumber: true },
    {
      id: 'status',
      title: 'Status',
      value: (run) => run.status,
      cell: (run) => (
        <Badge text={run.status === 'overdue' ? 'Overdue' : run.what === 'draft' ? 'Draft' : 'Due'} />
      ),
    },
  ]
  const isAll = runs.length > 0 && selected.length === runs.length
  return (
    <Page title="All pay runs" lead="Process the runs of many companies in one job.">
      <ErrorNotice error={due.error} />
      <Panel title="Runs that are due">
        <div className="filters">
          <label>
            Pay day up to <input type="date" value={until} onChange={(event) => setDay(event.target.value)} />
          </label>{' '}
          {runs.length > 0 && (
            <label className="check-line">
              <input
                type="checkbox"
                checked={isAll}
                onChange={() => setChosen(new Set(isAll ? [] : runs.map(keyOf)))}
              />
              Select all ({runs.length})
            </label>
          )}
        </div>
        {due.isPending ? (
          <Waiting lines={6} />
        ) : (
          <DataTable
            caption="Runs that are due"
            rows={runs}
            columns={columns}
            rowKey={keyOf}
            empty="No run is due by this day."
          />
        )}
        <fieldset>
          <legend>Steps</legend>
          <div className="filters">
            {STEPS.map((step) => (
              <label key={step} className="check-line">
                <input
                  type="checkbox"
                  checked={steps.includes(step)}
                  onChange={() =>
                    setSteps(
                      STEPS.filter((each) => (each === step ? !steps.includes(step) : steps.includes(each))),
                    )
                  }
                />
                {STEP_WORDS[step]}
              </label>
            ))}
          </div>
        </fieldset>
        <div className="buttons">
          <button
            type="button"
            className="main"
            disabled={selected.length === 0 || steps.length === 0}
            onClick={() => setAsking(true)}
          >
            {selected.length === 0 ? 'Start the runs' : `Start ${plural(selected.length, 'run', 'runs')}`}
          </button>
          {selected.length === 0 && runs.length > 0 && <span className="soft">Select runs first.</span>}
        </div>
      </Panel>
      <JobList jobs={jobs.data ?? []} />
      {isAsking && <StartDialog runs={selected} steps={steps} onClose={() => setAsking(false)} />}
    </Page>
  )
}

type StartProps = { runs: WorkItem[]; steps: readonly Step[]; onClose: () => void }

function StartDialog({ runs, steps, onClose }: StartProps) {
  const [, navigate] = useLocation()
  const start = useWrite<BulkJob>('/api/bulk-jobs', '/api/work')
  const [declared, setDeclared] = useState<ReadonlySet<string>>(new Set())
  // One declaration for each authority, as for a single run.
  const countries = steps.includes('lodge') ? [...new Set(runs.map((run) => run.jurisdiction))] : []
  const isDeclared = countries.every((country) => declared.has(country))
  const toggle = (country: string) => {
    const next = new Set(declared)
    if (!next.delete(country)) next.add(country)
    setDeclared(next)
  }
  const people = runs.reduce((sum, run) => sum + run.people, 0)
  const send = () => {
    const body = {
      steps,
      runs: runs.map(({ company_id, pay_run_id, period_end_date }) => ({
        company_id,
        pay_run_id,
        period_end_date,
      })),
    }
    start.mutate(
      { method: 'POST', path: '/api/bulk-jobs', body },
      { onSuccess: ({ id }) => navigate(paths.bulkJob(id)) },
    )
  }
  return (
    <Dialog title={`Start ${plural(runs.length, 'run', 'runs')}?`} onClose={onClose}>
      <p>
        {plural(people, 'person', 'people')} in{' '}
        {plural(new Set(runs.map((run) => run.company_id)).size, 'company', 'companies')}. Steps:{' '}
        {steps.map((step) => STEP_WORDS[step]).join(', ')}.
      </p>
      <p>A run that needs a decision stops there. The others continue.</p>
      {countries.map((country) => (
        <label key={country} className="check-line">
          <input type="checkbox" checked={declared.has(country)} onChange={() => toggle(country)} />
          <span>{country === 'NZ' ? NZ_DECLARATION : AU_DECLARATION} This is for every run above.</span>
        </label>
      ))}
      <ErrorNotice error={start.error} />
      <div className="buttons">
        <button type="button" className="main" disabled={start.isPending || !isDeclared} onClick={send}>
          Start
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  )
}

function JobList({ jobs }: { jobs: BulkJob[] }) {
  if (jobs.length === 0) return null
  return (
    <Panel title="Jobs">
      <ul className="cards">
        {jobs.slice(0, SHOWN).map((job) => (
          <li key={job.id}>
            <div>
              <strong>{plural(job.total, 'run', 'runs')}</strong>{' '}
              <Badge text={job.is_done ? (openOf(job) > 0 ? 'Needs a decision' : 'Done') : 'Under way'} />
              <p className="soft">
                {[job.started_by.name ?? '', moment(job.created_at), `${endedOf(job)} of ${job.total}`]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <Link className="button small" href={paths.bulkJob(job.id)} aria-label={`Open job ${job.id}`}>
              Open
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
