import { type CsvBudget, checkCsvBudget } from '../../../http/csv-budget.ts'
import { createYielder } from '../../../http/yield-to-event-loop.ts'
import { readFileInThread } from '../../../kernel/worker-pool.ts'
import { type CsvFile, type CsvRow, readCsv } from './csv-file.ts'

/* The input of an import, from a file or a list. */

/** The route's schema and description name these limits. */
export const CSV_BUDGET: CsvBudget = { rows: 50_000, columns: 500, cells: 5_000_000 }
/** A smaller file is parsed faster than a thread starts. */
const SMALL_BYTES = 64 * 1024
const LIMITS = { timeoutMs: 30_000, heapMb: 256 }

/** A row by column name or position. `count` is the number of cells if it differs from the number of columns. */
export type SentRow = { place: number } & (
  | { cells: Record<string, unknown> | readonly unknown[] }
  | { count: number }
)
export type Sent = { header: readonly string[]; count: number; batches: Iterable<readonly SentRow[]> }

/** Checks the size of a file before parsing it. Large files are parsed in another thread. */
export async function readFile(bytes: Buffer, customerId: number): Promise<Sent> {
  await checkCsvBudget(bytes, CSV_BUDGET)
  const file = new URL('./csv-worker.ts', import.meta.url)
  const { header, count, batches } =
    bytes.length <= SMALL_BYTES
      ? await readCsv(bytes)
      : await readFileInThread<CsvFile>(file, bytes, { customerId, ...LIMITS })
  return { header, count, batches: unpack(batches) }
}

function* unpack(batches: readonly Uint8Array[]): Generator<SentRow[]> {
  for (const batch of batches) {
    const rows: CsvRow[] = JSON.parse(new TextDecoder().decode(batch))
    yield rows.map(({ line, ...row }) => ({ place: line, ...row }))
  }
}

const LIST_BATCH = 500

export async function readList(rows: readonly Record<string, unknown>[]): Promise<Sent> {
  const names = new Set<string>()
  const yieldIfDue = createYielder()
  for (const row of rows) {
    for (const name of Object.keys(row)) names.add(name)
    await yieldIfDue()
  }
  return { header: [...names], count: rows.length, batches: batchesOf(rows) }
}

function* batchesOf(rows: readonly Record<string, unknown>[]): Generator<SentRow[]> {
  for (let from = 0; from < rows.length; from += LIST_BATCH)
    yield rows.slice(from, from + LIST_BATCH).map((cells, index) => ({ place: from + index, cells }))
}
