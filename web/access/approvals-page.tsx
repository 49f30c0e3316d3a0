import { useApi, useSession, useWrite } from '../api/hooks.ts'
import { useCompany } from '../current-company.tsx'
import { moment, words } from '../format.ts'
import { isPreparedBy } from '../home/waiting-for.ts'
import { Badge } from '../parts/badge.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { CompanyRules } from './company-rules.tsx'

type Approval = {
  id: number
  kind: string
  state: string
  summary: string
  digest: string
  company_id: number | null
  prepared_by: {
    user_id: number | null
    name: string | null
    client_id: string
    officer: { name: string | null } | null
  }
  prepared_at: string
  decided_by: { user_id: number; name: string | null } | null
  decided_at: string | null
  reason: string | null
}

/** Actions that wait for approval, past decisions, and the actions that need two people. */
export function ApprovalsPage() {
  const { company } = useCompany()
  const all = useApi<Approval[]>('/api/approvals')
  const mine = (all.data ?? []).filter(({ company_id: id }) => id === null || id === company.id)
  const waiting = mine.filter(({ state }) => state === 'waiting')
  const decided = mine.filter(({ state }) => state !== 'waiting')
  return (
    <Page title="Approvals" lead="One person prepares, another approves.">
      <ErrorNotice error={all.error} />
      {!all.data && !all.error && <Waiting />}
      <Panel title="Waiting">
        {waiting.length === 0 && <p className="empty">Nothing waits.</p>}
        {waiting.map((approval) => (
          <WaitingApproval key={approval.id} approval={approval} />
        ))}
      </Panel>
      <CompanyRules />
      {decided.length > 0 && (
        <Panel title="Decided">
          <ul>
            {decided.map((approval) => (
              <li key={approval.id}>
                <Badge text={words(approval.state)} /> {approval.summary} Prepared by {nameOf(approval)}
                {approval.decided_by && `, decided by ${approval.decided_by.name ?? 'someone'}`}
                {approval.decided_at && ` on ${moment(approval.decided_at)}`}
                {approval.reason && `: ${approval.reason}`}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </Page>
  )
}

const nameOf = ({ prepared_by: { user_id: user, name, client_id: client, officer } }: Approval) =>
  user === null
    ? 'the operator of this service'
    : officer
      ? `${officer.name ?? 'an officer'} of your partner`
      : `${name ?? 'someone'}${client === 'tasman-web' ? '' : ` through ${client}`}`

function WaitingApproval({ approval }: { approval: Approval }) {
  const session = useSession().data
  const decide = useWrite<Approval>('/api/approvals', '/api/company', '/api/employees')
  const post = (verb: 'approve' | 'reject' | 'withdraw') =>
    decide.mutate({
      method: 'POST',
      path: `/api/approvals/${approval.id}/${verb}`,
      // Approves only the version that this screen shows.
      version: verb === 'approve' ? `"${approval.digest}"` : undefined,
    })
  const isOwn = session !== undefined && isPreparedBy(session, approval.prepared_by)
  return (
    <section className="line">
      <p>
        {approval.summary} Prepared by {nameOf(approval)}, {moment(approval.prepared_at)}.
      </p>
      <ErrorNotice error={decide.error} />
      {decide.data?.state === 'voided' && (
        <Notice kind="warning">Nothing was done. {decide.data.reason}</Notice>
      )}
      <div className="buttons">
        {isOwn ? (
          <button type="button" disabled={decide.isPending} onClick={() => post('withdraw')}>
            Withdraw
          </button>
        ) : session?.opened_by ? null : (
          <>
            <button
              type="button"
              className="main"
              disabled={decide.isPending}
              onClick={() => post('approve')}
            >
              Approve
            </button>
            <button type="button" disabled={decide.isPending} onClick={() => post('reject')}>
              Reject
            </button>
          </>
        )}
      </div>
    </section>
  )
}
