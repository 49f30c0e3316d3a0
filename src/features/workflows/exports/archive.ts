import { PassThrough, pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { ZipFile } from 'yazl'
import { maskAll, maskRow } from '../../../security/masking.ts'
import { escapeCell } from '../imports/index.ts'
import type { Row, Table } from './tables.ts'

/* A ZIP file that is streamed, so memory use does not depend on the size of the company. */

export type Part = { name: string; text: () => AsyncIterable<string> | Iterable<string> }

/** A part that fails ends the download with its error. A reader that disconnects ends the part that is being read. */
export function archiveOf(parts: readonly Part[], now: Date): NodeJS.ReadableStream {
  const zip = new ZipFile()
  const out = new PassThrough()
  zip.on('error', (error) => out.destroy(error instanceof Error ? error : new Error(String(error))))
  for (const { name, text } of parts)
    zip.addReadStreamLazy(name, { mtime: now }, (give) => {
      const part = Readable.from(text(), { objectMode: false })
      // yazl does not handle errors of the streams it reads.
      part.once('error', (error) => out.destroy(error))
      out.once('close', () => part.destroy())
      give(null, part)
    })
  zip.end()
  zip.outputStream.pipe(out)
  return out
}

/** The rows, with tax and bank account numbers masked on request. */
async function* shown<R extends object>(rows: AsyncIterable<R>, isMasked: boolean): AsyncGenerator<R> {
  for await (const row of rows) yield isMasked ? maskRow(row) : row
}

/** A table as CSV. Cells that a spreadsheet would run as a formula are escaped, and the import reverses that. */
export function csvPart({ name, columns, rows }: Table, isMasked: boolean): Part {
  return {
    name: `${name}.csv`,
    async *text() {
      const writer = stringify({
        header: true,
        bom: true,
        columns: columns.map((column) => column.name),
        cast: CASTS,
      })
      // The reader of `writer` receives the error of a failed row.
      yield* pipeline(Readable.from(shown(rows(), isMasked), { objectMode: true }), writer, () => {})
    },
  }
}

const CASTS = {
  string: (text: string) => escapeCell(text),
  boolean: (flag: boolean) => (flag ? 'true' : 'false'),
  date: (day: Date) => day.toISOString().slice(0, 19),
}

/** Rows as a JSON list, one on each line. */
export function jsonPart(name: string, rows: () => AsyncIterable<Row | object>, isMasked: boolean): Part {
  return {
    name,
    async *text() {
      let separator = '[\n'
      for await (const row of rows()) {
        const text = JSON.stringify(row)
        yield `${separator}${isMasked ? maskAll(text) : text}`
        separator = ',\n'
      }
      yield separator === '[\n' ? '[]\n' : '\n]\n'
    },
  }
}

/** Describes the files and their columns. */
export function readmePart(
  title: string,
  asAt: string,
  tables: readonly Table[],
  others: readonly [string, string][],
): Part {
  const table = ({ name, about, columns }: Table) => [
    `## ${name}.csv`,
    '',
    about,
    '',
    ...columns.map((column) => `- \`${column.name}\`${column.about ? `: ${column.about}` : ''}`),
    '',
  ]
  const text = [
    `# ${title}`,
    '',
    `The state on ${asAt}. CSV files are UTF-8 with commas, dates are YYYY-MM-DD, amounts have a point.`,
    'Text that a spreadsheet would run as a formula has an apostrophe before it; the import removes it again.',
    'To import into another system, start with employees, then opening-balances, pay-history, standing-items, bank-accounts and super-funds.',
    'An employee without a number is identified by id- and the id. The files do not include the payees of deductions.',
    '',
    ...tables.flatMap(table),
    ...others.flatMap(([name, about]) => [`## ${name}`, '', about, '']),
  ].join('\n')
  return { name: 'README.md', text: () => [text] }
}
