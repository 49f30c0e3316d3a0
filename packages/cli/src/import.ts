import { readFileSync, statSync } from 'node:fs'
import type { Model, TasmanClient } from '@tasman/client'
import { bar, type Io, table } from './io.ts'

const AT_ONCE = 50
const FLAGS: Readonly<Record<string, unknown>> = { true: true, false: false, yes: true, no: false }

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
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const part = rows.slice(from, from + AT_ONCE)
    const results = await api.put('/api/company/{company_id}/employees/create', {
      path: { company_id: companyId },
      body: part,
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
  io.out(`${rows.length - refused.length} employees created, ${refused.length} refused.`)
  if (refused.length > 0) throw new Error('Correct the rows above and import them again.')
}

function readRows(file: string): Model<'EmployeeCreate'>[] {
  if (statSync(file).isDirectory()) throw new Error(`${file} is a folder, not a file.`)
  const text = readFileSync(file, 'utf8')
  const rows = file.endsWith('.json') ? parseJson(text, file) : parseCsv(text)
  if (!Array.isArray(rows)) throw new Error(`${file} must contain a list of employees.`)
  if (rows.length === 0) throw new Error(`${file} contains no employees.`)
  return rows as Model<'EmployeeCreate'>[]
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${file} is not valid JSON: ${(error as Error).message}`)
  }
}

/** Parses CSV with a header row. Empty cells are omitted, true and false become booleans. */
export function parseCsv(text: string): Record<string, unknown>[] {
  const [header = [], ...rows] = splitCsv(text)
  return rows.map((cells) =>
    Object.fromEntries(
      header.flatMap((name, at) => {
        const cell = cells[at]?.trim() ?? ''
        return cell === '' ? [] : [[name.trim(), FLAGS[cell.toLowerCase()] ?? cell]]
      }),
    ),
  )
}

/** Quoted cells may contain commas, line breaks and doubled quotes. */
function splitCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text
    .replace(/^\ufeff/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (row.some((cell) => cell !== '')) rows.push(row)
    row = []
  }
  return rows
}
