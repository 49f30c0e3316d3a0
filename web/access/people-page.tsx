import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { useApi, useSession, useWrite } from '../api/hooks.ts'
import type { Invitation, Person } from '../api/types.ts'
import { Buttons } from '../employees/lifecycle.tsx'
import { moment, plural } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { plainWords } from '../plain-words.ts'
import { AccessForm } from './access-form.tsx'
import { OrganisationPanel } from './organisation-panel.tsx'
import { InviteForm, RoleForm } from './person-forms.tsx'
import { ROLE_NAMES } from './roles.ts'
import { SignInPolicyPanel } from './sign-in-policy.tsx'

const PEOPLE = '/api/people'
type Ask =
  | { kind: 'invite' }
  | { kind: 'role' | 'remove' | 'access' | 'factor'; person: Person }
  | { kind: 'revoke'; invitation: Invitation }

/** The users of the account with their roles, and open invitations. */
export function PeoplePage() {
  const people = useApi<{ people: Person[]; invitations: Invitation[] }>(PEOPLE)
  const [ask, setAsk] = useState<Ask | null>(null)
  const [said, setSaid] = useState<string[]>([])
  const isOwner = useSession().data?.role === 'owner'
  const close = (warnings: string[] = []) => {
    setAsk(null)
    setSaid(warnings)
  }
  const columns = useMemo(() => personColumns(isOwner, setAsk), [isOwner])
  const staff = people.data?.people.filter(({ role }) => role !== 'employee') ?? []
  const employees = (people.data?.people.length ?? 0) - staff.length
  return (
    <Page
      title="People"
      lead="Who signs in to this account, and what they may do."
      actions={
        <>
          <Link href={paths.portfolios} className="button reads">
            Portfolios and access review
          </Link>
          <button type="button" className="main" onClick={() => setAsk({ kind: 'invite' })}>
            Invite someone
          </button>
        </>
      }
    >
      {said.length > 0 && <Notice kind="good">{said.map(plainWords).join(' ')}</Notice>}
      <ErrorNotice error={people.error} />
      {people.data ? (
        <>
          <Panel title="People">
            <DataTable caption="People" rows={staff} columns={columns} rowKey={(row) => row.id} />
            {employees > 0 && (
              <p className="soft">
                {plural(employees, 'employee')} more sign in to self-service; invite them from their employee
                page.
              </p>
            )}
          </Panel>
          <Invitations
            rows={people.data.invitations.filter(({ role }) => role !== 'employee')}
            onRevoke={(invitation) => setAsk({ kind: 'revoke', invitation })}
          />
          {isOwner && <SignInPolicyPanel />}
          {isOwner && <OrganisationPanel />}
        </>
      ) : (
        !people.error && <Waiting />
      )}
      {ask?.kind === 'invite' && (
        <InviteForm
          isOwner={isOwner}
          onClose={() => close()}
          onDone={(email) => close([`An invitation is on its way to ${email}.`])}
        />
      )}
      {ask?.kind === 'role' && (
        <RoleForm person={ask.person} isOwner={isOwner} onClose={() => close()} onDone={close} />
      )}
      {ask?.kind === 'access' && (
        <AccessForm person={ask.person} people={people.data?.people ?? []} onClose={close} />
      )}
      {ask?.kind === 'factor' && <ResetFactor person={ask.person} onClose={close} />}
      {ask?.kind === 'remove' && <Remove person={ask.person} onClose={close} />}
      {ask?.kind === 'revoke' && <Revoke invitation={ask.invitation} onClose={() => close()} />}
    </Page>
  )
}

function personColumns(isOwner: boolean, onAsk: (ask: Ask) => void): Column<Person>[] {
  return [
    {
      id: 'name',
      title: 'Name',
      value: (row) => row.name,
      cell: (row) => (
        <>
          <strong>{row.name}</strong> {row.is_self && <span className="soft">(you)</span>}
          <div className="soft wrap">{row.email}</div>
        </>
      ),
    },
    { id: 'role', title: 'Role', value: (row) => ROLE_NAMES[row.role] },
    {
      id: 'factor',
      title: 'Two-factor',
      value: (row) => (row.has_second_factor ? 'On' : 'Off'),
      cell: (row) => (
        <Badge
          text={row.has_second_factor ? 'On' : 'Off'}
          tone={row.has_second_factor ? 'good' : 'warning'}
        />
      ),
    },
    {
      id: 'seen',
      title: 'Last seen',
      isShort: true,
      value: (row) => row.last_seen_at ?? '',
      cell: (row) => moment(row.last_seen_at),
    },
    {
      id: 'actions',
      title: 'Actions',
      isPlain: true,
      value: () => '',
      cell: (row) =>
        !row.is_self &&
        (isOwner || row.role !== 'owner') && (
          <div className="actions">
            <button
              type="button"
              className="small"
              aria-label={`Change role of ${row.name}`}
              onClick={() => onAsk({ kind: 'role', person: row })}
            >
              Change role
            </button>
            {(row.role === 'member' || row.role === 'reader') && (
              <button
                type="button"
                className="small"
                aria-label={`Access of ${row.name}`}
                onClick={() => onAsk({ kind: 'access', person: row })}
              >
                Access
              </button>
            )}
            {isOwner && row.has_second_factor && (
              <button
                type="button"
                className="small"
                aria-label={`Reset the second factor of ${row.name}`}
                onClick={() => onAsk({ kind: 'factor', person: row })}
              >
                Reset two-factor
              </button>
            )}
            <button
              type="button"
              className="small danger"
              aria-label={`Remove ${row.name}`}
              onClick={() => onAsk({ kind: 'remove', person: row })}
            >
              Remove
            </button>
          </div>
        ),
    },
  ]
}

function Invitations({ rows, onRevoke }: { rows: Invitation[]; onRevoke: (invitation: Invitation) => void }) {
  const resend = useWrite<Invitation>(PEOPLE)
  const send = ({ email, name, role }: Invitation) =>
    resend.mutate({ method: 'POST', path: `${PEOPLE}/invitations?resend=true`, body: { email, name, role } })
  const columns: Column<Invitation>[] = [
    {
      id: 'who',
      title: 'Invited',
      value: (row) => row.name,
      cell: (row) => (
        <>
          <strong>{row.name}</strong>
          <div className="soft wrap">{row.email}</div>
        </>
      ),
    },
    { id: 'role', title: 'As', value: (row) => ROLE_NAMES[row.role] },
    { id: 'by', title: 'By', value: (row) => row.invited_by },
    {
      id: 'until',
      title: 'Good until',
      isShort: true,
      value: (row) => row.expires_at,
      cell: (row) => (row.is_expired ? <Badge text="Run out" tone="warning" /> : moment(row.expires_at)),
    },
    {
      id: 'actions',
      title: 'Actions',
      isPlain: true,
      value: () => '',
      cell: (row) => (
        <div className="actions">
          {row.role !== 'employee' && (
            <button
              type="button"
              className="small"
              aria-label={`Send again: the invitation of ${row.name}`}
              disabled={resend.isPending}
              onClick={() => send(row)}
            >
              Send again
            </button>
          )}
          <button
            type="button"
            className="small danger"
            aria-label={`Revoke the invitation of ${row.name}`}
            onClick={() => onRevoke(row)}
          >
            Revoke
          </button>
        </div>
      ),
    },
  ]
  return (
    <Panel title="Invitations">
      <ErrorNotice error={resend.error} />
      {resend.data && <Notice kind="good">A new link was mailed to {resend.data.email}.</Notice>}
      <DataTable
        caption="Invitations"
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        empty="No open invitations. Invite a colleague or your accountant."
      />
    </Panel>
  )
}

function ResetFactor({ person, onClose }: { person: Person; onClose: (said?: string[]) => void }) {
  const reset = useWrite<Person>(PEOPLE)
  const go = () =>
    reset.mutate(
      { method: 'POST', path: `${PEOPLE}/second-factors/${person.id}/reset` },
      {
        onSuccess: () =>
          onClose([`${person.name} signs in with the password alone until they set up a new second factor.`]),
      },
    )
  return (
    <Dialog title={`Reset the second factor of ${person.name}?`} onClose={() => onClose()}>
      <div className="form">
        <p>
          Call {person.name} first, on a number that you know. Their codes, passkeys and recovery codes stop
          working, they are signed out, and they get an e-mail.
        </p>
        <ErrorNotice error={reset.error} />
        <Buttons text="Reset" isDanger isBusy={reset.isPending} onGo={go} onClose={() => onClose()} />
      </div>
    </Dialog>
  )
}

function Remove({ person, onClose }: { person: Person; onClose: (said?: string[]) => void }) {
  const remove = useWrite<{ warnings?: string[] }>(PEOPLE)
  const go = () =>
    remove.mutate(
      { method: 'DELETE', path: `${PEOPLE}/${person.id}` },
      { onSuccess: ({ warnings = [] }) => onClose([`${person.name} can no longer sign in.`, ...warnings]) },
    )
  return (
    <Dialog title={`Remove ${person.name}?`} onClose={() => onClose()}>
      <div className="form">
        <p>
          {person.name} is signed out immediately and can no longer sign in. Applications they gave access to
          lose it. What they did stays in the audit log.
        </p>
        <ErrorNotice error={remove.error} />
        <Buttons text="Remove" isDanger isBusy={remove.isPending} onGo={go} onClose={() => onClose()} />
      </div>
    </Dialog>
  )
}

function Revoke({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const revoke = useWrite<void>(PEOPLE)
  const go = () =>
    revoke.mutate(
      { method: 'DELETE', path: `${PEOPLE}/invitations/${invitation.id}` },
      { onSuccess: onClose },
    )
  return (
    <Dialog title="Revoke this invitation?" onClose={onClose}>
      <div className="form">
        <p>The link that was mailed to {invitation.email} stops working.</p>
        <ErrorNotice error={revoke.error} />
        <Buttons text="Revoke it" isDanger isBusy={revoke.isPending} onGo={go} onClose={onClose} />
      </div>
    </Dialog>
  )
}
