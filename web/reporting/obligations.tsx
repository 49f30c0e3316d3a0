import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { Obligation } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, money, words } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { CheckField } from '../parts/field.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { numberName } from './employer-number.ts'
import { isLodged, LodgeDialog } from './lodge-dialog.tsx'
import { OBLIGATION_NAMES } from './obligation-names.ts'
import { isPaidToOffice, OfficePayment } from './office-payment.tsx'

const AUTHORITIES: Record<string, string> = {
  ATO: 'ATO',
  IR: 'Inland Revenue',
  SUPER_FUNDS: 'Super funds',
  SERVICES_AUSTRALIA: 'Services Australia',
  EMPLOYEES: 'Employees',
}
const TONES: Record<Obligation['status'], string> = {
  open: 'open',
  'under-way': 'open',
  done: 'good',
  overdue: 'bad',
  'not-tracked': 'quiet',
}

const NAMES_SHOWN = 3

/** The names of the first people, and the number of others. The submission lists everyone. */
function someNames(employees: Obligation['employees']): string {
  const more = employees.length - NAMES_SHOWN
  const names = employees.slice(0, NAMES_SHOWN).map(({ name }) => name)
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** Obligations with their payees and due dates. */
export function Obligations() {
  const { company, api } = useCompany()
  const [isAll, setIsAll] = useState(false)
  const [paying, setPaying] = useState<Obligation | null>(null)
  const [lodging, setLodging] = useState<Obligation | null>(null)
  const obligations = useApi<Obligation[]>(`${api}/obligations`)
  const rows = useMemo(
    () => (obligations.data ?? []).filter(({ status }) => isAll || status !== 'done'),
    [obligations.data, isAll],
  )
  const columns = useMemo(
    (): Column<Obligation>[] => [
      {
        id: 'kind',
        title: 'What',
        isShort: true,
        value: (row) => OBLIGATION_NAMES[row.kind],
        cell: (row) =>
          row.submission_id === null ? (
            OBLIGATION_NAMES[row.kind]
          ) : (
            <Link href={paths.submission(company.id, row.submission_id)}>{OBLIGATION_NAMES[row.kind]}</Link>
          ),
      },
      {
        id: 'authority',
        title: 'To',
        isShort: true,
        value: (row) => AUTHORITIES[row.authority] ?? row.authority,
      },
      {
        id: 'period',
        title: 'For',
        value: (row) => row.period_start,
        cell: (row) => (
          <>
            {row.period_start === row.period_end
              ? day(row.period_start)
              : `${day(row.period_start)} to ${day(row.period_end)}`}
            {row.employer && <span className="soft wrap"> {numberName(row.employer)}</span>}
          </>
        ),
      },
      {
        id: 'amount',
        title: 'Open',
        isNumber: true,
        value: (row) => row.amount ?? 0,
        cell: (row) => (row.amount === null ? 'a report' : money(row.amount)),
      },
      {
        id: 'paid',
        title: 'Paid',
        isNumber: true,
        value: (row) => row.payment?.paid ?? 0,
        cell: (row) => (row.payment ? money(row.payment.paid) : ''),
      },
      {
        id: 'due',
        title: 'Due',
        isShort: true,
        value: (row) => row.due_date,
        cell: (row) => day(row.due_date),
      },
      {
        id: 'status',
        title: 'State',
        value: (row) => row.status,
        cell: (row) => (
          <>
            <Badge text={words(row.status)} tone={TONES[row.status]} />
            {row.status !== 'done' && row.due_date_note && (
              <span className="soft wrap"> {row.due_date_note}</span>
            )}
            {row.payment?.charge && <span className="soft wrap"> Late. {row.payment.charge}</span>}
            {row.status !== 'done' && row.employees.length > 0 && (
              <span className="soft wrap"> {someNames(row.employees)}</span>
            )}
          </>
        ),
      },
      {
        id: 'actions',
        title: 'Actions',
        isPlain: true,
        value: () => '',
        cell: (row) =>
          row.status === 'done' || row.status === 'under-way' ? (
            ''
          ) : (
            <Act row={row} onPay={setPaying} onLodge={setLodging} />
          ),
      },
    ],
    [company.id],
  )
  return (
    <Panel title="Amounts owed, to whom and by when">
      <CheckField label="Show completed items too">
        {(control) => (
          <input
            type="checkbox"
            checked={isAll}
            onChange={(event) => setIsAll(event.target.checked)}
            {...control}
          />
        )}
      </CheckField>
      <ErrorNotice error={obligations.error} />
      {obligations.data ? (
        <DataTable
          caption="Obligations"
          rows={rows}
          columns={columns}
          rowKey={(row) => `${row.kind} ${row.reference} ${row.due_date} ${row.employer?.identity_id}`}
          pageSize={12}
          empty="Nothing is owed."
        />
      ) : (
        !obligations.error && <Waiting />
      )}
      {paying && <OfficePayment obligation={paying} onClose={() => setPaying(null)} />}
      {lodging && (
        <LodgeDialog title={OBLIGATION_NAMES[lodging.kind]} row={lodging} onClose={() => setLodging(null)} />
      )}
    </Panel>
  )
}

type ActProps = { row: Obligation; onPay: (row: Obligation) => void; onLodge: (row: Obligation) => void }

/** The action for an obligation: record a payment, send a message, or open the page for it. */
function Act({ row, onPay, onLodge }: ActProps) {
  const { company, isNz } = useCompany()
  const number = row.employer ? `, ${numberName(row.employer)}` : ''
  const label = (text: string) =>
    `${text}: ${OBLIGATION_NAMES[row.kind]} up to ${day(row.period_end)}${number}`
  if (isPaidToOffice(row) || isLodged(row)) {
    const [text, go] = isPaidToOffice(row) ? ['Record payment', onPay] : [isNz ? 'File' : 'Lodge', onLodge]
    return (
      <button type="button" className="small" aria-label={label(text)} onClick={() => go(row)}>
        {text}
      </button>
    )
  }
  const [text, to] =
    row.kind === 'stp-finalisation'
      ? ['Year end', paths.year(company.id)]
      : ['Open the pays', paths.pays(company.id)]
  return (
    <Link href={to} aria-label={label(text)}>
      {text}
    </Link>
  )
}
