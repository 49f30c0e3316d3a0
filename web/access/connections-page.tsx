import { useMemo, useState } from 'react'
import { useApi, useWrite } from '../api/hooks.ts'
import type { Connection } from '../api/types.ts'
import { Buttons } from '../employees/lifecycle.tsx'
import { moment } from '../format.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'

const CONNECTIONS = '/api/api-admin/connections'

/** Customers who gave an application access, with a button to end it. */
export function ConnectionsPage() {
  const connections = useApi<Connection[]>(CONNECTIONS)
  const [ending, setEnding] = useState<Connection | null>(null)
  const end = useWrite<void>(CONNECTIONS)
  const columns = useMemo(
    (): Column<Connection>[] => [
      { id: 'customer', title: 'Customer', value: (row) => row.customer_name },
      { id: 'client', title: 'Application', value: (row) => row.client_name },
      {
        id: 'scopes',
        title: 'May',
        value: (row) => row.scopes.join(' '),
        cell: (row) => <span className="wrap">{row.scopes.join(', ')}</span>,
      },
      {
        id: 'created',
        title: 'Since',
        isShort: true,
        value: (row) => row.created_at,
        cell: (row) => moment(row.created_at),
      },
      {
        id: 'last',
        title: 'Last token',
        isShort: true,
        value: (row) => row.last_token_at,
        cell: (row) => moment(row.last_token_at),
      },
      {
        id: 'actions',
        title: 'Actions',
        isPlain: true,
        value: () => '',
        cell: (row) => (
          <button
            type="button"
            className="small danger"
            aria-label={`End access of ${row.client_name} to ${row.customer_name}`}
            onClick={() => setEnding(row)}
          >
            End access
          </button>
        ),
      },
    ],
    [],
  )
  const go = () =>
    ending &&
    end.mutate(
      { method: 'DELETE', path: `${CONNECTIONS}/${ending.id}` },
      { onSuccess: () => setEnding(null) },
    )
  return (
    <Page title="Connections" lead="Customers who have given one of your applications access.">
      <Panel title="Connections">
        <ErrorNotice error={connections.error} />
        {connections.data ? (
          <DataTable
            caption="Connections"
            rows={connections.data}
            columns={columns}
            rowKey={(row) => row.id}
            empty="No connections yet. Customers who allow one of your applications are listed here."
          />
        ) : (
          !connections.error && <Waiting />
        )}
      </Panel>
      {ending && (
        <Dialog title="End this access?" onClose={() => setEnding(null)}>
          <div className="form">
            <p>
              {ending.client_name} can no longer reach {ending.customer_name}. The customer must consent
              again.
            </p>
            <ErrorNotice error={end.error} />
            <Buttons
              text="End access"
              isDanger
              isBusy={end.isPending}
              onGo={go}
              onClose={() => setEnding(null)}
            />
          </div>
        </Dialog>
      )}
    </Page>
  )
}
