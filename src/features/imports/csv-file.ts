import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { createBreath } from '../../http/breath.ts'
import { InvalidRequest } from '../../problem.ts'

/* A CSV file as people send it, read into rows; a file that cannot be read at all is refused with what to do about it. */

/** The rows by the names of their columns, and the line of the file on which each starts. */
export type CsvFile = {
  header: string[]
  rows: Record<string, string>[]
  lines: number[]
  uneven: UnevenRow[]
}
export type UnevenRow = { line: number; cells: number }

const CHUNK = 64 * 1024
const DELIMITERS = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
] as const

const refuse = (msg: string) => new InvalidRequest([{ loc: ['body'], msg, type: 'file' }])

export async function readCsv(bytes: Buffer): Promise<CsvFile> {
  const text = decode(bytes)
  refuseDelimiter(text)
  const file: CsvFile = { header: [], rows: [], lines: [], uneven: [] }
  const breathe = createBreath()
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
  try {
    for await (const read of parser) {
      addRow(file, read)
      await breathe()
    }
  } catch (error) {
    throw refuse(`The file is not a CSV file: ${sentenceOf(error)}`)
  }
  checkHeader(file.header)
  return file
}

/** UTF-8, or what a spreadsheet saves as "Unicode text". */
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

/** The first record names the columns. A record's line is the one on which it ends. */
function addRow(file: CsvFile, { record, info }: { record: string[]; info: { lines: number } }): void {
  if (file.header.length === 0) {
    file.header = record
    return
  }
  const line = info.lines
  if (record.length !== file.header.length) {
    file.uneven.push({ line, cells: record.length })
    return
  }
  file.rows.push(Object.fromEntries(file.header.map((name, index) => [name, record[index] ?? ''])))
  file.lines.push(line)
}

function checkHeader(header: readonly string[]): void {
  if (header.length === 0) throw refuse('The file is empty. Its first line must name the columns')
  const seen = new Set<string>()
  for (const [index, name] of header.entries()) {
    if (name === '') throw refuse(`Column ${index + 1} has no name. The first line must name every column`)
    if (seen.has(name.toLowerCase())) throw refuse(`The column "${name}" is in the file twice`)
    seen.add(name.toLowerCase())
  }
}

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : 'it cannot be read')
