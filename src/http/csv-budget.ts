import { invalid } from '../kernel/problem.ts'
import { createYielder } from './yield-to-event-loop.ts'

/** The limits of one CSV file. The header does not count as a row. */
export type CsvBudget = { rows: number; columns: number; cells: number }
/** Checks the cells of the named columns, and throws at the first cell over the limit. */
export type CsvTally = Readonly<Record<string, (cell: string) => void>>

/** This number of bytes is counted in a millisecond or two. */
const SLICE_BYTES = 512 * 1024
const QUOTE = 0x22
const COMMA = 0x2c
const SEMICOLON = 0x3b
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/**
 * Refuses a file that exceeds its budget, before parsing it. Counts line ends and commas outside quotes,
 * including blank lines, and stops at the first excess. A file with wrong quotes may count as less, but
 * parsing it fails there. `tally` checks the limits for one kind of row.
 */
export async function checkCsvBudget(
  bytes: Uint8Array,
  budget: CsvBudget,
  tally: CsvTally = {},
): Promise<void> {
  const yieldIfDue = createYielder()
  const count = createCount(budget, createReader(bytes, tally))
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    count(bytes.subarray(at, at + SLICE_BYTES), at)
    await yieldIfDue()
  }
  const last = bytes.at(-1)
  if (last !== LINE_FEED && last !== CARRIAGE_RETURN) count(Uint8Array.of(LINE_FEED), bytes.length)
}

/** Called at the end of each cell with its line and column. */
type CellReader = (end: number, line: number, column: number) => void

function createReader(bytes: Uint8Array, tally: CsvTally): CellReader {
  const known: (((cell: string) => void) | undefined)[] = []
  let start = 0
  return (end, line, column) => {
    const text = () => textOf(bytes, start, Math.min(end, start + CELL_BYTES))
    if (line === 0) known[column] = tally[text().toLowerCase()]
    else known[column]?.(text())
    start = end + 1
  }
}

/** Longer than any valid cell in the checked columns. */
const CELL_BYTES = 1000

const textOf = (bytes: Uint8Array, start: number, end: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start)
    .toString()
    .replace(/^\ufeff/, '')
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .trim()

function createCount({ rows, columns, cells }: CsvBudget, read: CellReader) {
  let [lines, ownCells, allCells] = [0, 1, 0]
  let isQuoted = false
  let last = 0
  return (slice: Uint8Array, offset: number): void => {
    for (let index = 0; index < slice.length; index++) {
      const byte = slice[index] ?? 0
      // A cell may contain a list with semicolons. Each item counts.
      if (byte === SEMICOLON) allCells += 1
      else if (byte === QUOTE) isQuoted = !isQuoted
      else if (isQuoted) continue
      else if (byte === COMMA) {
        read(offset + index, lines, ownCells - 1)
        ownCells += 1
        if (ownCells > columns) throw tooMany(columns, 'columns', '. Leave out those that are not needed')
      } else if (byte === CARRIAGE_RETURN || (byte === LINE_FEED && last !== CARRIAGE_RETURN)) {
        read(offset + index, lines, ownCells - 1)
        if (lines > 0) allCells += ownCells
        lines += 1
        ownCells = 1
        // The line after the last line end may be empty. One more line than the header and the rows is too
        // many.
        if (lines > rows + 1) throw tooMany(rows, 'rows')
        if (allCells > cells) throw tooMany(cells, 'cells')
      }
      last = byte
    }
  }
}

const tooMany = (most: number, what: string, advice = '. Split it') =>
  invalid(['body'], `The file has more than ${most.toLocaleString('en')} ${what}${advice}`, 'too_long')
