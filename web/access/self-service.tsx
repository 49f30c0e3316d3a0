import { useState } from 'react'
import { Link } from 'wouter'
import { useApi, useWrite } from '../api/hooks.ts'
import type { Employee } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { Buttons } from '../employees/lifecycle.tsx'
import { moment } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'

type Access = {
  state: 'none' | 'invited' | 'active'
  is_open: boolean
  email: string | null
  expires_at: string | null
  last_seen_at: string | null
}

/** An employee's access to self-service: invite them, or end it. */
export function SelfServiceAccess({ employee }: { employee: Employee }) {
  const path = `/api/employees/${employee.id}/self-service`
  const { company } = useCompany()
  const access = useApi<Access>(path)
  const invite = useWrite<Access>(path)
  const [isEnding, setIsEnding] = useState(false)
  const data = access.data
  if (!data || employee.is_deleted) return null
  const isInvited = data.state === 'invited'
  const send = () => invite.mutate({ method: 'POST', path: isInvited ? `${path}?resend=true` : path })
  return (
    <Panel
      title="Self-service"
      actions={
        <>
          {data.is_open && data.state !== 'active' && (
            <button type="button" onClick={send} disabled={invite.isPending}>
              {isInvited ? 'Send the invitation again' : 'Invite to self-service'}
            </button>
          )}
          {data.state !== 'none' && (
            <button type="button" className="danger" onClick={() => setIsEnding(true)}>
              End access
            </button>
          )}
        </>
      }
    >
      <p>
        {data.is_open || data.state !== 'none' ? (
          sentenceOf(data)
        ) : (
          <>
            Switched off. Switch on “May use self-service” in the{' '}
            <Link href={paths.employee(company.id, employee.id, 'details')}>details</Link>, then invite the
            employee here.
          </>
        )}
      </p>
      <ErrorNotice error={invite.error} />
      {isEnding && <End path={path} onClose={() => setIsEnding(false)} />}
    </Panel>
  )
}

function sentenceOf(data: Access) {
  if (data.state === 'active')
    return (
      <>
        <Badge text="Active" /> Signs in as {data.email}
        {data.last_seen_at ? `, last seen ${moment(data.last_seen_at)}` : ''}.
        {!data.is_open && ' Self-service is switched off, so nothing is shown.'}
      </>
    )
  if (data.state === 'invited')
    return (
      <>
        <Badge text="Invited" tone="open" /> The link was mailed to {data.email}; it works until{' '}
        {moment(data.expires_at)}.
      </>
    )
  return 'No sign-in yet. An invitation goes to the employee’s e-mail address.'
}

function End({ path, onClose }: { path: string; onClose: () => void }) {
  const end = useWrite<void>(path)
  const go = () => end.mutate({ method: 'DELETE', path }, { onSuccess: onClose })
  return (
    <Dialog title="End access to self-service?" onClose={onClose}>
      <div className="form">
        <p>The employee is signed out at once. Waiting requests stay in the list.</p>
        <ErrorNotice error={end.error} />
        <Buttons text="End access" isDanger isBusy={end.isPending} onGo={go} onClose={onClose} />
      </div>
    </Dialog>
  )
}
