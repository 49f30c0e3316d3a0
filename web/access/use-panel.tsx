import { useApi } from '../api/hooks.ts'
import type { ApplicationUse } from '../api/types.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'

const COLUMNS: Column<ApplicationUse>[] = [
  { id: 'client', title: 'Client id', value: (row) => row.client_id },
  {
    id: 'customer',
    title: 'Customer',
    value: (row) => (row.customer_id === null ? 'All together' : `Customer ${row.customer_id}`),
  },
  { id: 'class', title: 'Limit', value: (row) => row.limit_class },
  { id: 'used', title: 'Calls', value: (row) => `${row.used} of ${row.limit}` },
]

/** The rate limit used by the account's applications in the current minute. */
export function UsePanel() {
  const use = useApi<ApplicationUse[]>('/api/api-admin/use')
  return (
    <Panel title="Calls in this minute">
      <ErrorNotice error={use.error} />
      {use.data ? (
        <DataTable
          caption="Calls in this minute"
          rows={use.data}
          columns={COLUMNS}
          rowKey={(row) => `${row.client_id} ${row.customer_id} ${row.limit_class}`}
          empty="No application has sent a request in this minute."
        />
      ) : (
        !use.error && <Waiting />
      )}
    </Panel>
  )
}
