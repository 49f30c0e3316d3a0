import type { TSchema } from 'typebox'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { createYielder } from '../../../http/yield-to-event-loop.ts'
import {
  badRequest,
  type InvalidPlace,
  InvalidRequest,
  invalid,
  PLACES_MAX,
} from '../../../kernel/problem.ts'
import { requestContext } from '../../../kernel/request-context.ts'
import { civilDateOrNone } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import { lockCompanyPays } from '../../pays/pays/index.ts'
import { openProgress } from '../../platform/progress/index.ts'
import { type DateFormat, readCell } from './cells.ts'
import { type Matched, matchColumns, namedColumns } from './columns.ts'
import { bankAnswersImport, superAnswersImport } from './import-answers.ts'
import { companyAllowancesImport, payeesImport, payRatesImport } from './import-company.ts'
import { employeesImport } from './import-employees.ts'
import { standingItemsImport } from './import-items.ts'
import { bankAccountsImport, superFundsImport } from './import-lists.ts'
import { openingBalancesImport, payHistoryImport } from './import-openings.ts'
import { leaveTakenImport, timesheetsImport } from './import-time.ts'
import type { Importer, ImportField, ImportKind } from './kinds.ts'
import type { PresetName } from './presets.ts'
import { loadColumns } from './queries.ts'
import {
  insertImport,
  lastHistoryId,
  lockImport,
  storeImportPays,
  storeImportRows,
} from './record-queries.ts'
import { emptyRow, type ImportRow, refuseRow } from './rows.ts'
import { type ImportResult, REFUSED_SHOWN } from './schema.ts'
import type { Sent } from './sent.ts'

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
  'bank-answers': bankAnswersImport,
  'super-answers': superAnswersImport,
}

/** Changes of employees have a history that keeps the earlier values, and drafts of time can be deleted again. */
const UNDOABLE: readonly ImportKind[] = ['employees', 'timesheets', 'leave-taken']

export type ImportOptions = {
  isDryRun: boolean
  preset: PresetName | null
  isNamedByField: boolean
  dateFormat: DateFormat
  payDate: string | null
  periodEnd: string | null
  fileName: string | null
  /** The import that these rows belong to. */
  partOf: number | null
  userId: number
}

/** Validates every row and reports its action. Stores all rows or none. */
export async function runImport(
  service: Service,
  company: Company,
  kind: ImportKind,
  sent: Sent,
  options: ImportOptions,
): Promise<ImportResult> {
  if (sent.count === 0) throw badRequest('There are no rows to import.')
  const gone = requestContext()?.gone
  const importer = IMPORTERS[kind]
  const fields = importer.fields(company.jurisdiction)
  const columns = options.isNamedByField
    ? namedColumns(sent.header, fields)
    : matchColumns(sent.header, fields, {
        kind,
        preset: options.preset,
        remembered: await loadColumns(service.database.query, company, kind),
      })
  requireColumns(columns, fields)
  const progress = openProgress(service, company, 'import')
  // Every row is parsed once and processed once.
  const tell = (done: number) => progress.tell(done, sent.count * 2)
  try {
    const rows = await readRows(sent, columns, fields, options.dateFormat, (read) => {
      gone?.throwIfAborted()
      tell(read)
    })
    const work = async (tx: Tx) => {
      // Locks the pays before the employees, in the same order as pay requests, to avoid deadlocks.
      await lockCompanyPays(tx, company.id)
      const dates = {
        payDate: civilDateOrNone(options.payDate),
        periodEnd: civilDateOrNone(options.periodEnd),
      }
      const good = rows.filter((row) => row.errors.length === 0)
      const onDone = (done: number) => {
        gone?.throwIfAborted()
        tell(sent.count + done)
      }
      const lastId = UNDOABLE.includes(kind) ? await lastHistoryId(tx, company.id) : null
      const drafted: number[] = []
      const onDrafted = (payIds: readonly number[]) => void drafted.push(...payIds)
      await importer.run({ service, tx, company, ...dates, onDone, onDrafted }, good)
      if (options.isDryRun) return null
      refuseAll(rows)
      if (lastId === null) return null
      const { fileName: file_name, userId: created_by, partOf } = options
      const one = { kind, file_name, created_by, created_at: service.clock.now() }
      const id =
        partOf === null ? await insertImport(tx, company, one) : await requirePart(tx, company, partOf, one)
      if (kind === 'employees') await storeImportRows(tx, company, { id, created_by }, lastId)
      else await storeImportPays(tx, company, id, drafted)
      return id
    }
    const importId = await service.database.transaction(work, { dryRun: options.isDryRun, signal: gone })
    return resultOf(kind, columns, rows, { isStored: !options.isDryRun, importId })
  } finally {
    await progress.close()
  }
}

/** The user's own import that these rows are a part of, while it is not undone. */
async function requirePart(
  tx: Tx,
  company: Company,
  id: number,
  { kind, created_by: userId }: { kind: string; created_by: number },
): Promise<number> {
  const first = await lockImport(tx, company.id, id)
  if (!first || first.kind !== kind || first.created_by !== userId || first.undone_at)
    throw badRequest(`part_of ${id} is not an import of yours that can be continued.`)
  return id
}

/** Refuses the whole file if a required column is missing. */
function requireColumns(columns: readonly Matched[], fields: readonly ImportField[]): void {
  const matched = new Set(columns.flatMap((column) => column.field ?? []))
  if (matched.size === 0)
    throw invalid(
      ['body'],
      `No column was recognised. Supported are ${fields
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
  const known = columns.flatMap(({ header, field }, index): KnownColumn[] => {
    const schema = field === null ? undefined : schemas.get(field)
    return field !== null && schema ? [{ header, index, field, schema }] : []
  })
  const yieldIfDue = createYielder()
  const rows: ImportRow[] = []
  for (const batch of sent.batches)
    for (const given of batch) {
      const row = emptyRow(given.place)
      if ('count' in given) refuseRow(row, null, uneven(given.count, sent.header.length))
      else readCells(row, given.cells, known, dates)
      rows.push(row)
      onRead(rows.length)
      await yieldIfDue()
    }
  return rows
}

type KnownColumn = { header: string; index: number; field: string; schema: TSchema }

function readCells(
  row: ImportRow,
  cells: Record<string, unknown> | readonly unknown[],
  known: readonly KnownColumn[],
  dates: DateFormat,
): void {
  const cellOf = ({ header, index }: KnownColumn) => (isList(cells) ? cells[index] : cells[header])
  for (const column of known) {
    const given = cellOf(column)
    if (given === undefined || given === null || given === '') continue
    const read = readCell(column.schema, given, dates)
    if ('problem' in read) refuseRow(row, column.field, `${column.field} ${read.problem}`)
    else row.values[column.field] = read.value
  }
  if (row.errors.length === 0 && Object.keys(row.values).length === 0)
    refuseRow(row, null, 'The row is empty.')
}

const isList = (cells: unknown): cells is readonly unknown[] => Array.isArray(cells)

const uneven = (cells: number, columns: number) =>
  `The row has ${cells} cells and the header ${columns}. Quote cells that contain a comma.`

/** All or nothing: one invalid row rejects the whole file, and the error lists the first reasons. */
function refuseAll(rows: readonly ImportRow[]): void {
  const places: InvalidPlace[] = []
  let reasons = 0
  for (const row of rows) {
    reasons += row.errors.length
    if (places.length >= PLACES_MAX) continue
    for (const { field, message } of row.errors)
      places.push({
        loc: ['body', row.place, ...(field === null ? [] : [field])],
        msg: `Row ${row.place}: ${message}`,
        type: 'row',
      })
  }
  if (reasons === 0) return
  if (reasons > PLACES_MAX)
    places.splice(PLACES_MAX - 1, places.length, {
      loc: ['body'],
      msg: `${reasons - PLACES_MAX + 1} more reasons: dry_run=true names them`,
      type: 'row',
    })
  throw new InvalidRequest(places)
}

/**
 * Every accepted row with its action, and only the first refused rows, so that the answer to a wrong file
 * stays small.
 */
function resultOf(
  kind: ImportKind,
  columns: readonly Matched[],
  rows: readonly ImportRow[],
  { isStored, importId }: { isStored: boolean; importId: number | null },
): ImportResult {
  const totals = { rows: rows.length, create: 0, update: 0, replace: 0, draft: 0, refused: 0 }
  const shown: ImportResult['rows'] = []
  for (const row of rows) {
    const action = row.errors.length > 0 ? 'refused' : row.action
    if (action) totals[action] += 1
    if (action === 'refused' && totals.refused > REFUSED_SHOWN) continue
    const { place, subject, errors, warnings } = row
    shown.push({ row: place, subject, action, errors, warnings })
  }
  return { kind, is_stored: isStored, import_id: importId, totals, columns: [...columns], rows: shown }
}
