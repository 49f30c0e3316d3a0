import { useState } from 'react'
import { useApi, useWrite } from '../api/hooks.ts'
import type { Employee } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { labelOf } from '../employees/labels.ts'
import { Buttons } from '../employees/lifecycle.tsx'
import { moment } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { CheckField } from '../parts/field.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'

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
  const access = useApi<Access>(path)
  const invite = useWrite<Access>(path)
  const [isOpening, setIsOpening] = useState(false)
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
          {!data.is_open && data.state === 'none' && (
            <button type="button" onClick={() => setIsOpening(true)}>
              Switch on …
            </button>
          )}
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
        {data.is_open || data.state !== 'none'
          ? sentenceOf(data)
          : 'Switched off. What an employee may see and ask for is in the details.'}
      </p>
      {(data.is_open || data.state !== 'none') && <LeftOut employee={employee} />}
      <ErrorNotice error={invite.error} />
      {isOpening && <Open employee={employee} onGo={send} onClose={() => setIsOpening(false)} />}
      {isEnding && <End path={path} onClose={() => setIsEnding(false)} />}
    </Panel>
  )
}

/** What the invitation promises, and the tick that it depends on. */
const PARTS: readonly [string, string][] = [
  ['allow_view_payslips', 'payslips'],
  ['allow_view_holiday_leave_balance', 'annual leave'],
  ['allow_edit_leave_requests', 'asking for leave'],
  ['allow_edit_account_details', 'changing their details'],
]

/** The parts of self-service that are switched off, so that the sender of an invitation knows what the employee will not find. */
function LeftOut({ employee }: { employee: Employee }) {
  const given = new Map(Object.entries(employee))
  const off = PARTS.filter(([name]) => given.get(name) === false).map(([, text]) => text)
  if (off.length === 0) return null
  return (
    <p className="soft">
      Switched off for {employee.first_name}: {off.join(', ')}. Switch it on in the details under
      Self-service.
    </p>
  )
}

/** Offered when self-service is switched on, and whether they are ticked at first. */
const OFFERED: readonly [string, boolean][] = [
  ['allow_view_payslips', true],
  ['allow_view_holiday_leave_balance', true],
  ['allow_view_sick_leave_balance', true],
  ['allow_edit_leave_requests', true],
  ['allow_edit_account_details', true],
  ['allow_edit_bank_accounts', false],
  ['allow_edit_tax_settings', false],
  ['allow_edit_super_details', false],
]

/** The earlier choices for the employee, or the usual ones. */
function offeredFor(employee: Employee): [string, boolean][] {
  const chosen = new Map(Object.entries(employee).filter(([name]) => name.startsWith('allow_')))
  const isChosen = [...chosen.values()].some((value) => value === true)
  return OFFERED.filter(([name]) => chosen.has(name)).map(([name, usual]) => [
    name,
    isChosen ? chosen.get(name) === true : usual,
  ])
}

type OpenProps = { employee: Employee; onGo: () => void; onClose: () => void }

/** Switches self-service on with what the employee may see and ask for, and sends the invitation. */
function Open({ employee, onGo, onClose }: OpenProps) {
  const { api } = useCompany()
  const allow = useWrite<unknown>(`/api/employees/${employee.id}`, `${api}/employees`)
  const offered = offeredFor(employee)
  const [ticked, setTicked] = useState(new Map(offered))
  const body = [{ id: employee.id, employee_portal_active: true, ...Object.fromEntries(ticked) }]
  const go = () =>
    allow.mutate(
      { method: 'PATCH', path: `${api}/employees/update`, body },
      {
        onSuccess: () => {
          onGo()
          onClose()
        },
      },
    )
  return (
    <Dialog title={`Self-service for ${employee.first_name} ${employee.last_name}`} onClose={onClose}>
      <div className="form">
        <p>An invitation goes to {employee.email_address ?? 'their e-mail address'}.</p>
        {offered.map(([name]) => (
          <CheckField key={name} label={labelOf(name)}>
            {(control) => (
              <input
                {...control}
                type="checkbox"
                checked={ticked.get(name) ?? false}
                onChange={({ target }) => setTicked(new Map(ticked).set(name, target.checked))}
              />
            )}
          </CheckField>
        ))}
        <ErrorNotice error={allow.error} />
        <Buttons text="Switch on and invite" isBusy={allow.isPending} onGo={go} onClose={onClose} />
      </div>
    </Dialog>
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
