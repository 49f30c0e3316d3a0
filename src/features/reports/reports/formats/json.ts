import { timestamp } from '../../../../http/view.ts'
import type { Cell, Column, StartedReport } from '../model/report.ts'
import { createTotals } from '../model/totals.ts'

/** The report as JSON text in chunks. Decimals keep every digit, because their text is written as the JSON number. */
export async function* writeJson(started: StartedReport): AsyncGenerator<string> {
  const { report, company, columns, parts } = started
  const totals = createTotals(columns)
  const head = JSON.stringify({
    name: report.name,
    title: report.title,
    company_id: company.id,
    group_by: started.groupBy,
    from_date: started.from,
    to_date: started.to,
    made_at: timestamp(started.madeAt),
    columns: columns.map(({ name, title, type, isTotalled }) => ({
      name,
      title,
      type,
      is_totalled: isTotalled,
    })),
    notes: started.notes,
  })
  yield `${head.slice(0, -1)},"rows":[`
  const members = columns.map((column) => ({ column, key: `${JSON.stringify(column.name)}:` }))
  let separator = ''
  for await (const rows of parts) {
    totals.add(rows)
    const texts = rows.map(
      (row) =>
        `{${members.map(({ column, key }) => key + cellText(column, row[column.name] ?? null)).join()}}`,
    )
    yield separator + texts.join()
    separator = ','
  }
  const sums = Object.entries(totals.read()).map(([name, total]) => `${JSON.stringify(name)}:${total}`)
  yield `],"row_count":${totals.count()},"totals":{${sums.join()}}}`
}

function cellText({ type }: Column, cell: Cell): string {
  if (cell === null) return 'null'
  if (type === 'text' || type === 'date' || type === 'timestamp') return JSON.stringify(cell)
  return String(cell)
}
