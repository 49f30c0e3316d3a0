import { Link } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { UpcomingRun } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, plural, words } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { type RunStart, startOf } from '../pays/run-start.ts'

/** The next run of every pay cycle in use. */
export function NextRuns({ onStart }: { onStart: (start: RunStart) => void }) {
  const { company, api } = useCompany()
  const upcoming = useApi<UpcomingRun[]>(`${api}/upcoming-pay-runs`)
  return (
    <Panel title="Next pay runs">
      <ErrorNotice error={upcoming.error} />
      {!upcoming.data && !upcoming.error && <Waiting />}
      {upcoming.data?.length === 0 && (
        <p className="empty">
          No one is paid here yet. <Link href={paths.newEmployee(company.id)}>Add the first employee</Link>
        </p>
      )}
      <ul className="cards">
        {upcoming.data?.map((run) => (
          <li key={`${run.pay_period} ${run.pay_calendar_id}`}>
            <div>
              <strong>{run.name ?? words(run.pay_period)}</strong> {run.is_late && <Badge text="Overdue" />}
              {run.pay_run_id !== null && <Badge text="Draft" />}
              <p className="soft">
                {day(run.period_start_date)} to {day(run.period_end_date)} ·{' '}
                {plural(run.employee_count, 'person', 'people')} · pay day {day(run.pay_date)}
              </p>
            </div>
            {run.pay_run_id === null ? (
              <button
                type="button"
                onClick={() => onStart(startOf(run))}
                aria-label={`Start: ${nameOf(run)}`}
              >
                Start
              </button>
            ) : (
              <Link
                className="button"
                href={paths.run(company.id, run.pay_run_id)}
                aria-label={`Open the draft: ${nameOf(run)}`}
              >
                Open the draft
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const nameOf = (run: UpcomingRun) => `${run.name ?? words(run.pay_period)} to ${day(run.period_end_date)}`
