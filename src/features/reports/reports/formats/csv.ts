import { stringify } from 'csv-stringify/sync'
import { escapeFormula } from '../../../../kernel/values/formula-text.ts'
import type { Cell, Column, StartedReport } from '../model/report.ts'

const OPTIONS = { record_delimiter: 'windows' } as const

/**
 * The report as CSV (RFC 4180, UTF-8): the titles, then the rows. Totals are omitted, because readers make
 * their own.
 */
export async function* writeCsv({ columns, parts }: StartedReport): AsyncGenerator<string> {
  yield stringify([columns.map((column) => column.title)], OPTIONS)
  for await (const rows of parts)
    yield stringify(
      rows.map((row) => columns.map((column) => csvCell(column, row[column.name] ?? null))),
      OPTIONS,
    )
}

function csvCell({ type }: Column, cell: Cell): string | number | null {
  if (cell === null || typeof cell === 'number') return cell
  return type === 'text' ? escapeFormula(String(cell)) : String(cell)
}
