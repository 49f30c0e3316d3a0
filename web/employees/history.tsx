import { useApi } from '../api/hooks.ts'
import type { EmployeeHistoryEntry } from '../api/types.ts'
import { moment, words } from '../format.ts'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { labelOf, valueText } from './labels.ts'

const TITLES: Record<EmployeeHistoryEntry['action'], string> = {
  created: 'Employee entered',
  changed: 'Details changed',
  scheduled: 'Change planned',
  terminated: 'Job ended',
  reinstated: 'Job resumed',
  deleted: 'Record deleted',
  restored: 'Record restored',
  'bank-accounts': 'Bank accounts changed',
  'super-funds': 'Super funds changed',
  'standing-item': 'Standing item',
  'pay-rate': 'Pay rate',
  'opening-figures': 'Opening figures',
}
const FIELDS: Record<string, string> = {
  bank_accounts: 'Net goes to',
  super_funds: 'Super goes to',
  pay_rate: 'Rate',
  opening_figures_as_at: 'Holding for',
  opening_figures_reported: 'Reported figures changed for',
  effective_from: 'Takes effect',
  termination_date: 'Last day',
  limit_per_pay: 'Limit for each pay',
  limit_total: 'Total limit',
  auto_apply_to_pay: 'On every new pay',
  is_included_in_super_calculations: 'Counts for super',
}

/** The history of an employee: who changed what and when, with the values before and after. */
export function History({ employeeId }: { employeeId: number }) {
  const history = useApi<EmployeeHistoryEntry[]>(`/api/employees/${employeeId}/history`)
  return (
    <Panel title="What happened">
      <ErrorNotice error={history.error} />
      {!history.data && !history.error && <Waiting lines={6} />}
      {history.data?.length === 0 && (
        <p className="empty">Nothing yet. Changes from now on are listed here with who made them.</p>
      )}
      {history.data && history.data.length > 0 && (
        <ol className="timeline">
          {history.data.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

function Entry({ entry }: { entry: EmployeeHistoryEntry }) {
  const who =
    entry.user_name ?? (entry.client_id ? `the application ${entry.client_id}` : 'the service itself')
  return (
    <li>
      <strong>{TITLES[entry.action]}</strong>
      <div className="when">
        {moment(entry.at)} by {who}
      </div>
      {entry.changes.length > 0 && (
        <ul>
          {entry.changes.map(({ field, before, after }) => (
            <li key={field}>
              {FIELDS[field] ?? (entry.action === 'standing-item' ? words(field) : labelOf(field))}:{' '}
              {before !== null && after !== before && <del>{valueText(field, before)}</del>}
              {before !== null && after !== before && ' → '}
              <ins>{after === null ? 'removed' : valueText(field, after)}</ins>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
