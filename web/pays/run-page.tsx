import { useMemo, useState } from 'react'
import { Link, useParams } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { Pay, PayRun } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, money, plural, quantity, words } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { Figure } from './figure.tsx'
import { PayEditor } from './pay-editor.tsx'
import { PayslipButton } from './payslip-button.tsx'
import { RunActions } from './run-actions.tsx'
import type { RunWithPays } from './run-with-pays.ts'
import { STATUS_WORDS } from './runs-page.tsx'

/** One pay run: its people, their pays, what to look at, and what comes next. */
export function RunPage() {
  const { runId } = useParams<{ runId: string }>()
  const { company, api } = useCompany()
  const run = useApi<RunWithPays>(`${api}/pay-runs/${runId}`)
  if (!run.data)
    return run.error ? <ErrorNotice error={run.error} /> : <Waiting text="Reading the pay run …" />
  return (
    <Page
      title={`${words(run.data.pay_period)} run to ${day(run.data.pay_run_end_date)}`}
      lead={
        <>
          <Badge text={STATUS_WORDS[run.data.status]} /> {day(run.data.pay_run_start_date)} to{' '}
          {day(run.data.pay_run_end_date)} · {plural(run.data.totals.employee_count, 'person', 'people')}
        </>
      }
      back={{ to: paths.pays(company.id), text: 'Pays' }}
    >
      <RunTotals run={run.data} />
      <RunActions run={run.data} />
      <Warnings pays={run.data.pays} />
      <People run={run.data} />
    </Page>
  )
}

function RunTotals({ run: { totals } }: { run: PayRun }) {
  const { wording, isNz } = useCompany()
  return (
    <div className="figures">
      <Figure name="Gross" amount={totals.gross} />
      <Figure name={wording.taxLong} amount={totals.tax} />
      {isNz ? (
        <>
          <Figure name="KiwiSaver (employee)" amount={totals.kiwisaver_employee} />
          <Figure name="KiwiSaver (employer)" amount={totals.kiwisaver_employer} />
        </>
      ) : (
        <Figure name="Super" amount={totals.super} />
      )}
      <Figure name="Net to pay" amount={totals.net} isMain />
    </div>
  )
}

function Warnings({ pays }: { pays: Pay[] }) {
  const { company } = useCompany()
  const warned = pays.filter(({ warnings }) => warnings.length > 0)
  if (warned.length === 0) return null
  return (
    <Notice kind="warning">
      <strong>{plural(warned.length, 'pay')} to look at</strong>
      <ul>
        {warned.map((pay) => (
          <li key={pay.id}>
            <Link href={paths.pay(company.id, pay.id ?? 0)}>{pay.format_name}</Link>: {pay.warnings.join(' ')}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const hoursOf = (pay: Pay) => pay.hours.reduce((sum, row) => sum + row.value, 0)
const leaveOf = (pay: Pay) => pay.leave.reduce((sum, row) => sum + row.hours, 0)

function People({ run }: { run: RunWithPays }) {
  const { company, wording, isNz } = useCompany()
  const [editing, setEditing] = useState<Pay | null>(null)
  const retirement = useMemo(
    () => (pay: Pay) => (isNz ? (pay.kiwisaver_employer_amount ?? 0) : pay.super),
    [isNz],
  )
  const columns = useMemo((): Column<Pay>[] => {
    const amount = (id: string, title: string, value: (pay: Pay) => number): Column<Pay> => ({
      id,
      title,
      isNumber: true,
      value,
      cell: (pay) => money(value(pay)),
    })
    return [
      {
        id: 'name',
        title: 'Name',
        value: (pay) => `${pay.employee_last_name} ${pay.employee_first_name}`,
        cell: (pay) => (
          <>
            <Link href={paths.pay(company.id, pay.id ?? 0)}>{pay.format_name}</Link>
            {pay.termination && (
              <>
                {' '}
                <Badge text="Final pay" tone="warning" />
              </>
            )}
          </>
        ),
      },
      { id: 'hours', title: 'Hours', isNumber: true, value: hoursOf, cell: (pay) => quantity(hoursOf(pay)) },
      { id: 'leave', title: 'Leave', isNumber: true, value: leaveOf, cell: (pay) => quantity(leaveOf(pay)) },
      amount('gross', 'Gross', (pay) => pay.gross),
      amount('tax', wording.tax, (pay) => pay.tax),
      amount('retirement', isNz ? 'KiwiSaver (employer)' : 'Super', retirement),
      amount('net', 'Net', (pay) => pay.net),
      {
        id: 'status',
        title: 'Status',
        value: (pay) => pay.status,
        cell: (pay) => <Badge text={pay.status === 'pending' ? 'Draft' : 'Processed'} />,
      },
      {
        id: 'actions',
        title: 'Actions',
        isPlain: true,
        value: () => '',
        cell: (pay) =>
          pay.status === 'pending' ? (
            <button
              type="button"
              className="small"
              disabled={pay.termination !== null}
              onClick={() => setEditing(pay)}
              aria-label={`Edit the pay of ${pay.format_name}`}
            >
              Edit
            </button>
          ) : (
            <PayslipButton pay={pay} isSmall />
          ),
      },
    ]
  }, [company.id, wording, isNz, retirement])
  return (
    <Panel title="People">
      <DataTable
        caption="The pays of this run"
        rows={run.pays}
        columns={columns}
        rowKey={(pay) => pay.id ?? 0}
        empty="Nobody is paid in this run: no active employee is paid in this period."
        foot={{
          name: 'Total',
          gross: money(run.totals.gross),
          tax: money(run.totals.tax),
          retirement: money(isNz ? run.totals.kiwisaver_employer : run.totals.super),
          net: money(run.totals.net),
        }}
      />
      {editing && <PayEditor pay={editing} onClose={() => setEditing(null)} />}
    </Panel>
  )
}
