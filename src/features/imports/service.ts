import type { Tx } from '../../database/connect.ts'
import type { Company } from '../../database/tables/companies.ts'
import { createBreath } from '../../http/breath.ts'
import { civilDateOrNone } from '../../payroll/dates.ts'
import { badRequest, type InvalidPlace, InvalidRequest, invalid, PLACES_MAX } from '../../problem.ts'
import type { Service } from '../../service.ts'
import { lockCompanyPays } from '../pays/index.ts'
import { openProgress } from '../progress/index.ts'
import { type DateFormat, readCell } from './cells.ts'
import { type Matched, matchColumns } from './columns.ts'
import type { UnevenRow } from './csv-file.ts'
import { companyAllowancesImport, payeesImport, payRatesImport } from './import-company.ts'
import { employeesImport } from './import-employees.ts'
import { standingItemsImport } from './import-items.ts'
import { bankAccountsImport, superFundsImport } from './import-lists.ts'
import { openingBalancesImport, payHistoryImport } from './import-openings.ts'
import { leaveTakenImport, timesheetsImport } from './import-time.ts'
import type { Importer, ImportField, ImportKind } from './kinds.ts'
import type { PresetName } from './presets.ts'
import { loadColumns } from './queries.ts'
import { type ImportRow, refuseRow } from './rows.ts'
import type { ImportResult } from './schema.ts'

export const IMPORTERS: Record<ImportKind, Importer> = {
  employees: employeesImport,
  payees: payeesImport,
  'pay-rates': payRatesImport,
  'company-allowances': companyAllowancesImport,
  'opening-balances': openingBalancesImport,
  'pay-history': payHistoryImport,
  'standing-items': standingItemsImport,
  'bank-accounts': bankAccountsImport,
  'super-funds': superFundsImport,
  timesheets: timesheetsImport,
  'leave-taken': leaveTakenImport,
}

export type ImportOptions = {
  isDryRun: boolean
  preset: PresetName | null
  dateFormat: DateFormat
  payDate: string | null
  periodEnd: string | null
}

/** The rows as they came: cells by column, and where each row stands. */
export type Sent = {
  rows: readonly Record<string, unknown>[]
  lines: readonly number[] | null
  uneven: readonly UnevenRow[]
  header: readonly string[]
}

/** Checks every row, says what it does, and does all of it or nothing. */
export async function runImport(
  service: Service,
  company: Company,
  kind: ImportKind,
  sent: Sent,
  options: ImportOptions,
): Promise<ImportResult> {
  if (sent.rows.length + sent.uneven.length === 0) throw badRequest('There are no rows to import.')
  const importer = IMPORTERS[kind]
  const fields = importer.fields(company.jurisdiction)
  const remembered = await loadColumns(service.database.query, company, kind)
  const headers = sent.header.length > 0 ? sent.header : headersOf(sent.rows)
  const columns = matchColumns(headers, fields, { kind, preset: options.preset, remembered })
  requireColumns(columns, fields)
  const progress = openProgress(service, company, 'import')
  // Every row is read once and carried out once.
  const total = sent.rows.length * 2
  const rows = await readRows(sent, columns, fields, options.dateFormat, (read) => progress.tell(read, total))
  const work = async (tx: Tx) => {
    // The pays before the employees, as every pay does it, so that no two requests wait for each other.
    await lockCompanyPays(tx, company.id)
    const dates = {
      payDate: civilDateOrNone(options.payDate),
      periodEnd: civilDateOrNone(options.periodEnd),
    }
    const good = rows.filter((row) => row.errors.length === 0)
    const onDone = (done: number) => progress.tell(sent.rows.length + done, total)
    await importer.run({ service, tx, company, ...dates, onDone }, good)
    if (!options.isDryRun) refuseAll(rows)
  }
  await service.database.transaction(work, { dryRun: options.isDryRun }).finally(() => progress.close())
  return resultOf(kind, columns, rows, !options.isDryRun)
}

const headersOf = (rows: readonly Record<string, unknown>[]) => [
  ...new Set(rows.flatMap((row) => Object.keys(row))),
]

/** A file that misses a column which every row needs is refused as a whole. */
function requireColumns(columns: readonly Matched[], fields: readonly ImportField[]): void {
  const matched = new Set(columns.flatMap((column) => column.field ?? []))
  if (matched.size === 0)
    throw invalid(
      ['body'],
      `No column is known. Known are ${fields
        .slice(0, 12)
        .map((field) => field.name)
        .join(', ')} …: see the template`,
    )
}

async function readRows(
  sent: Sent,
  columns: readonly Matched[],
  fields: readonly ImportField[],
  dates: DateFormat,
  onRead: (rows: number) => void,
): Promise<ImportRow[]> {
  const schemas = new Map(fields.map((field) => [field.name, field.schema]))
  const known = columns.flatMap(({ header, field }) => {
    const schema = field === null ? undefined : schemas.get(field)
    return field !== null && schema ? [{ header, field, schema }] : []
  })
  const breathe = createBreath()
  const rows: ImportRow[] = []
  for (const [index, cells] of sent.rows.entries()) {
    const row: ImportRow = {
      place: sent.lines?.[index] ?? index,
      values: {},
      subject: '',
      action: null,
      errors: [],
      warnings: [],
    }
    for (const { header, field, schema } of known) {
      const given = cells[header]
      if (given === undefined || given === null || given === '') continue
      const read = readCell(schema, given, dates)
      if ('problem' in read) refuseRow(row, field, `${field} ${read.problem}`)
      else row.values[field] = read.value
    }
    if (row.errors.length === 0 && Object.keys(row.values).length === 0)
      refuseRow(row, null, 'The row is empty.')
    rows.push(row)
    onRead(rows.length)
    await breathe()
  }
  const uneven = sent.uneven.map(
    ({ line, cells }): ImportRow => ({
      place: line,
      values: {},
      subject: '',
      action: null,
      warnings: [],
      errors: [
        {
          field: null,
          message: `The row has ${cells} cells and the header ${sent.header.length}. Quote cells that hold a comma.`,
        },
      ],
    }),
  )
  return [...rows, ...uneven].sort((a, b) => a.place - b.place)
}

/** All or nothing: one refused row refuses the file, and every reason is named. */
function refuseAll(rows: readonly ImportRow[]): void {
  const refused = rows.filter((row) => row.errors.length > 0)
  if (refused.length === 0) return
  const places = refused.flatMap((row) =>
    row.errors.map(
      ({ field, message }): InvalidPlace => ({
        loc: ['body', row.place, ...(field === null ? [] : [field])],
        msg: `Row ${row.place}: ${message}`,
        type: 'row',
      }),
    ),
  )
  const more = places.length - PLACES_MAX
  if (more > 0)
    places.splice(PLACES_MAX - 1, 1, {
      loc: ['body'],
      msg: `${more + 1} more reasons: dry_run=true names all of them`,
      type: 'row',
    })
  throw new InvalidRequest(places)
}

function resultOf(
  kind: ImportKind,
  columns: readonly Matched[],
  rows: readonly ImportRow[],
  isStored: boolean,
): ImportResult {
  const shown = rows.map((row) => ({
    row: row.place,
    subject: row.subject,
    action: row.errors.length > 0 ? ('refused' as const) : row.action,
    errors: row.errors,
    warnings: row.warnings,
  }))
  const count = (action: string) => shown.filter((row) => row.action === action).length
  return {
    kind,
    is_stored: isStored,
    totals: {
      rows: rows.length,
      create: count('create'),
      update: count('update'),
      replace: count('replace'),
      draft: count('draft'),
      refused: count('refused'),
    },
    columns: [...columns],
    rows: shown,
  }
}
