import { useState } from 'react'
import { Link } from 'wouter'
import { useApi, useSession, useWrite } from '../api/hooks.ts'
import { addDays, moment, plural } from '../format.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'

type Clock = { now: string; status: 'ready' | 'advancing'; advance_to: string | null }
type Sandbox = { clock: Clock; faults: Record<string, string>; next_event_at: string | null }
type Loaded = { company_id: number; employees: number; pays: number }

const PATH = '/api/sandbox'
const DATA: Record<string, string> = {
  cafe: 'Café: six people, paid weekly',
  construction: 'Construction: award rates and allowances',
  'nz-school': 'New Zealand school: fortnightly, student loans and KiwiSaver',
  thousand: 'A thousand people',
}
const GATEWAY = {
  accept: 'Accepts',
  reject: 'Rejects',
  partial: 'Rejects every second person',
  delay: 'Answers late',
  'delay-partial': 'Rejects every second person, and reports it late',
  lost: 'Loses its answer',
  down: 'Is down',
}
const FAULTS: Record<string, { label: string; choices: Record<string, string> }> = {
  stp_gateway: { label: 'Gateway of the ATO', choices: GATEWAY },
  payday_gateway: { label: 'Gateway of Inland Revenue', choices: GATEWAY },
  super_gateway: {
    label: 'Super funds',
    choices: { ...GATEWAY, return: 'Return a contribution' },
  },
  fund_registry: {
    label: 'Register of super funds',
    choices: { accept: 'Answers', refuse: 'Knows no fund', down: 'Is down' },
  },
  webhook_receiver: {
    label: 'Your webhook receiver',
    choices: { normal: 'Answers', slow: 'Does not answer in time' },
  },
  mail_server: { label: 'Mail server', choices: { normal: 'Sends', down: 'Is down' } },
}

/** The clock, data and simulated faults of a sandbox. */
export function SandboxPage() {
  const session = useSession().data
  const isNone = session !== undefined && !session.is_sandbox
  const sandbox = useApi<Sandbox>(session?.is_sandbox ? PATH : null, { everyMs: 5000 })
  return (
    <Page
      title="Sandbox"
      lead="A company to try things with: move its clock, load sample data, and cause faults on purpose."
    >
      {isNone ? (
        <Notice>
          This account is not a sandbox, so it uses the real clock. Sign in to a sandbox account to use this
          page.
        </Notice>
      ) : (
        <ErrorNotice error={sandbox.error} />
      )}
      {!isNone && !sandbox.data && !sandbox.error && <Waiting />}
      {sandbox.data && (
        <>
          <ClockPanel sandbox={sandbox.data} />
          <FaultsPanel faults={sandbox.data.faults} />
          <DataPanel />
        </>
      )}
    </Page>
  )
}

function ClockPanel({ sandbox: { clock, next_event_at: next } }: { sandbox: Sandbox }) {
  const advance = useWrite<Clock>(PATH)
  const [until, setUntil] = useState('')
  const go = (to: string) =>
    advance.mutate({ method: 'POST', path: `${PATH}/clock`, body: { advance_to: to } })
  const [today = '', time = ''] = clock.now.split('T')
  const later = (days: number) => `${addDays(today, days)}T${time}`
  const isMoving = clock.status === 'advancing'
  // The clock can only move forward.
  const tomorrow = addDays(today, 1)
  return (
    <Panel title="Clock">
      <p role="status">
        It is <strong>{moment(clock.now)}</strong> in this sandbox.{' '}
        {isMoving && `It is moving to ${moment(clock.advance_to)} and processing everything due on the way.`}
        {!isMoving && (next ? `The next event is on ${moment(next)}.` : 'Nothing is scheduled.')}
      </p>
      <div className="buttons">
        {next && (
          <button
            type="button"
            className="main"
            disabled={isMoving || advance.isPending}
            onClick={() => go(next)}
          >
            To the next event
          </button>
        )}
        {[1, 7, 30].map((days) => (
          <button
            key={days}
            type="button"
            disabled={isMoving || advance.isPending}
            onClick={() => go(later(days))}
          >
            {plural(days, 'day')} later
          </button>
        ))}
      </div>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault()
          if (until) go(until)
        }}
      >
        <Field label="Until the start of">
          {(control) => (
            <input
              type="date"
              min={tomorrow}
              value={until}
              onChange={(event) => setUntil(event.target.value)}
              {...control}
            />
          )}
        </Field>
        <button type="submit" disabled={until < tomorrow || isMoving || advance.isPending}>
          Advance
        </button>
      </form>
      <ErrorNotice error={advance.error} />
    </Panel>
  )
}

function FaultsPanel({ faults }: { faults: Record<string, string> }) {
  const set = useWrite<Sandbox>(PATH)
  return (
    <Panel title="Faults">
      <p className="soft">The faults you set here apply immediately, to this sandbox only.</p>
      <div className="fields">
        {Object.entries(FAULTS).map(([name, { label, choices }]) => (
          <Field key={name} label={label}>
            {(control) => (
              <select
                {...control}
                value={faults[name] ?? Object.keys(choices)[0]}
                onChange={(event) =>
                  set.mutate({
                    method: 'PUT',
                    path: `${PATH}/faults`,
                    body: { ...faults, [name]: event.target.value },
                  })
                }
              >
                {Object.entries(choices).map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ))}
      </div>
      <ErrorNotice error={set.error} />
    </Panel>
  )
}

function DataPanel() {
  const load = useWrite<Loaded>('/api/company', '/api/companies', PATH)
  const [isResetting, setIsResetting] = useState(false)
  const [chosen, setChosen] = useState('cafe')
  const { data } = load
  return (
    <Panel
      title="Data"
      actions={
        <button type="button" className="danger" onClick={() => setIsResetting(true)}>
          Reset the sandbox
        </button>
      }
    >
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault()
          load.mutate({ method: 'POST', path: `${PATH}/data`, body: { data_set: chosen } })
        }}
      >
        <Field label="A company with people and pays">
          {(control) => (
            <select value={chosen} onChange={(event) => setChosen(event.target.value)} {...control}>
              {Object.entries(DATA).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
        <button type="submit" className="main" disabled={load.isPending}>
          {load.isPending ? 'Loading' : 'Load it'}
        </button>
      </form>
      {data && (
        <Notice kind="good">
          Loaded {plural(data.employees, 'person', 'people')} and {plural(data.pays, 'pay')}.{' '}
          <Link href={paths.home(data.company_id)}>Open the company</Link>
        </Notice>
      )}
      <ErrorNotice error={load.error} />
      {isResetting && <Reset onClose={() => setIsResetting(false)} />}
    </Panel>
  )
}

function Reset({ onClose }: { onClose: () => void }) {
  const reset = useWrite<void>('/api/company', '/api/companies', PATH)
  return (
    <Dialog title="Delete all companies of this sandbox?" onClose={onClose}>
      <div className="form">
        <p>
          Their people, pays and files are deleted permanently, and all faults end. The clock does not change.
        </p>
        <ErrorNotice error={reset.error} />
        <div className="buttons">
          <button
            type="button"
            className="danger"
            disabled={reset.isPending}
            onClick={() => reset.mutate({ method: 'POST', path: `${PATH}/reset` }, { onSuccess: onClose })}
          >
            Delete all companies
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </div>
    </Dialog>
  )
}
