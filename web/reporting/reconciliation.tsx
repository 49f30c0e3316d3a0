import { useState } from 'react'
import { useApi } from '../api/hooks.ts'
import type { Reconciliation as Reconciled } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, money } from '../format.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { numberName } from './employer-number.ts'

/** Compares the amounts sent with the amounts owed for the pays of a period. */
export function Reconciliation() {
  const { api, today } = useCompany()
  const [from, setFrom] = useState(`${today.slice(0, 8)}01`)
  const [to, setTo] = useState(today)
  const isSpan = from !== '' && to !== '' && from <= to
  const found = useApi<Reconciled>(isSpan ? `${api}/reconciliation?from_date=${from}&to_date=${to}` : null)
  return (
    <Panel title="Reconciliation">
      <div className="buttons">
        <label>
          Pay dates from <input type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
        </label>
        <label>
          to <input type="date" value={to} onChange={(event) => setTo(event.target.value)} />
        </label>
      </div>
      <ErrorNotice error={found.error} />
      {found.data ? <Figures found={found.data} /> : isSpan && !found.error && <Waiting />}
    </Panel>
  )
}

type Row = { name: string; owed: number; in_files: number; settled: number; open: number }

const amount = (id: Exclude<keyof Row, 'name'>, title: string): Column<Row> => ({
  id,
  title,
  isNumber: true,
  value: (row) => row[id],
  cell: (row) => money(row[id]),
})
const COLUMNS: Column<Row>[] = [
  { id: 'name', title: 'What', value: (row) => row.name },
  amount('owed', 'Owed'),
  amount('in_files', 'In files'),
  amount('settled', 'Settled'),
  amount('open', 'Open'),
]

/** The tax owed for a period. Recorded payments settle it. */
const taxRow = (name: string, period: Reconciled['tax']['periods'][number]): Row => ({
  name: [name, `${day(period.period_start)} to ${day(period.period_end)}`, numberName(period.employer)]
    .filter((part) => part !== '')
    .join(', '),
  owed: period.owed,
  in_files: 0,
  settled: period.paid,
  open: period.open,
})

function Figures({ found }: { found: Reconciled }) {
  const wrong = found.checks.filter(({ agrees }) => !agrees)
  const rows: Row[] = [
    { name: 'Nets', ...found.nets },
    ...found.deductions.map((row) => ({
      ...row,
      name:
        row.name === null
          ? 'Deductions without a payee'
          : [row.name, row.reference].filter(Boolean).join(', '),
    })),
    ...found.super.map((row) => ({
      name: `Super: ${row.fund ?? 'no fund'}`,
      owed: row.owed,
      in_files: row.sent,
      settled: 0,
      open: row.open,
    })),
  ]
  return (
    <>
      {wrong.length > 0 ? (
        <Notice kind="problem">{wrong.map(({ what }) => what).join('; ')}: the sums do not agree.</Notice>
      ) : (
        <Notice kind="good">Every sum was calculated in two ways and agrees.</Notice>
      )}
      <DataTable
        caption="Owed, sent and open"
        rows={[...rows, ...found.tax.periods.map((period) => taxRow(found.tax.name, period))]}
        columns={COLUMNS}
        rowKey={(row) => row.name}
        pageSize={25}
        empty="No pays in this period."
      />
    </>
  )
}
