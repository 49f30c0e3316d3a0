import { useApi } from '../api/hooks.ts'
import type { ReportAnswer } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { percent, shortMoney } from '../format.ts'
import { Chart, type Series } from '../parts/chart.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'

/** Charts of a year of cost, leave and overtime. */
export function Charts() {
  const { api, today } = useCompany()
  const from = `${Number(today.slice(0, 4)) - 1}${today.slice(4, 8)}01`
  const span = `from_date=${from}&to_date=${today}`
  return (
    <div className="chart-row">
      <ChartPanel
        title="Labour cost by month and department"
        path={`${api}/reports/labour-cost?group_by=month-department&${span}`}
        draw={(report) => <CostChart report={report} />}
      />
      <ChartPanel
        title="Leave liability over time"
        path={`${api}/reports/leave-liability?${span}`}
        draw={({ rows }) => (
          <Chart
            label={`Leave liability at ${rows.length} month ends; the report has the figures.`}
            kind="line"
            names={rows.map((row) => monthName(text(row.day)))}
            series={[{ name: 'Liability', values: rows.map((row) => Number(row.liability)) }]}
            format={shortMoney}
          />
        )}
      />
      <ChartPanel
        title="Overtime share of hourly pay"
        path={`${api}/reports/overtime?group_by=month&${span}`}
        draw={({ rows }) => (
          <Chart
            label={`Overtime share in ${rows.length} months; the report has the figures.`}
            kind="stack"
            names={rows.map((row) => monthName(text(row.month)))}
            series={[{ name: 'Overtime', values: rows.map((row) => Number(row.overtime_share)) }]}
            format={percent}
          />
        )}
      />
    </div>
  )
}

function ChartPanel(props: {
  title: string
  path: string
  draw: (report: ReportAnswer) => React.ReactElement
}) {
  const report = useApi<ReportAnswer>(props.path)
  return (
    <Panel title={props.title}>
      <ErrorNotice error={report.error} />
      {!report.data && !report.error && <Waiting />}
      {report.data &&
        (report.data.rows.length === 0 ? (
          <p className="empty">No processed pays in the last year.</p>
        ) : (
          props.draw(report.data)
        ))}
    </Panel>
  )
}

const LARGEST = 5

/** The departments with the highest cost by name, and the others together. */
function CostChart({ report: { rows } }: { report: ReportAnswer }) {
  const months = [...new Set(rows.map((row) => text(row.month)))]
  const byDepartment = Map.groupBy(rows, (row) => text(row.department))
  const total = (list: ReportAnswer['rows']) => list.reduce((sum, row) => sum + Number(row.cost), 0)
  const ordered = [...byDepartment].sort(([, a], [, b]) => total(b) - total(a))
  const seriesOf = (name: string, list: ReportAnswer['rows']): Series => ({
    name,
    values: months.map((month) => total(list.filter((row) => row.month === month))),
  })
  const rest = ordered.slice(LARGEST).flatMap(([, list]) => list)
  const series = [
    ...ordered.slice(0, LARGEST).map(([name, list]) => seriesOf(name, list)),
    ...(rest.length > 0 ? [seriesOf('Others', rest)] : []),
  ]
  return (
    <Chart
      label={`Labour cost of ${months.length} months by department; the report has the figures.`}
      kind="stack"
      names={months.map(monthName)}
      series={series}
      format={shortMoney}
    />
  )
}

const text = (cell: unknown) => String(cell ?? '')
const MONTH = new Intl.DateTimeFormat('en-AU', { month: 'short', year: '2-digit', timeZone: 'UTC' })
function monthName(date: string): string {
  const month = new Date(`${date.slice(0, 7)}-01T00:00:00Z`)
  return Number.isNaN(month.getTime()) ? date : MONTH.format(month)
}
