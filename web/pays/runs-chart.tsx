import { useMemo } from 'react'
import type { PayRun } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { roundMoney } from '../format.ts'
import { Chart } from '../parts/chart.tsx'

const SHOWN = 52

/** Gross, tax and super or KiwiSaver of each run over time. */
export function RunsChart({ runs }: { runs: PayRun[] }) {
  const { wording, isNz } = useCompany()
  const { x, series } = useMemo(() => {
    // Weekly and fortnightly runs that end on one day are one point in time.
    const byEnd = Map.groupBy(runs.slice(-SHOWN), (run) => run.pay_run_end_date)
    const points = [...byEnd].sort(([a], [b]) => (a < b ? -1 : 1))
    const sum = (pick: (run: PayRun) => number) =>
      points.map(([, group]) => group.reduce((total, run) => total + pick(run), 0))
    return {
      x: points.map(([end]) => Date.parse(`${end}T00:00:00Z`) / 1000),
      series: [
        { label: 'Gross', color: '--chart-1', values: sum((run) => run.totals.gross) },
        { label: wording.tax, color: '--chart-2', values: sum((run) => run.totals.tax) },
        {
          label: wording.retirement,
          color: '--chart-3',
          values: sum((run) => (isNz ? run.totals.kiwisaver_employer : run.totals.super)),
        },
      ],
    }
  }, [runs, wording, isNz])
  const label = `Gross, ${wording.tax} and ${wording.retirement} of ${x.length} pay days; the table below holds the figures.`
  return <Chart label={label} x={x} series={series} format={roundMoney} />
}
