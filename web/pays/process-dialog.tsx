import { Link } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { RunComparison } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, money, plural } from '../format.ts'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { paths } from '../paths.ts'
import { Findings } from './findings.tsx'
import { Readiness, useReadiness } from './run-check.tsx'

type Props = { runId: number; count: number; onStart: () => void; onClose: () => void }
const SHOWN = 5

/** The last look before a run is processed: what would be refused later, and what differs from the last run. */
export function ProcessDialog({ runId, count, onStart, onClose }: Props) {
  const { company, api } = useCompany()
  const check = useReadiness(runId)
  const comparison = useApi<RunComparison>(`${api}/pay-runs/${runId}/comparison`).data
  const blocking = check.data?.findings.filter(({ severity }) => severity === 'blocks') ?? []
  return (
    <Dialog title="Process this run?" onClose={onClose}>
      <div className="form">
        <p>
          {plural(count, 'pay')} of {company.legal_name}. They are worked out once more on where each person
          stands now; leave balances and year-to-date figures then move.
        </p>
        {comparison?.previous_totals && (
          <p>
            Net {money(comparison.totals.net)}; the run to {day(comparison.previous_pay_run_end_date)} was{' '}
            {money(comparison.previous_totals.net)}.
          </p>
        )}
        <ErrorNotice error={check.error} />
        {check.isPending && <Waiting text="Trying bank file, super and report …" />}
        {check.data && <Readiness readiness={check.data} />}
        <Findings findings={blocking.slice(0, SHOWN)} />
        {blocking.length > SHOWN && (
          <Link href={`${paths.run(company.id, runId)}?show=check`} onClick={onClose}>
            All {blocking.length}
          </Link>
        )}
        <div className="buttons">
          <button type="button" className="main" disabled={check.isPending} onClick={onStart}>
            Process now
          </button>
          <button type="button" onClick={onClose}>
            Not yet
          </button>
        </div>
      </div>
    </Dialog>
  )
}
