import { useMemo } from 'react'
import { roundMoney } from '../format.ts'
import { Chart } from '../parts/chart.tsx'
import type { Liability } from './liability.ts'

const SHOWN = 10

/** The ten largest leave liabilities as bars; everybody is in the table. */
export function LeaveChart({ rows }: { rows: Liability[] }) {
  const { x, names, series } = useMemo(() => {
    const largest = rows.slice(0, SHOWN)
    return {
      x: largest.map((_row, index) => index),
      names: largest.map(({ employee }) => `${employee.first_name.charAt(0)}. ${employee.last_name}`),
      series: [
        {
          label: 'Leave liability',
          color: '--chart-1',
          values: largest.map(({ total }) => Math.max(0, total)),
          isBar: true,
        },
      ],
    }
  }, [rows])
  const label = `Leave liability of ${names.join(', ')}; the table below holds the figures.`
  return <Chart label={label} x={x} names={names} series={series} format={roundMoney} />
}
