import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { PayRun } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, money, words } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { RunsChart } from './runs-chart.tsx'
import { StartRun } from './start-run.tsx'

export const STATUS_WORDS: Record<PayRun['status'], string> = {
  pending: 'Draft',
  processed: 'Processed',
  empty: 'Empty',
}

/** The Pays screen: every run of the company with its state and totals, and a button to start a new one. */
export function RunsPage() {
  const { company, wording, isNz, api } = useCompany()
  const [isStarting, setIsStarting] = useState(false)
  const runs = useApi<PayRun[]>(`${api}/pay-runs`)
  const newestFirst = useMemo(() => runs.data?.toReversed() ?? [], [runs.data])
  const processed = useMemo(() => runs.data?.filter((run) => run.status === 'processed') ?? [], [runs.data])
  const columns = useMemo(
    (): Column<PayRun>[] => [
      {
        id: 'end',
        title: 'Pay run',
        value: (run) => run.pay_run_end_date,
        cell: (run) => (
          <Link href={paths.run(company.id, run.pay_run_id ?? 0)}>
            {words(run.pay_period)} to {day(run.pay_run_end_date)}
          </Link>
        ),
      },
      {
        id: 'status',
        title: 'Status',
        value: (run) => run.status,
        cell: (run) => <Badge text={STATUS_WORDS[run.status]} />,
      },
      { id: 'people', title: 'People', isNumber: true, value: (run) => run.totals.employee_count },
      amount('gross', 'Gross', (run) => run.totals.gross),
      amount('tax', wording.tax, (run) => run.totals.tax),
      amount('retirement', isNz ? 'KiwiSaver (employer)' : 'Super', (run) =>
        isNz ? run.totals.kiwisaver_employer : run.totals.super,
      ),
      amount('net', 'Net', (run) => run.totals.net),
    ],
    [company.id, wording, isNz],
  )
  return (
    <Page
      title="Pays"
      lead={`${company.legal_name} · ${wording.country}`}
      actions={
        <button type="button" className="main" onClick={() => setIsStarting(true)}>
          Start a pay run
        </button>
      }
    >
      <ErrorNotice error={runs.error} />
      {runs.isPending ? (
        <Waiting />
      ) : (
        <>
          {processed.length > 1 && (
            <Panel title="Cost of each run">
              <RunsChart runs={processed} />
            </Panel>
          )}
          <Panel title="Pay runs">
            <DataTable
              caption="Pay runs, newest first"
              rows={newestFirst}
              columns={columns}
              rowKey={(run) => run.pay_run_id ?? 0}
              pageSize={26}
              empty="No pay run yet. Start one: everyone who is paid in the period gets a draft to check."
            />
          </Panel>
        </>
      )}
      {isStarting && <StartRun onClose={() => setIsStarting(false)} />}
    </Page>
  )
}

function amount(id: string, title: string, value: (run: PayRun) => number): Column<PayRun> {
  return { id, title, isNumber: true, value, cell: (run) => money(value(run)) }
}
