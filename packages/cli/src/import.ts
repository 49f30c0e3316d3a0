import { readFileSync, statSync } from 'node:fs'
import type { Model, TasmanClient } from '@tasman/client'
import { bar, type Io, table } from './io.ts'
import { WaitsForApproval } from './waiting.ts'

const AT_ONCE = 50
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
])

/** Creates employees in batches. Lists the rejected rows by number. All other rows are created. */
export async function importEmployees(
  api: TasmanClient,
  io: Io,
  companyId: number,
  file: string,
): Promise<void> {
  const rows = readRows(file)
  const advance = bar(io, rows.length)
  const refused: { row: number; number: string; why: string }[] = []
  const waiting: string[] = []
  let waitingRows = 0
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const part = rows.slice(from, from + AT_ONCE)
    const results = await api
      .put('/api/company/{company_id}/employees/create', { path: { company_id: companyId }, body: part })
      .catch((error: unknown) => {
        if (error instanceof WaitsForApproval) {
          waiting.push(error.message)
          waitingRows += part.length
          return []
        }
        if (from > 0)
          io.note(
            `Rows 1 to ${from} were sent, ${from - refused.length - waitingRows} employees were created. No later row was sent.`,
          )
        throw error
      })
    for (const [index, { errors }] of results.entries()) {
      const why = Object.entries(errors).map(([field, sentence]) => `${field}: ${sentence}`)
      if (why.length > 0)
        refused.push({
          row: from + index + 1,
          number: String(part[index]?.number ?? ''),
          why: why.join('; '),
        })
    }
    advance(part.length)
  }
  if (refused.length > 0) io.note(table(refused))
  for (const sentence of waiting) io.out(sentence)
  const created = rows.length - refused.length - waitingRows
  if (waitingRows > 0)
    io.out(`${created} employees created, ${waitingRows} wait for approval, ${refused.length} refused.`)
  else io.out(`${created} employees created, ${refused.length} refused.`)
  if (refused.length > 0) throw new Error('Correct the rows above and import them again.')
}

function readRows(file: string): Model<'EmployeeCreate'>[] {
  if (statSync(file).isDirectory()) throw new Error(`${file} is a folder, not a file.`)
  const text = decode(readFileSync(file), file)
  const rows = inFile(file, () => (file.endsWith('.json') ? parseJson(text) : parseCsv(text)))
  if (!Array.isArray(rows)) throw new Error(`${file} must contain a list of employees.`)
  if (rows.length === 0) throw new Error(`${file} contains no employees.`)
  return rows as Model<'EmployeeCreate'>[]
}

/** A file in another encoding would be stored with damaged names. */
function decode(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error(`${file} is not UTF-8. Save it again as "CSV UTF-8".`)
  }
}

/** Names the file in the error of its parser. */
function inFile<T>(file: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`It is not valid JSON: ${(error as Error).message}`)
  }
}

/** Parses CSV with a header row. Empty cells are omitted, true and false become booleans. */
export function parseCsv(text: string): Record<string, unknown>[] {
  const [first = [], ...rows] = splitCsv(text)
  const header = first.map((name) => name.trim())
  const twice = header.find((name, at) => name !== '' && header.indexOf(name) < at)
  if (twice !== undefined) throw new Error(`The column ${twice} appears twice.`)
  return rows.map((cells, row) => {
    if (cells.length > header.length)
      throw new Error(
        `Row ${row + 1} has ${cells.length} cells, and the header ${header.length}. Put a cell that contains a comma in quotation marks.`,
      )
    return Object.fromEntries(
      header.flatMap((name, at) => {
        const cell = cells[at]?.trim() ?? ''
        return cell === '' ? [] : [[name, parseCell(name, cell)]]
      }),
    )
  })
}

/** A cell as a boolean or as text. A name stays text: No is a family name. */
function parseCell(column: string, cell: string): boolean | string {
  return (column.endsWith('name') ? undefined : FLAGS.get(cell.toLowerCase())) ?? cell
}

/** Quoted cells may contain commas, line breaks and doubled quotes. */
function splitCsv(text: string): string[][] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n?|\n|$)/y
  const rows: string[][] = []
  let row: string[] = []
  for (;;) {
    const [, quoted, plain = '', end = ''] = cell.exec(text) ?? misquoted(rows.length)
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (row.some((entry) => entry !== '')) rows.push(row)
    row = []
    if (end === '') return rows
  }
}

function misquoted(row: number): never {
  const place = row === 0 ? 'The header' : `Row ${row}`
  throw new Error(
    `${place} has a quotation mark inside a cell. Put the whole cell in quotation marks and double the one inside.`,
  )
}
