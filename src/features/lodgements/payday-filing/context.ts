import { type FileRecord, readRecord } from '../../../countries/nz/payday-filing/records.ts'
import { settleAll, type Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { EarlierEmployment } from '../../../database/tables/employments.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { rowName } from '../../../security/sealed-columns.ts'
import type { Service } from '../../../service.ts'
import { allEmploymentsOf, loadEmployees, openEmployee } from '../../employees/employees/index.ts'
import { lodgedBy, type SubmissionPay } from '../lodgements/index.ts'
import {
  type FiledLine,
  type LineRow,
  loadEarlierEmployments,
  loadHashes,
  loadLastReturned,
  loadLines,
  loadReported,
  type PayHashes,
  type ReportedDates,
} from './load.ts'
import type { People } from './people.ts'
import type { Payday, PreparedFiling } from './planned.ts'

/** What is context for all paydays of a call. It is read once; what the call itself files is added by `addFiled`. */
export type FilingContext = {
  people: People
  /** The lines that pays make now, by payday. */
  rows: ReadonlyMap<CivilDate, readonly LineRow[]>
  /** What was reported to Inland Revenue about the people: their dates, and the last line that a return carried. */
  dates: Map<number, ReportedDates>
  lines: Map<number, FileRecord>
  /** Pays that a filing lodges. */
  lodged: Set<number>
  /** The figures of pays, and which of them were reported. */
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
  const [rows, employees, returned, dates, earlier, lodged, hashes] = await settleAll([
    loadLines(tx, wanted),
    loadEmployees(tx, companyId, { ids: employeeIds }),
    loadLastReturned(tx, employeeIds),
    loadReported(tx, employeeIds),
    loadEarlierEmployments(tx, employeeIds),
    lodgedBy(tx, ids),
    loadHashes(tx, ids),
  ])
  return {
    people: new Map(
      employees.map((row) => {
        const start_date = startFor(row, earlier.get(row.id) ?? [], dates.get(row.id))
        return [row.id, { ...openEmployee(cipher, row), start_date }]
      }),
    ),
    rows: Map.groupBy(rows, (row) => row.pay_date),
    dates,
    lines: new Map(returned.map((line) => [line.employee_id, openLine({ cipher }, line, line.line)])),
    lodged: new Set(lodged.keys()),
    hashes,
  }
}

/** The start that Inland Revenue is told: where service continued and no finish was reported, nothing began again. */
function startFor(
  employee: Employee,
  earlier: readonly EarlierEmployment[],
  reported: ReportedDates | undefined,
): Employee['start_date'] {
  const current = allEmploymentsOf(employee, earlier, null).at(-1)
  if (!current?.isContinuous || reported?.finish_date) return employee.start_date
  return current.serviceStart
}

/** A line as it was filed. */
export function openLine({ cipher }: Pick<Service, 'cipher'>, filed: FiledLine, sealed: string): FileRecord {
  const row = rowName(filed.submission_id, filed.employee_id, filed.pay_run_id, filed.tax_code)
  return readRecord(cipher.open('payday_lines.line', row, sealed)).values
}

/** A filing was queued: the paydays that follow build on what it says. */
export function addFiled(
  context: FilingContext,
  filing: PreparedFiling,
  pays: readonly SubmissionPay[],
): void {
  for (const { employeeId, startDate, finishDate } of filing.reported)
    context.dates.set(employeeId, { employee_id: employeeId, start_date: startDate, finish_date: finishDate })
  // If someone has several lines, the first one counts; amendments repeat what was filed, unless they reported a number that came later.
  const told = new Set(filing.reported.map(({ employeeId }) => employeeId))
  for (const { employeeId, record } of filing.lines.toReversed())
    if (record && (filing.kind === 'submit' || told.has(employeeId))) context.lines.set(employeeId, record)
  for (const { payId, counts, reportedHash } of pays) {
    if (counts) context.lodged.add(payId)
    const pay = context.hashes.get(payId)
    if (pay) context.hashes.set(payId, { ...pay, told_hash: reportedHash })
  }
}

/** Inland Revenue holds these pays as they are. */
export function addSame(context: FilingContext, payIds: readonly number[]): void {
  for (const id of payIds) {
    const pay = context.hashes.get(id)
    if (pay && pay.told_hash !== null) context.hashes.set(id, { ...pay, told_hash: pay.figures_hash })
  }
}
