import { useMemo, useState } from 'react'
import { useApi } from '../api/hooks.ts'
import type { LoggedRequestView } from '../api/types.ts'
import { second } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Facts } from '../parts/facts.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'

const SHOWN = 200

/** Requests of the account's applications, and the responses. */
export function RequestsLogPage() {
  const [application, setApplication] = useState('')
  const [kind, setKind] = useState('')
  const [open, setOpen] = useState<LoggedRequestView | null>(null)
  const clients = useApi<{ client_id: string; name: string }[]>('/api/api-admin/clients')
  const query = new URLSearchParams({
    limit: String(SHOWN),
    ...(application ? { client_id: application } : {}),
    ...(kind ? { is_error: String(kind === 'errors') } : {}),
  })
  const log = useApi<LoggedRequestView[]>(`/api/api-admin/requests?${query}`, { everyMs: 5000 })
  const columns = useMemo(() => columnsOf(setOpen), [])
  return (
    <Page title="Request log" lead="Requests from your applications in the last 7 days, with the responses">
      <Panel title="Requests">
        <search className="filters">
          <Field label="Application">
            {(control) => (
              <select
                {...control}
                value={application}
                onChange={(event) => setApplication(event.target.value)}
              >
                <option value="">All</option>
                {clients.data?.map(({ client_id, name }) => (
                  <option key={client_id} value={client_id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Answers">
            {(control) => (
              <select {...control} value={kind} onChange={(event) => setKind(event.target.value)}>
                <option value="">All</option>
                <option value="errors">Errors</option>
                <option value="successes">Successes</option>
              </select>
            )}
          </Field>
        </search>
        <ErrorNotice error={log.error ?? clients.error} />
        {log.data ? (
          <DataTable
            caption="Requests"
            rows={log.data}
            columns={columns}
            rowKey={(row) => row.id}
            empty="No application has sent a request yet."
          />
        ) : (
          !log.error && <Waiting />
        )}
      </Panel>
      {open && <Answer request={open} onClose={() => setOpen(null)} />}
    </Page>
  )
}

function columnsOf(onOpen: (request: LoggedRequestView) => void): Column<LoggedRequestView>[] {
  return [
    { id: 'at', title: 'When', isShort: true, value: (row) => row.at, cell: (row) => second(row.at) },
    {
      id: 'request',
      title: 'Request',
      value: (row) => `${row.method} ${row.path}`,
      cell: (row) => (
        <button type="button" className="link reads" onClick={() => onOpen(row)}>
          <code>{`${row.method} ${row.path}`}</code>
        </button>
      ),
    },
    {
      id: 'status',
      title: 'Answer',
      value: (row) => row.status,
      cell: (row) => <Badge text={String(row.status)} tone={row.status < 400 ? 'good' : 'bad'} />,
    },
    {
      id: 'ms',
      title: 'Time',
      isNumber: true,
      value: (row) => row.duration_ms,
      cell: (row) => `${row.duration_ms} ms`,
    },
    { id: 'application', title: 'Application', value: (row) => row.application },
    { id: 'customer', title: 'For', value: (row) => row.customer },
  ]
}

function Answer({ request, onClose }: { request: LoggedRequestView; onClose: () => void }) {
  return (
    <Dialog title={`${request.method} ${request.path}`} onClose={onClose}>
      <Facts
        rows={[
          ['Answered', `${request.status} after ${request.duration_ms} ms, ${second(request.at)}`],
          ['Operation', request.operation ?? '–'],
          ['Request id', request.request_id],
          ['Application', request.application],
          ['For', request.customer],
        ]}
      />
      {request.error !== null && (
        <>
          <h3>The error</h3>
          <pre>{pretty(request.error)}</pre>
        </>
      )}
    </Dialog>
  )
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
