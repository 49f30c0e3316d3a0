import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { textProblem } from '../../../http/bounded-schema.ts'
import { createYielder } from '../../../http/yield-to-event-loop.ts'
import { type InvalidPlace, InvalidRequest, invalid, PLACES_MAX } from '../../../kernel/problem.ts'
import { daysBetween } from '../../../kernel/values/dates.ts'
import { BadCell, COLUMNS, type HistoryRow, isColumn, REQUIRED_COLUMNS } from './columns.ts'

/** The maximum number of lines in one report. */
export const ROWS_MAX = 100_000
const LINE_BYTES = 4_000
const DAYS_MAX = 31
const PART_LENGTH = 16 * 1024

/** The rows of a pay history, validated one by one. Errors name the line and column of the first faults. */
export async function readHistoryRows(text: string): Promise<HistoryRow[]> {
  const rows: HistoryRow[] = []
  const faults: InvalidPlace[] = []
  const yieldIfDue = createYielder()
  const lines = Readable.from(partsOf(text)).pipe(
    parse({
      bom: true,
      trim: true,
      columns: readHeader,
      skip_empty_lines: true,
      max_record_size: LINE_BYTES,
    }),
  )
  try {
    for await (const record of lines) {
      const cells: Record<string, string> = record
      const line = rows.length + 2
      if (rows.length === ROWS_MAX)
        throw invalid(
          ['body'],
          `The file has more than ${ROWS_MAX.toLocaleString('en')} rows. Split it, with all rows of an employee in one file`,
          'too_long',
        )
      rows.push(readRow(cells, line, faults))
      if (faults.length >= PLACES_MAX) break
      await yieldIfDue()
    }
  } catch (error) {
    if (error instanceof CsvError) throw invalid(['body'], `The CSV cannot be read: ${error.message}`, 'csv')
    throw error
  }
  if (faults.length > 0) throw new InvalidRequest(faults)
  if (rows.length === 0) throw invalid(['body'], 'The file has no rows below its header', 'missing')
  return rows
}

/** Passed in chunks, because the parser would block the event loop with the whole text. */
function* partsOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PART_LENGTH) yield text.slice(at, at + PART_LENGTH)
}

function readHeader(header: readonly string[]): string[] {
  const names = header.map((each) => each.trim().toLowerCase())
  const missing = REQUIRED_COLUMNS.filter((each) => !names.includes(each))
  if (missing.length > 0)
    throw invalid(
      ['body', 1],
      `The first line must name the columns; these are missing: ${missing.join(', ')}`,
      'missing',
    )
  const unknown = names.filter((each) => !isColumn(each))
  if (unknown.length > 0)
    throw invalid(
      ['body', 1],
      `Unknown columns: ${unknown.join(', ')}. Supported are ${Object.keys(COLUMNS).join(', ')}`,
    )
  const twice = names.filter((each, index) => names.indexOf(each) !== index)
  if (twice.length > 0) throw invalid(['body', 1], `These columns appear twice: ${twice.join(', ')}`)
  return names
}

function readRow(cells: Readonly<Record<string, string>>, line: number, faults: InvalidPlace[]): HistoryRow {
  const row: Record<string, unknown> = {}
  const fault = (column: string, problem: string) =>
    faults.push({
      loc: ['body', line, column],
      msg: `Line ${line}: ${column} ${problem}`,
      type: 'value_error',
    })
  for (const [column, read] of Object.entries(COLUMNS)) {
    const text = cells[column] ?? ''
    try {
      const problem = textProblem(text)
      if (problem) throw new BadCell(problem)
      row[column] = read(text)
    } catch (error) {
      if (!(error instanceof BadCell)) throw error
      fault(column, error.message)
    }
  }
  const read = row as HistoryRow
  if (faults.length === 0) for (const [column, problem] of problemsOf(read)) fault(column, problem)
  return read
}

function problemsOf(row: HistoryRow): [column: string, problem: string][] {
  const problems: [string, string][] = []
  if (row.period_end < row.period_start) problems.push(['period_end', 'must not be before period_start'])
  else if (daysBetween(row.period_start, row.period_end) >= DAYS_MAX)
    problems.push([
      'period_end',
      `must be within ${DAYS_MAX} days of period_start: a week, a fortnight or a month`,
    ])
  if (row.period_end < row.start_date)
    problems.push(['period_end', 'must not be before the start_date of the employment'])
  if (row.leave_type === null) return problems
  if (row.leave_date === null) problems.push(['leave_date', 'is needed with a leave_type: its first day'])
  if (row.leave_hours === null && row.leave_type !== 'FINAL_HOLIDAY_PAY')
    problems.push(['leave_hours', 'is needed with a leave_type'])
  return problems
}
