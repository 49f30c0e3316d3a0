import { Readable } from 'node:stream'
import { writeXlsxStream } from 'hucre/xlsx'
import { countryOf } from '../../../../countries/index.ts'
import { dayIn } from '../../../../kernel/clock.ts'
import { escapeFormula } from '../../../../kernel/values/formula-text.ts'
import { day } from '../../../platform/pdf/index.ts'
import type { Cell, Column, ColumnType, Row, StartedReport } from '../model/report.ts'
import { spanText } from '../model/span-text.ts'
import { createTotals, type Totals } from '../model/totals.ts'

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const FORMATS: Partial<Record<ColumnType, string>> = {
  money: '"$"#,##0.00;[Red]-"$"#,##0.00',
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

/**
 * The report as a workbook, written while the rows are read. Its details are above the table, and the totals
 * are in the last row.
 */
export function writeXlsx(started: StartedReport): Readable {
  const { report, columns, parts } = started
  const head = headOf(started)
  const sheet = writeXlsxStream(sheetRows(head, columns, parts), {
    // A sheet's name has at most 31 characters.
    name: report.title.slice(0, 31),
    columns: columns.map(({ title, type }) => {
      const numFmt = FORMATS[type]
      return { width: Math.max(WIDTHS[type], title.length + 2), ...(numFmt ? { numFmt } : {}) }
    }),
    freezePane: { rows: head.length + 1 },
    // Repeats nothing on a second sheet: the headings are below the title, not in the first row.
    repeatHeaders: false,
  })
  return Readable.fromWeb(sheet)
}

/** The file name without extension: the report and its dates. */
export function fileName({ report, from, to }: StartedReport): string {
  const span = from && to ? `${from}-to-${to}` : (from ?? to)
  return [report.name, span].filter(Boolean).join('-')
}

/** Company, title, dates and creation date, followed by an empty row. */
function headOf({ report, company, groupBy, from, to, madeAt }: StartedReport): SheetCell[][] {
  const grouping = report.groupings[groupBy]?.title
  const made = day(dayIn(countryOf(company.jurisdiction).timeZone, madeAt))
  const dates = report.dates === 'none' ? '' : spanText(from, to)
  return [
    [escapeFormula(company.legal_name)],
    [[report.title, grouping].filter(Boolean).join(': ')],
    [[dates, `made ${made}`].filter(Boolean).join(', ')],
    [],
  ]
}

async function* sheetRows(
  head: readonly SheetCell[][],
  columns: readonly Column[],
  parts: AsyncIterable<readonly Row[]>,
): AsyncGenerator<SheetCell[]> {
  yield* head
  yield columns.map(({ title }) => title)
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

/** Every string is a text cell. Those that look like a formula are also escaped, in case the sheet is saved as CSV. */
function sheetCell({ type }: Column, cell: Cell): SheetCell {
  if (cell === null || typeof cell !== 'string') return cell
  if (type === 'text' || type === 'timestamp') return escapeFormula(cell)
  return type === 'date' ? new Date(`${cell}T00:00:00Z`) : Number(cell)
}
