import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { download } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { BankFile } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, money } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'

function stateCell(file: BankFile) {
  if (file.status === 'cancelled') return <Badge text="Cancelled" tone="quiet" />
  return file.settled_on ? day(file.settled_on) : <Badge text="Not yet" tone="open" />
}

/** The company's bank files, and whether the bank has accepted each. */
export function BankFiles() {
  const { company, api, today } = useCompany()
  const path = `${api}/payments/files`
  const files = useApi<BankFile[]>(path)
  const { mutate: get, error: getError } = useMutation({
    mutationFn: (file: BankFile) => download(`${path}/${file.id}/content`, file.name),
  })
  const { mutate: settle, error: settleError } = useWrite<BankFile>(path, `${api}/reconciliation`)
  const columns = useMemo(
    (): Column<BankFile>[] => [
      {
        id: 'id',
        title: 'File',
        value: (file) => file.id,
        cell: (file) => <Link href={paths.file(company.id, 'bank', file.id)}>File {file.id}</Link>,
      },
      {
        id: 'due',
        title: 'Value date',
        isShort: true,
        value: (file) => file.value_date ?? file.pay_date,
        cell: (file) => day(file.value_date ?? file.pay_date),
      },
      { id: 'count', title: 'Payments', isNumber: true, value: (file) => file.payment_count },
      {
        id: 'total',
        title: 'Total',
        isNumber: true,
        value: (file) => file.total,
        cell: (file) => money(file.total),
      },
      { id: 'settled', title: 'Bank accepted it', value: (file) => file.settled_on ?? '', cell: stateCell },
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
              aria-label={`Download bank file ${file.id}`}
              onClick={() => get(file)}
            >
              Download
            </button>
            {file.status === 'made' && (
              <button
                type="button"
                className="small"
                aria-label={`Accepted today: bank file ${file.id}`}
                onClick={() =>
                  settle({ method: 'PATCH', path: `${path}/${file.id}`, body: { settled_on: today } })
                }
              >
                Accepted today
              </button>
            )}
          </div>
        ),
      },
    ],
    [path, today, get, settle, company.id],
  )
  return (
    <Panel title="Bank files">
      <ErrorNotice error={files.error ?? getError ?? settleError} />
      {files.data ? (
        <DataTable
          caption="Bank files"
          rows={files.data}
          columns={columns}
          rowKey={(file) => file.id}
          pageSize={12}
          empty="None yet. Open a processed pay run and choose “Bank file”."
        />
      ) : (
        !files.error && <Waiting />
      )}
    </Panel>
  )
}
