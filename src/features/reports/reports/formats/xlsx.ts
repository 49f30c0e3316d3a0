import { Readable } from 'node:stream'
import { writeXlsxStream } from 'hucre/xlsx'
import { escapeFormula } from '../../../../kernel/values/formula-text.ts'
import type { Cell, Column, ColumnType, Row, StartedReport } from '../model/report.ts'
import { createTotals, type Totals } from '../model/totals.ts'

const FORMATS: Partial<Record<ColumnType, string>> = {
  money: '#,##0.00;[Red]-#,##0.00',
  number: '#,##0.####',
  percent: '0.00%',
  date: 'd mmm yyyy',
}
const WIDTHS: Record<ColumnType, number> = {
  text: 24,
  date: 13,
  timestamp: 21,
  integer: 10,
  money: 14,
  number: 12,
  percent: 10,
}

type SheetCell = string | number | boolean | Date | null

/** The report as a workbook, written while the rows are read; the totals are in its last row. */
export function writeXlsx(started: StartedReport): Readable {
  const { report, columns, parts } = started
  const sheet = writeXlsxStream(sheetRows(columns, parts), {
    // A sheet's name has at most 31 characters.
    name: report.title.slice(0, 31),
    columns: columns.map(({ title, type }) => {
      const numFmt = FORMATS[type]
      return { header: title, width: Math.max(WIDTHS[type], title.length + 2), ...(numFmt ? { numFmt } : {}) }
    }),
    freezePane: { rows: 1 },
  })
  return Readable.fromWeb(sheet)
}

async function* sheetRows(
  columns: readonly Column[],
  parts: AsyncIterable<readonly Row[]>,
): AsyncGenerator<SheetCell[]> {
  const totals = createTotals(columns)
  for await (const rows of parts) {
    totals.add(rows)
    for (const row of rows) yield columns.map((column) => sheetCell(column, row[column.name] ?? null))
  }
  if (totals.count() > 0 && columns.some((column) => column.isTotalled))
    yield totalRow(columns, totals.read())
}

function totalRow(columns: readonly Column[], totals: Totals): SheetCell[] {
  return columns.map((column, index) => {
    const total = totals[column.name]
    if (total !== undefined) return Number(total)
    return index === 0 ? 'Total' : null
  })
}

/** Every text is a text cell; one that looks like a formula is escaped too, in case the sheet is saved as CSV. */
function sheetCell({ type }: Column, cell: Cell): SheetCell {
  if (cell === null || typeof cell !== 'string') return cell
  if (type === 'text' || type === 'timestamp') return escapeFormula(cell)
  return type === 'date' ? new Date(`${cell}T00:00:00Z`) : Number(cell)
}
