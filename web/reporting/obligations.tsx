import { useMemo } from 'react'
import { useApi } from '../api/hooks.ts'
import { useCompany } from '../current-company.tsx'
import { day, money, words } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'

type Obligation = {
  kind: string
  due_date: string
  status: string
  amount: number | null
  description: string
}

/** What is owed to whom by when. */
export function Obligations() {
  const { api } = useCompany()
  const obligations = useApi<Obligation[]>(`${api}/obligations`)
  const columns = useMemo(
    (): Column<Obligation>[] => [
      { id: 'kind', title: 'What', value: (row) => words(row.kind) },
      { id: 'description', title: 'For', value: (row) => row.description },
      {
        id: 'amount',
        title: 'Amount',
        isNumber: true,
        value: (row) => row.amount ?? 0,
        cell: (row) => (row.amount === null ? '–' : money(row.amount)),
      },
      { id: 'due', title: 'Due', value: (row) => row.due_date, cell: (row) => day(row.due_date) },
      {
        id: 'status',
        title: 'State',
        value: (row) => row.status,
        cell: (row) => <Badge text={words(row.status)} />,
      },
    ],
    [],
  )
  return (
    <Panel title="What is owed, to whom, by when">
      <ErrorNotice error={obligations.error} />
      {obligations.data ? (
        <DataTable
          caption="Obligations"
          rows={obligations.data}
          columns={columns}
          rowKey={(row) => `${row.kind} ${row.due_date} ${row.description}`}
          pageSize={15}
          empty="Nothing is owed."
        />
      ) : (
        !obligations.error && <Waiting />
      )}
    </Panel>
  )
}
