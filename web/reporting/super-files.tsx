import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { download } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { SuperFile } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, moment, money } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'

const ANSWERS: Record<NonNullable<SuperFile['transmission']>, string> = {
  queued: 'Waits for the provider',
  sent: 'Waits for the funds',
  accepted: 'Accepted by the funds',
  partial: 'Refused in part',
  rejected: 'Refused by the funds',
}

function paidCell(file: SuperFile) {
  if (file.transmission === 'rejected') return <Badge text={ANSWERS.rejected} tone="bad" />
  if (file.cancelled_at) return <Badge text="Cancelled" tone="quiet" />
  return file.paid_on ? day(file.paid_on) : <Badge text="Not yet" tone="open" />
}

/** The contribution files for a clearing house, and whether each was paid. */
export function SuperFiles() {
  const { company, api, today } = useCompany()
  const path = `/api/super-payments/${company.id}/files`
  const files = useApi<SuperFile[]>(path)
  const { mutate: get, error: getError } = useMutation({
    mutationFn: (id: number) => download(`${path}/${id}`, `super-${id}.csv`),
  })
  const { mutate: pay, error: payError } = useWrite<SuperFile>('/api/super-payments', `${api}/obligations`)
  const columns = useMemo(
    (): Column<SuperFile>[] => [
      {
        id: 'id',
        title: 'File',
        value: (file) => file.id,
        cell: (file) => <Link href={paths.file(company.id, 'super', file.id)}>File {file.id}</Link>,
      },
      {
        id: 'made',
        title: 'Made',
        isShort: true,
        value: (file) => file.created_at,
        cell: (file) => moment(file.created_at),
      },
      { id: 'count', title: 'Contributions', isNumber: true, value: (file) => file.contribution_count },
      {
        id: 'total',
        title: 'Total',
        isNumber: true,
        value: (file) => file.total,
        cell: (file) => money(file.total),
      },
      {
        id: 'paid',
        title: 'Paid',
        value: (file) => file.paid_on ?? '',
        cell: (file) => (
          <>
            {paidCell(file)}
            {file.transmission && !file.cancelled_at && (
              <div className="soft">{ANSWERS[file.transmission]}</div>
            )}
          </>
        ),
      },
      {
        id: 'actions',
        title: 'Actions',
        isPlain: true,
        value: () => '',
        cell: (file) => (
          <div className="actions">
            <button
              type="button"
              className="small reads"
              aria-label={`Download file ${file.id}`}
              onClick={() => get(file.id)}
            >
              Download
            </button>
            {file.can_send && (
              <button
                type="button"
                className="small"
                aria-label={`Send file ${file.id} to the funds`}
                onClick={() => pay({ method: 'POST', path: `${path}/${file.id}/send` })}
              >
                Send
              </button>
            )}
            {!file.paid_on && !file.cancelled_at && (
              <button
                type="button"
                className="small"
                aria-label={`Paid today: file ${file.id}`}
                onClick={() => pay({ method: 'PATCH', path: `${path}/${file.id}`, body: { paid_on: today } })}
              >
                Paid today
              </button>
            )}
          </div>
        ),
      },
    ],
    [path, today, get, pay, company.id],
  )
  return (
    <Panel title="Super contribution files">
      <ErrorNotice error={files.error ?? getError ?? payError} />
      {files.data ? (
        <DataTable
          caption="Super contribution files"
          rows={files.data}
          columns={columns}
          rowKey={(file) => file.id}
          pageSize={12}
          empty="None yet. Open a processed pay run and choose “Super file”."
        />
      ) : (
        !files.error && <Waiting />
      )}
    </Panel>
  )
}
