import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { createYielder } from '../../../http/yield-to-event-loop.ts'
import { InvalidRequest } from '../../../kernel/problem.ts'

/*
 * Parses an uploaded CSV file into rows. A file that cannot be parsed at all is refused with advice on how to
 * fix it.
 */

/**
 * The column names, and the rows as JSON batches. Another thread creates the batches, and each is parsed when
 * it is needed.
 */
export type CsvFile = { header: string[]; count: number; batches: Uint8Array<ArrayBuffer>[] }
/**
 * A row with the wrong number of cells has `count` instead of cells. `line` is the last line of the row in
 * the file.
 */
export type CsvRow = { line: number; cells: string[] } | { line: number; count: number }

const CHUNK = 64 * 1024
/** Small enough to parse a batch in a few milliseconds. */
const BATCH_CELLS = 5000
const DELIMITERS = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
] as const

const refuse = (msg: string) => new InvalidRequest([{ loc: ['body'], msg, type: 'file' }])

export async function readCsv(bytes: Uint8Array): Promise<CsvFile> {
  const text = decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  refuseDelimiter(text)
  const file: CsvFile = { header: [], count: 0, batches: [] }
  const yieldIfDue = createYielder()
  const parser = Readable.from(chunksOf(text)).pipe(
    parse({
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
      trim: true,
      max_record_size: 1_000_000,
    }),
  )
  let [batch, cells]: [CsvRow[], number] = [[], 0]
  const pack = () => {
    file.batches.push(new Uint8Array(new TextEncoder().encode(JSON.stringify(batch))))
    batch = []
    cells = 0
  }
  try {
    for await (const parsed of parser) {
      const { record, info }: Parsed = parsed
      if (file.header.length === 0) {
        file.header = record
        checkHeader(record)
        continue
      }
      const line = info.lines
      const isEven = record.length === file.header.length
      batch.push(isEven ? { line, cells: record } : { line, count: record.length })
      file.count += 1
      cells += record.length
      if (cells >= BATCH_CELLS) pack()
      await yieldIfDue()
    }
  } catch (error) {
    if (error instanceof InvalidRequest) throw error
    throw refuse(`The file is not a CSV file: ${sentenceOf(error)}`)
  }
  if (file.header.length === 0) throw refuse('The file is empty. Its first line must name the columns')
  if (batch.length > 0) pack()
  return file
}
type Parsed = { record: string[]; info: { lines: number } }

/** Decodes UTF-8, or the "Unicode text" that spreadsheets save. */
function decode(bytes: Buffer): string {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK')
    throw refuse('The file is a spreadsheet. Save it as "CSV UTF-8 (comma delimited)" and send that')
  if (
    bytes.subarray(0, 2).equals(Buffer.from([0xff, 0xfe])) ||
    bytes.subarray(0, 2).equals(Buffer.from([0xfe, 0xff]))
  )
    throw refuse('The file is encoded as UTF-16. Save it as "CSV UTF-8 (comma delimited)" and send that')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).normalize('NFC')
  } catch {
    throw refuse('The file is not encoded as UTF-8. Save it as "CSV UTF-8 (comma delimited)" and send that')
  }
}

function refuseDelimiter(text: string): void {
  const [first = ''] = text.split(/\r?\n/, 1)
  if (first.trim() === '') throw refuse('The file is empty. Its first line must name the columns')
  if (first.includes(',')) return
  for (const [sign, words] of DELIMITERS)
    if (first.includes(sign))
      throw refuse(`The columns are separated by ${words}. Save the file with commas between the columns`)
}

function* chunksOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += CHUNK) yield text.slice(at, at + CHUNK)
}

const NAME_MAX = 100

function checkHeader(header: readonly string[]): void {
  const seen = new Set<string>()
  for (const [index, name] of header.entries()) {
    if (name === '') throw refuse(`Column ${index + 1} has no name. The first line must name every column`)
    if (name.length > NAME_MAX)
      throw refuse(`The name of column ${index + 1} is longer than ${NAME_MAX} characters`)
    if (seen.has(name.toLowerCase())) throw refuse(`The column "${name}" is in the file twice`)
    seen.add(name.toLowerCase())
  }
}

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : 'it cannot be read')
