import { type CsvTally, checkCsvBudget } from '../../../http/csv-budget.ts'
import { invalid } from '../../../kernel/problem.ts'
import { PAYMENTS_MAX, tooMany } from './collect.ts'
import { ROWS_MAX } from './read-history.ts'

const BUDGET = { rows: ROWS_MAX, columns: 500, cells: 5_000_000 }
const ROWS_OF_ONE_MAX = 5_000

/** Counts the rows of each kind in an uploaded history, and refuses a file that is too large before parsing it. */
export function countHistory(bytes: Uint8Array): Promise<void> {
  return checkCsvBudget(bytes, BUDGET, createTally())
}

function createTally(): CsvTally {
  const rows = new Map<string, number>()
  let payments = 0
  return {
    employee(name) {
      const own = (rows.get(name) ?? 0) + 1
      rows.set(name, own)
      // The parser refuses an empty cell and names its line.
      if (name !== '' && own > ROWS_OF_ONE_MAX)
        throw invalid(
          ['body'],
          `"${name}" has more than ${ROWS_OF_ONE_MAX.toLocaleString('en')} rows`,
          'too_long',
        )
    },
    leave_type(word) {
      if (word !== '' && word.toUpperCase() !== 'UNPAID') payments += 1
      if (payments > PAYMENTS_MAX) throw tooMany()
    },
  }
}
