import { useMemo } from 'react'
import type { PayRun } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, roundMoney, shortMoney } from '../format.ts'
import { Chart } from '../parts/chart.tsx'

const SHOWN = 52

/** Gross, tax and super or KiwiSaver of each run over time. */
export function RunsChart({ runs }: { runs: PayRun[] }) {
  const { wording, isNz } = useCompany()
  const { names, series } = useMemo(() => {
    // Weekly and fortnightly runs that end on the same day are one point.
    const byEnd = Map.groupBy(runs.slice(-SHOWN), (run) => run.pay_run_end_date)
    const points = [...byEnd].sort(([a], [b]) => (a < b ? -1 : 1))
    const sum = (pick: (run: PayRun) => number) =>
      points.map(([, group]) => group.reduce((total, run) => total + pick(run), 0))
    return {
      names: points.map(([end]) => day(end)),
      series: [
        { name: 'Gross', values: sum((run) => run.totals.gross) },
        { name: wording.tax, values: sum((run) => run.totals.tax) },
        {
          name: wording.retirement,
          values: sum((run) => (isNz ? run.totals.kiwisaver_employer : run.totals.super)),
        },
      ],
    }
  }, [runs, wording, isNz])
  const label = `Gross, ${wording.tax} and ${wording.retirement} of ${names.length} pay days; the table below has the figures.`
  return <Chart {...{ label, names, series }} kind="line" format={shortMoney} tell={roundMoney} />
}
