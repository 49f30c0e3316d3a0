import { useState } from 'react'
import { Link } from 'wouter'
import { managesAccount } from '../access/roles.ts'
import { forgetRecent } from '../api/companies.ts'
import { useApi, useSession, useWrite } from '../api/hooks.ts'
import type { Obligation } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, money } from '../format.ts'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { OBLIGATION_NAMES } from '../reporting/obligation-names.ts'

/** Deletes a company, after listing what it still owes. For owners and admins. */
export function DeleteCompany() {
  const session = useSession().data
  const [isAsking, setAsking] = useState(false)
  if (!session || !managesAccount(session.role) || session.opened_by) return null
  return (
    <Panel title="Delete the company">
      <p>
        Its records are kept for the retention time. Until then an owner or admin can restore it under{' '}
        <Link href={paths.deletedCompanies}>Deleted companies</Link>.
      </p>
      <button type="button" onClick={() => setAsking(true)}>
        Delete the company …
      </button>
      {isAsking && <Question onClose={() => setAsking(false)} />}
    </Panel>
  )
}

function Question({ onClose }: { onClose: () => void }) {
  const { company, api } = useCompany()
  const obligations = useApi<Obligation[]>(`${api}/obligations`)
  const [isSure, setSure] = useState(false)
  const remove = useWrite<unknown>('/api/companies')
  const open = (obligations.data ?? []).filter(({ status }) =>
    ['open', 'overdue', 'under-way'].includes(status),
  )
  const person = useSession().data?.id
  const leave = () => {
    if (person !== undefined) forgetRecent(person, company.id)
    location.assign(`/app${paths.deletedCompanies}`)
  }
  const go = () => remove.mutate({ method: 'DELETE', path: api }, { onSuccess: leave })
  return (
    <Dialog title={`Delete ${company.legal_name}?`} onClose={onClose}>
      <ErrorNotice error={obligations.error ?? remove.error} />
      {!obligations.data && !obligations.error && <Waiting />}
      {obligations.data && open.length === 0 && <p>No report or payment is open.</p>}
      {open.length > 0 && (
        <Notice kind="warning">
          The company still owes:
          <ul>
            {open.map((row) => (
              <li key={`${row.kind} ${row.reference} ${row.due_date} ${row.employer?.identity_id}`}>
                {OBLIGATION_NAMES[row.kind]}, {day(row.period_start)} to {day(row.period_end)}, due{' '}
                {day(row.due_date)}
                {row.amount ? `, ${money(row.amount)}` : ''}
              </li>
            ))}
          </ul>
          <label>
            <input type="checkbox" checked={isSure} onChange={() => setSure(!isSure)} /> Delete it anyway
          </label>
        </Notice>
      )}
      <div className="buttons">
        <button
          type="button"
          className="main"
          disabled={!obligations.data || (open.length > 0 && !isSure) || remove.isPending}
          onClick={go}
        >
          Delete
        </button>
        <button type="button" onClick={onClose}>
          Keep the company
        </button>
      </div>
    </Dialog>
  )
}
