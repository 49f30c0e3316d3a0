import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { Obligation } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { addDays, day, money, plural } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { lazy } from '../parts/lazy.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import type { RunStart } from '../pays/run-start.ts'
import { type Due, groupDue } from './group-due.ts'

const LodgeDialog = lazy(() =>
  import('../reporting/lodge-dialog.tsx').then((m) => ({ default: m.LodgeDialog })),
)
const AHEAD_DAYS = 28
const SHOWN = 8

const NAMES: Record<Obligation['kind'], string> = {
  'stp-pay-event': 'Lodge the pay event',
  'stp-update': 'Send the update event',
  'stp-finalisation': 'Finalise the year',
  super: 'Pay the super',
  'payg-withholding': 'Pay the PAYG withholding',
  'child-support': 'Pay the child support',
  'payday-filing': 'File the payday',
  'payday-amendment': 'File the amendment',
  paye: 'Pay the PAYE',
  'skipped-period': 'No one was paid',
}

/** Due and overdue obligations, each with a button for the next action. */
export function DueList({ onStart }: { onStart: (start: RunStart) => void }) {
  const { company, api, today } = useCompany()
  const [lodging, setLodging] = useState<Due | null>(null)
  const obligations = useApi<Obligation[]>(`${api}/obligations?to_date=${addDays(today, AHEAD_DAYS)}`)
  const due = (obligations.data ?? []).filter(({ status }) => status === 'open' || status === 'overdue')
  const late = due.filter(({ status }) => status === 'overdue').length
  const groups = groupDue(due)
  return (
    <Panel title="To do">
      <ErrorNotice error={obligations.error} />
      {!obligations.data && !obligations.error && <Waiting />}
      {obligations.data && due.length === 0 && (
        <p className="empty">Nothing is due in the next four weeks.</p>
      )}
      {late > 0 && <p className="soft late">{plural(late, 'thing is', 'things are')} overdue.</p>}
      <ul className="cards">
        {groups.slice(0, SHOWN).map((row) => (
          <li key={`${row.kind} ${row.due_date} ${row.period_start}`}>
            <div>
              <strong>{NAMES[row.kind]}</strong> <Badge text={row.isLate ? 'Overdue' : 'Due'} />
              <p className="soft">
                {row.kind === 'skipped-period' ? 'Period' : 'Due'} {day(row.due_date)} · for {spanOf(row)}
                {row.amount ? ` · ${money(row.amount)}` : ''}
              </p>
            </div>
            <Act row={row} onLodge={setLodging} onStart={onStart} />
          </li>
        ))}
      </ul>
      {groups.length > SHOWN && <Link href={paths.reporting(company.id)}>All {due.length}</Link>}
      {lodging && (
        <Suspense fallback={<Waiting />}>
          <LodgeDialog title={NAMES[lodging.kind]} row={lodging} onClose={() => setLodging(null)} />
        </Suspense>
      )}
    </Panel>
  )
}

const spanOf = ({ period_start: from, period_end: to, count }: Due) =>
  count > 1
    ? `${count} periods, ${day(from)} to ${day(to)}`
    : from === to
      ? day(from)
      : `${day(from)} to ${day(to)}`

type ActProps = { row: Due; onLodge: (row: Due) => void; onStart: (start: RunStart) => void }

function Act({ row, onLodge, onStart }: ActProps) {
  const { company } = useCompany()
  const lodge = row.kind.startsWith('payday') ? 'File' : 'Lodge'
  const open = row.kind === 'super' ? 'Super files' : 'Open'
  // The accessible label starts with the visible text, so that voice control finds the button.
  const label = (text: string) => `${text}: ${NAMES[row.kind]}, ${spanOf(row)}`
  if (['stp-pay-event', 'stp-update', 'payday-filing', 'payday-amendment'].includes(row.kind))
    return (
      <button type="button" aria-label={label(lodge)} onClick={() => onLodge(row)}>
        {lodge}
      </button>
    )
  if (row.kind === 'skipped-period')
    return (
      <button
        type="button"
        aria-label={label('Start a run')}
        onClick={() =>
          onStart({ cycle: company.default_pay_period, payDate: row.period_end, periodEnd: row.period_end })
        }
      >
        Start a run
      </button>
    )
  return (
    <Link className="button" href={paths.reporting(company.id)} aria-label={label(open)}>
      {open}
    </Link>
  )
}
