import { invalid } from '../kernel/problem.ts'
import { createYielder } from './yield-to-event-loop.ts'

/** What one CSV file may hold. The header is no row. */
export type CsvBudget = { rows: number; columns: number; cells: number }

/** Bytes that are counted in a millisecond or two. */
const SLICE_BYTES = 512 * 1024
const QUOTE = 0x22
const COMMA = 0x2c
const SEMICOLON = 0x3b
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/**
 * Refuses a file that holds more than its budget, before anything of it is read: it counts line ends and commas outside quotes,
 * blank lines too, and stops at the first that is too much. A file whose quotes are wrong may count as less; reading it fails there.
 */
export async function checkCsvBudget(bytes: Uint8Array, budget: CsvBudget): Promise<void> {
  const yieldIfDue = createYielder()
  const count = createCount(budget)
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    count(bytes.subarray(at, at + SLICE_BYTES))
    await yieldIfDue()
  }
}

function createCount({ rows, columns, cells }: CsvBudget): (slice: Uint8Array) => void {
  let [lines, ownCells, allCells] = [0, 1, 0]
  let isQuoted = false
  let last = 0
  return (slice) => {
    for (const byte of slice) {
      // A cell may hold a list with semicolons: each of its items counts.
      if (byte === SEMICOLON) allCells += 1
      else if (byte === QUOTE) isQuoted = !isQuoted
      else if (isQuoted) continue
      else if (byte === COMMA) {
        ownCells += 1
        if (ownCells > columns) throw tooMany(columns, 'columns', '. Leave out those that are not needed')
      } else if (byte === CARRIAGE_RETURN || (byte === LINE_FEED && last !== CARRIAGE_RETURN)) {
        if (lines > 0) allCells += ownCells
        lines += 1
        ownCells = 1
        // The line after the last line end may be empty; one more than the header and the rows is too much.
        if (lines > rows + 1) throw tooMany(rows, 'rows')
        if (allCells > cells) throw tooMany(cells, 'cells')
      }
      last = byte
    }
  }
}

const tooMany = (most: number, what: string, advice = '. Send it in parts') =>
  invalid(['body'], `The file has more than ${most.toLocaleString('en')} ${what}${advice}`, 'too_long')
