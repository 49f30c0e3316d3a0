import { Link, useParams } from 'wouter'
import { useApi, useIsReader, useWrite } from '../api/hooks.ts'
import { moment, plural } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { plainWords } from '../plain-words.ts'
import { BulkRuns, useAllRuns } from './bulk-runs.tsx'
import {
  type BulkJob,
  type BulkRun,
  endedOf,
  openOf,
  remarksOf,
  STEP_WORDS,
  type WholeBulkJob,
} from './bulk-types.ts'

const LOOK_MS = 1500

/** The progress of a job, and the runs that need a decision. */
export function BulkJobPage() {
  const { jobId } = useParams<{ jobId: string }>()
  const path = `/api/bulk-jobs/${jobId}`
  const isReader = useIsReader()
  const whole = useApi<WholeBulkJob>(`${path}?needs_decision=true&limit=500`, { everyMs: LOOK_MS })
  const job = whole.data
  const all = useAllRuns(job)
  const remarked = (all.data ?? []).filter((run) => run.state === 'done' && remarksOf(run).length > 0).length
  const write = useWrite<BulkJob>('/api/bulk-jobs', '/api/work')
  const send = (verb: 'stop' | 'retry') => write.mutate({ method: 'POST', path: `${path}/${verb}` })
  return (
    <Page
      title="Pay runs of many companies"
      back={{ to: paths.bulk, text: 'All pay runs' }}
      lead={
        job &&
        `Started ${moment(job.created_at)}${job.started_by.name ? ` by ${job.started_by.name}` : ''}: ${job.steps
          .map((step) => STEP_WORDS[step])
          .join(', ')}.`
      }
    >
      <ErrorNotice error={whole.error ?? write.error} />
      {!job && !whole.error && <Waiting />}
      {job && (
        <Panel title="Progress">
          <p role="status">
            {job.is_done ? 'Done: ' : ''}
            {endedOf(job)} of {plural(job.total, 'run', 'runs')}. {job.counts.done} completed
            {remarked > 0 ? ` (${remarked} with a remark, see below)` : ''}
            {openOf(job) > 0 ? `, ${openOf(job)} need a decision` : ''}.
          </p>
          <progress aria-label="Runs done" value={endedOf(job)} max={job.total} />
          {!isReader && (
            <div className="buttons">
              {!job.is_done && (
                <button type="button" disabled={write.isPending} onClick={() => send('stop')}>
                  Stop
                </button>
              )}
              {job.is_done && openOf(job) > 0 && (
                <button type="button" disabled={write.isPending} onClick={() => send('retry')}>
                  Try these again
                </button>
              )}
            </div>
          )}
        </Panel>
      )}
      {job?.is_done && openOf(job) === 0 && <Notice>Nothing needs a decision.</Notice>}
      {job && job.runs.length > 0 && (
        <Panel title="Needs a decision">
          <ul className="cards">
            {job.runs.map((run) => (
              <Decision key={run.id} run={run} />
            ))}
          </ul>
        </Panel>
      )}
      {job?.is_done && <BulkRuns runs={all.data} error={all.error} />}
    </Page>
  )
}

const STATE_WORDS = { stopped: 'Stopped', failed: 'Failed', 'needs-decision': 'Needs a decision' }

function Decision({ run }: { run: BulkRun }) {
  const open = run.outcomes.filter(({ state }) => state === 'needs-decision' || state === 'failed')
  const place =
    run.pay_run_id === null ? paths.pays(run.company_id) : paths.run(run.company_id, run.pay_run_id)
  return (
    <li>
      <div>
        <strong>{run.company}</strong>{' '}
        <Badge text={STATE_WORDS[run.state as keyof typeof STATE_WORDS] ?? 'Under way'} />
        {open.map(({ step, message }) => (
          <p key={step} className="soft">
            {STEP_WORDS[step]}: {plainWords(message)}
          </p>
        ))}
      </div>
      <Link className="button small" href={place} aria-label={`Open: ${run.company}`}>
        Open
      </Link>
    </li>
  )
}
