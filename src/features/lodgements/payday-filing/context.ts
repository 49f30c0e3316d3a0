import { type FileRecord, readRecord } from '../../../countries/nz/payday-filing/records.ts'
import { settleAll, type Tx } from '../../../database/connect.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { rowName } from '../../../security/sealed-columns.ts'
import type { Service } from '../../../service.ts'
import { loadEmployees, openEmployee } from '../../employees/employees/index.ts'
import { lodgedBy, type SubmissionPay } from '../lodgements/index.ts'
import { loadEarlierEmployments, loadFormerlyFiled } from './employment-queries.ts'
import {
  type FiledLine,
  type LineRow,
  loadHashes,
  loadLastReturned,
  loadLines,
  loadReported,
  type PayHashes,
  type ReportedDates,
} from './load.ts'
import type { People } from './people.ts'
import type { Payday, PreparedFiling } from './planned.ts'
import { startFor, transferredOn } from './starts.ts'

/** Data shared by all paydays of a call. It is read once. `addFiled` adds the filings of the call itself. */
export type FilingContext = {
  people: People
  /** The same people for filings under an earlier number of the employer, which do not report a new start. */
  formerPeople: People
  /** The current lines of the pays, by payday. */
  rows: ReadonlyMap<CivilDate, readonly LineRow[]>
  /** Details last reported to Inland Revenue for these people: their dates, and the last line on a return. */
  dates: Map<number, ReportedDates>
  lines: Map<number, FileRecord>
  /** Pays that a filing lodges. */
  lodged: Set<number>
  /** The hashes of pays, current and as reported. */
  hashes: Map<number, PayHashes>
}

export async function loadFilingContext(
  { cipher }: Service,
  tx: Tx,
  companyId: number,
  paydays: readonly Payday[],
  employeeIds: readonly number[],
): Promise<FilingContext> {
  const wanted = paydays.map(({ payDate, payIds, filed }) => ({
    payDate,
    payIds: [...new Set([...payIds, ...filed.flatMap((line) => line.pay_ids)])],
  }))
  const ids = [...new Set(wanted.flatMap(({ payIds }) => payIds))]
  const [rows, employees, returned, dates, earlier, lodged, hashes, formerly] = await settleAll([
    loadLines(tx, wanted),
    loadEmployees(tx, companyId, { ids: employeeIds }),
    loadLastReturned(tx, employeeIds),
    loadReported(tx, employeeIds),
    loadEarlierEmployments(tx, employeeIds),
    lodgedBy(tx, ids),
    loadHashes(tx, ids),
    loadFormerlyFiled(tx, companyId, employeeIds),
  ])
  const transferred = transferredOn(paydays, rows, formerly)
  const opened = employees.map((row) => ({ ...openEmployee(cipher, row), recorded_start: row.start_date }))
  const peopleFrom = (firstDays: ReadonlyMap<number, string>): People =>
    new Map(
      opened.map((row) => {
        const from = (formerly.get(row.id) ?? '') >= row.start_date ? firstDays.get(row.id) : undefined
        const start_date = startFor(row, earlier.get(row.id) ?? [], dates.get(row.id), from)
        return [row.id, { ...row, start_date }]
      }),
    )
  return {
    people: peopleFrom(transferred),
    formerPeople: peopleFrom(new Map()),
    rows: Map.groupBy(rows, (row) => row.pay_date),
    dates,
    lines: new Map(returned.map((line) => [line.employee_id, openLine({ cipher }, line, line.line)])),
    lodged: new Set(lodged.keys()),
    hashes,
  }
}

/** A line as it was filed. */
export function openLine({ cipher }: Pick<Service, 'cipher'>, filed: FiledLine, sealed: string): FileRecord {
  const row = rowName(filed.submission_id, filed.employee_id, filed.pay_run_id, filed.tax_code)
  return readRecord(cipher.open('payday_lines.line', row, sealed)).values
}

/** Adds a queued filing to the context, because later paydays build on it. */
export function addFiled(
  context: FilingContext,
  filing: PreparedFiling,
  pays: readonly SubmissionPay[],
): void {
  for (const { employeeId, ...dates } of filing.reported)
    context.dates.set(employeeId, {
      employee_id: employeeId,
      start_date: dates.startDate,
      finish_date: dates.finishDate,
      recorded_start: dates.recordedStart,
    })
  // If an employee has several lines, the first one counts. Amendments repeat the filed details, unless they
  // report a number that arrived later.
  const told = new Set(filing.reported.map(({ employeeId }) => employeeId))
  for (const { employeeId, record } of filing.lines.toReversed())
    if (record && (filing.kind === 'submit' || told.has(employeeId))) context.lines.set(employeeId, record)
  for (const { payId, counts, reportedHash } of pays) {
    if (counts) context.lodged.add(payId)
    const pay = context.hashes.get(payId)
    if (pay) context.hashes.set(payId, { ...pay, told_hash: reportedHash })
  }
}

/** Marks these pays as matching what Inland Revenue holds; `joined` are those that were not lodged before. */
export function addSame(context: FilingContext, payIds: readonly number[], joined: readonly number[]): void {
  for (const id of joined) {
    context.lodged.add(id)
    const pay = context.hashes.get(id)
    if (pay) context.hashes.set(id, { ...pay, told_hash: pay.figures_hash })
  }
  for (const id of payIds) {
    const pay = context.hashes.get(id)
    if (pay && pay.told_hash !== null) context.hashes.set(id, { ...pay, told_hash: pay.figures_hash })
  }
}
