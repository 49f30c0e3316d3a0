import { ROLE_NAMES } from '../access/roles.ts'
import { useAccount } from '../api/hooks.ts'
import type { Account } from '../api/types.ts'
import { day, plural, quantity } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

/** The account of the signed-in person: plan, password, second factor, sessions. */
export function AccountPage() {
  const account = useAccount()
  const { data } = account
  if (!data) return account.error ? <ErrorNotice error={account.error} /> : <Waiting />
  return (
    <Page
      title="Your account"
      lead={`${data.name} · ${data.email} · ${ROLE_NAMES[data.role]} of ${data.customer_name}`}
    >
      {data.plan && <Plan plan={data.plan} />}
      <div className="columns">
        <SecondFactorPanel account={data} />
        <PasskeysPanel account={data} />
        <PasswordPanel />
      </div>
      <SessionsPanel account={data} />
      {data.role !== 'employee' && (
        <p className="soft">
          <a href="/account/security">Applications that act for you, and help from your partner</a>
        </p>
      )}
    </Page>
  )
}

const STATES = { trial: 'Trial', active: 'Active', lapsed: 'Lapsed', cancelled: 'Cancelled' } as const
const TONES = { trial: 'open', active: 'good', lapsed: 'bad', cancelled: 'bad' } as const

function Plan({ plan }: { plan: NonNullable<Account['plan']> }) {
  return (
    <Panel title="Plan">
      <dl className="facts">
        <div>
          <dt>Plan</dt>
          <dd>{plan.name ?? 'By agreement'}</dd>
        </div>
        <div>
          <dt>State</dt>
          <dd>
            <Badge text={STATES[plan.state]} tone={TONES[plan.state]} />
          </dd>
        </div>
        {plan.days_left !== null && (
          <div>
            <dt>{plan.state === 'trial' ? 'Trial' : 'Paid'}</dt>
            <dd>
              {plan.days_left === 0 ? 'Ended' : `${plural(plan.days_left, 'day')} left`}, until{' '}
              {day(plan.paid_through)}
            </dd>
          </div>
        )}
        <div>
          <dt>Employees</dt>
          <dd>
            {quantity(plan.employees)} of {quantity(plan.employee_cap)}
          </dd>
        </div>
      </dl>
    </Panel>
  )
}
