import { Link } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { RunReadiness } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { plural } from '../format.ts'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { paths } from '../paths.ts'
import { FindingGroups } from './findings.tsx'

export function useReadiness(runId: number) {
  const { api } = useCompany()
  return useApi<RunReadiness>(`${api}/pay-runs/${runId}/readiness`)
}

/** Everything that the bank, the funds or the tax office would reject, before anything is processed. */
export function RunCheck({ runId }: { runId: number }) {
  const check = useReadiness(runId)
  if (!check.data)
    return check.error ? <ErrorNotice error={check.error} /> : <Waiting text="Checking the whole run …" />
  const { groups, skipped } = check.data
  const blocking = groups.filter(({ severity }) => severity === 'blocks')
  const others = groups.filter(({ severity, rule }) => severity === 'look' && !rule)
  const unusual = groups.filter(({ rule }) => rule)
  return (
    <>
      <div className="check-head">
        <Readiness readiness={check.data} />
        <button type="button" className="reads" disabled={check.isFetching} onClick={() => check.refetch()}>
          {check.isFetching ? 'Checking …' : 'Check again'}
        </button>
      </div>
      {blocking.length > 0 && (
        <>
          <h3>Would be refused later</h3>
          <FindingGroups groups={blocking} />
        </>
      )}
      {unusual.length > 0 && (
        <>
          <h3>Unusual</h3>
          <p className="soft">
            Nothing stops the run. The owner gets an e-mail about these when it is processed.
          </p>
          <FindingGroups groups={unusual} />
        </>
      )}
      {others.length > 0 && (
        <>
          <h3>Worth a look</h3>
          <FindingGroups groups={others} />
        </>
      )}
      <NotInRun skipped={skipped} />
    </>
  )
}

/** Lists everyone who is not in the run, so no one is left out unnoticed. */
function NotInRun({ skipped }: Pick<RunReadiness, 'skipped'>) {
  const { company } = useCompany()
  if (skipped.length === 0) return null
  return (
    <>
      <h3>Not in this run</h3>
      <ul className="findings">
        {skipped.map(({ employee_id, format_name, reason }) => (
          <li key={employee_id}>
            <span className="finding-text">
              <strong>{format_name}: </strong>
              {reason}
            </span>
            <Link
              href={paths.employee(company.id, employee_id)}
              aria-label={`Open the employee: ${format_name}`}
            >
              Open the employee
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The result of the check in one sentence. */
export function Readiness({ readiness: { groups, pay_count, person_count } }: { readiness: RunReadiness }) {
  const blocking = groups.filter(({ severity }) => severity === 'blocks').length
  if (blocking === 0)
    return (
      <Notice kind="good">
        All {plural(pay_count, 'pay')}
        {person_count === pay_count ? '' : ` of ${plural(person_count, 'person', 'people')}`} were checked:
        bank file, super and report would pass.
      </Notice>
    )
  return (
    <Notice kind="warning">
      {blocking === 1 ? 'One thing' : `${blocking} things`} would be refused later. Fix{' '}
      {blocking === 1 ? 'it' : 'them'} now, or pay the others and come back.
    </Notice>
  )
}
