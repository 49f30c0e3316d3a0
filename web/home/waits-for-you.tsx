import { Link } from 'wouter'
import { useApi, useIsReader, useSession } from '../api/hooks.ts'
import type { EmployeeRequest } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { moment, plural } from '../format.ts'
import { ErrorNotice } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { type WaitingApproval, waitingFor } from './waiting-for.ts'

const SHOWN = 4

/** Requests of employees and approvals that wait for the person who is signed in. Nothing when none waits. */
export function WaitsForYou() {
  const { company, api } = useCompany()
  const isReader = useIsReader()
  const session = useSession().data
  const requests = useApi<EmployeeRequest[]>(isReader ? null : `${api}/requests?state=open`)
  const approvals = useApi<WaitingApproval[]>(
    isReader ? null : `/api/approvals?state=waiting&company_id=${company.id}`,
  )
  const open = requests.data ?? []
  const waiting = waitingFor(session, approvals.data ?? [])
  const error = requests.error ?? approvals.error
  if (open.length + waiting.length === 0 && !error) return null
  return (
    <Panel title="Waiting for you">
      <ErrorNotice error={error} />
      <ul className="cards">
        {open.length > 0 && (
          <li>
            <div>
              <strong>{plural(open.length, 'request', 'requests')} of employees</strong>
              <p className="soft">{namesOf(open)}</p>
            </div>
            <Link className="button" href={paths.requests(company.id)} aria-label="Decide: requests">
              Decide
            </Link>
          </li>
        )}
        {waiting.slice(0, SHOWN).map((approval) => (
          <li key={approval.id}>
            <div>
              <strong>{approval.summary}</strong>
              <p className="soft">
                Prepared by {approval.prepared_by.name ?? 'the operator of this service'},{' '}
                {moment(approval.prepared_at)}
              </p>
            </div>
            <Link
              className="button"
              href={paths.approvals(company.id)}
              aria-label={`Decide: ${approval.summary}`}
            >
              Decide
            </Link>
          </li>
        ))}
      </ul>
      {waiting.length > SHOWN && (
        <Link href={paths.approvals(company.id)}>All {waiting.length} approvals</Link>
      )}
    </Panel>
  )
}

function namesOf(requests: readonly EmployeeRequest[]): string {
  const names = [...new Set(requests.map(({ employee_name: name }) => name))]
  const more = names.length - SHOWN
  return `${names.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
