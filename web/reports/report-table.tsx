import { useMemo } from 'react'
import type { ReportAnswer } from '../api/types.ts'
import { day, moment, money, percent, plural, quantity } from '../format.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Notice } from '../parts/notice.tsx'
import { cellText } from './words.ts'

/** The row index is stored next to the cells, because a report can have columns of any name. */
type Row = { cells: ReportAnswer['rows'][number]; place: number }
type ReportColumn = ReportAnswer['columns'][number]

/** The most rows on the screen. Larger reports belong in a spreadsheet. */
const SHOWN = 2000

/** A report as a table with its totals and notes. */
export function ReportTable({ report }: { report: ReportAnswer }) {
  const columns = useMemo(() => report.columns.map(tableColumn), [report])
  const rows = useMemo(() => report.rows.slice(0, SHOWN).map((cells, place) => ({ cells, place })), [report])
  const foot = Object.fromEntries(
    report.columns.map((column, index) => [
      column.name,
      column.is_totalled ? shown(column, report.totals[column.name]) : index === 0 ? 'Total' : '',
    ]),
  )
  return (
    <>
      {report.rows.length > SHOWN && (
        <Notice>
          The first {plural(SHOWN, 'row')} of {plural(report.row_count, 'row')}; the totals and the files
          include all of them.
        </Notice>
      )}
      <DataTable
        caption={report.title}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.place}
        empty="No rows for these dates."
        {...(Object.keys(report.totals).length > 0 ? { foot } : {})}
      />
      {report.notes.map((note) => (
        <p key={note} className="help">
          {note}
        </p>
      ))}
    </>
  )
}

const NUMBERS = ['integer', 'money', 'number', 'percent']

function tableColumn(column: ReportColumn): Column<Row> {
  const isNumber = NUMBERS.includes(column.type)
  return {
    id: column.name,
    // Files show the time in UTC, but the screen uses the company's time zone.
    title: column.title.replace(/ \(UTC\)$/, ''),
    isNumber,
    isShort: column.type === 'date' || column.type === 'timestamp',
    value: ({ cells }) => (isNumber ? Number(cells[column.name] ?? 0) : String(cells[column.name] ?? '')),
    cell: ({ cells }) => shown(column, cells[column.name]),
  }
}

function shown({ type, name }: ReportColumn, cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (type === 'money') return money(Number(cell))
  if (type === 'number') return quantity(Number(cell))
  if (type === 'percent') return percent(Number(cell))
  if (type === 'date') return day(String(cell))
  if (type === 'timestamp') return moment(String(cell))
  return cellText(name, String(cell))
}
