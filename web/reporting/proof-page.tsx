import { useState } from 'react'
import { Link } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { Proof } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { money } from '../format.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'

type Sum = Proof['sums'][number]
type OpenPoint = Proof['open_points'][number]

const KINDS: Record<OpenPoint['kind'], string> = {
  net: 'Net pay',
  payee: 'Deduction to a payee',
  super: 'Super',
  report: 'Report',
}

const amount = (id: Exclude<keyof Sum, 'kind'>, title: string): Column<Sum> => ({
  id,
  title,
  isNumber: true,
  value: (row) => row[id],
  cell: (row) => money(row[id]),
})
const SUMS: Column<Sum>[] = [
  { id: 'kind', title: 'What', value: (row) => KINDS[row.kind] },
  amount('owed', 'Owed'),
  amount('created', 'In files'),
  amount('accepted', 'Paid'),
  amount('returned', 'Came back'),
  amount('open', 'Open'),
]

/** Compares the amounts sent with the amounts owed for the pays of a period, and lists every open point. */
export function ProofPage() {
  const { company, api, today } = useCompany()
  const [from, setFrom] = useState(`${today.slice(0, 8)}01`)
  const [to, setTo] = useState(today)
  const isSpan = from !== '' && to !== '' && from <= to
  const found = useApi<Proof>(isSpan ? `${api}/proof?from_date=${from}&to_date=${to}` : null)
  return (
    <Page
      title="Proof"
      lead="Amounts sent and owed, line by line"
      back={{ to: paths.reporting(company.id), text: 'Reporting' }}
    >
      <Panel title="Pays of a period">
        <div className="buttons">
          <label>
            Pay dates from{' '}
            <input type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
          </label>
          <label>
            to <input type="date" value={to} onChange={(event) => setTo(event.target.value)} />
          </label>
        </div>
        <ErrorNotice error={found.error} />
        {found.data ? <Sums found={found.data} /> : isSpan && !found.error && <Waiting />}
      </Panel>
      {found.data && <OpenPoints found={found.data} companyId={company.id} />}
    </Page>
  )
}

function Sums({ found }: { found: Proof }) {
  const { pays, accepted, under_way, open } = found.reports
  return (
    <>
      {found.is_complete ? (
        <Notice kind="good">Everything that is owed was sent, and every report was accepted.</Notice>
      ) : (
        <Notice kind="problem">
          {found.open_points.length} {found.open_points.length === 1 ? 'line is' : 'lines are'} open.
        </Notice>
      )}
      <DataTable
        caption="Money"
        rows={found.sums}
        columns={SUMS}
        rowKey={(row) => row.kind}
        pageSize={25}
        empty="No pays in this period."
      />
      <p className="soft">
        Reports: of {pays} pays {accepted} accepted, {under_way} under way, {open} open.
      </p>
    </>
  )
}

/** The page for an open point: lodgements for reports and super, the pay for money. */
const placeOf = (companyId: number, point: OpenPoint) =>
  point.kind === 'report' || point.kind === 'super' || point.pay_id === null
    ? paths.reporting(companyId)
    : paths.pay(companyId, point.pay_id)

function OpenPoints({ found, companyId }: { found: Proof; companyId: number }) {
  const columns: Column<OpenPoint>[] = [
    { id: 'who', title: 'Who', value: (row) => row.format_name },
    { id: 'kind', title: 'What', value: (row) => KINDS[row.kind] },
    { id: 'sentence', title: 'Open', value: (row) => row.sentence },
    {
      id: 'amount',
      title: 'Amount',
      isNumber: true,
      value: (row) => row.amount ?? 0,
      cell: (row) => (row.amount === null ? '' : money(row.amount)),
    },
    {
      id: 'where',
      title: 'Done in',
      value: (row) => row.pay_id ?? 0,
      cell: (row) => (
        <Link href={placeOf(companyId, row)}>
          {row.kind === 'report' || row.kind === 'super' ? 'Reporting' : `Pay ${row.pay_id}`}
        </Link>
      ),
    },
  ]
  return (
    <Panel title="Open points">
      <DataTable
        caption="Open points"
        rows={found.open_points}
        columns={columns}
        rowKey={(row) => `${row.kind} ${row.employee_id} ${row.pay_id} ${row.sentence}`}
        pageSize={25}
        empty="Nothing is open."
      />
    </Panel>
  )
}
