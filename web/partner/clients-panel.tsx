import { day } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Panel } from '../parts/page.tsx'
import { wordOf } from './state-words.ts'
import type { Client } from './types.ts'

type Props = {
  clients: Client[]
  onEnter: (customerId: number) => void
  onUpgrade: (client: Client) => void
}

const TONES = { trial: 'open', active: 'good', lapsed: 'warning', cancelled: 'bad' } as const

/** The reseller's clients, with their plans and how much of each plan they use. */
export function ClientsPanel({ clients, onEnter, onUpgrade }: Props) {
  return (
    <Panel title="Clients">
      <DataTable
        caption="Clients"
        rows={clients}
        columns={columnsFor(onEnter, onUpgrade)}
        rowKey={(row) => row.customer_id}
        empty="No client yet. Start a trial or place an order: the client gets a link by e-mail."
        pageSize={25}
      />
    </Panel>
  )
}

function columnsFor(onEnter: Props['onEnter'], onUpgrade: Props['onUpgrade']): Column<Client>[] {
  return [
    {
      id: 'client',
      title: 'Client',
      value: (row) => row.legal_name,
      cell: (row) => (
        <>
          <strong>{row.legal_name}</strong>
          <div className="soft wrap">{row.email}</div>
        </>
      ),
    },
    { id: 'plan', title: 'Plan', value: (row) => row.product_name ?? 'By agreement' },
    {
      id: 'people',
      title: 'Employees',
      isNumber: true,
      value: (row) => row.employee_count,
      cell: (row) => `${row.employee_count} of ${row.employee_cap}`,
    },
    {
      id: 'paid',
      title: 'Paid to',
      isShort: true,
      value: (row) => row.paid_through ?? '',
      cell: (row) => day(row.paid_through),
    },
    {
      id: 'status',
      title: 'State',
      value: (row) => row.status,
      cell: (row) => <Badge text={wordOf(row.status)} tone={TONES[row.status]} />,
    },
    {
      id: 'actions',
      title: 'Actions',
      isPlain: true,
      value: () => '',
      cell: (row) => (
        <div className="actions">
          {row.status === 'active' && (
            <button
              type="button"
              className="small"
              aria-label={`Upgrade ${row.legal_name}`}
              onClick={() => onUpgrade(row)}
            >
              Upgrade
            </button>
          )}
          {row.allows_session_handoff ? (
            <button
              type="button"
              className="small"
              aria-label={`Open the account of ${row.legal_name}`}
              onClick={() => onEnter(row.customer_id)}
            >
              Open
            </button>
          ) : (
            <span className="soft">No access</span>
          )}
        </div>
      ),
    },
  ]
}
