import { Link } from 'wouter'
import { useApi, useWrite } from '../api/hooks.ts'
import type { EmployeeChange } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { BackPay } from './back-pay.tsx'
import { labelOf, valueText } from './labels.ts'

const STATES: Record<EmployeeChange['status'], [text: string, tone: string]> = {
  scheduled: ['To come', 'open'],
  applied: ['In force', 'good'],
  refused: ['Not made', 'bad'],
}

/**
 * Changes with an effective date: future changes, and current ones with further steps. Shows nothing when
 * there are none.
 */
export function DatedChanges({ employeeId }: { employeeId: number }) {
  const path = `/api/employees/${employeeId}/changes`
  const changes = useApi<EmployeeChange[]>(path)
  const cancel = useWrite<unknown>(path)
  if (!changes.data || changes.data.length === 0) return <ErrorNotice error={changes.error} />
  return (
    <Panel title="Changes with a date">
      <ErrorNotice error={cancel.error} />
      <ul className="checklist">
        {changes.data.map((change) => (
          <li key={change.id}>
            <Badge text={STATES[change.status][0]} tone={STATES[change.status][1]} />
            <div className="what">
              <strong>From {day(change.effective_from)}</strong>
              {Object.keys(change.fields).map((name) => (
                <p key={name}>
                  {labelOf(name)}: {valueText(name, change.before[name])} →{' '}
                  {valueText(name, change.fields[name])}
                </p>
              ))}
              <Consequences change={change} employeeId={employeeId} />
            </div>
            {change.status === 'scheduled' && (
              <button
                type="button"
                className="small"
                disabled={cancel.isPending}
                onClick={() => cancel.mutate({ method: 'DELETE', path: `${path}/${change.id}` })}
              >
                Cancel the change
              </button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Consequences({ change, employeeId }: { change: EmployeeChange; employeeId: number }) {
  const { back_payment: owed, stale_pay_ids: stale } = change
  const { company } = useCompany()
  return (
    <>
      {owed && <BackPay owed={owed} employeeId={employeeId} />}
      {stale.length > 0 && (
        <Notice kind="warning">
          Created before the change. Open and rebuild:{' '}
          {stale.map((pay, index) => (
            <span key={pay}>
              {index > 0 && ', '}
              <Link href={paths.pay(company.id, pay)}>draft {pay}</Link>
            </span>
          ))}
        </Notice>
      )}
    </>
  )
}
