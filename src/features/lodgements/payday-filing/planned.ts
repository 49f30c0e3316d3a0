import type { OptOut } from '../../../countries/nz/payday-filing/build-details.ts'
import type { FileRecord } from '../../../countries/nz/payday-filing/records.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { ReportError } from '../lodgements/index.ts'
import type { PriorAdjustment } from './lines.ts'
import type { FiledLine, LineRow } from './load.ts'
import type { ReportedStart } from './people.ts'

/** A line of this filing: the employee, the pays and the record Inland Revenue will hold afterwards. */
export type PlannedLine = {
  employeeId: number
  payRunId: number
  taxCode: string
  /** Null when the line is removed. */
  record: FileRecord | null
  payIds: readonly number[]
}

/** One return or amendment, built and checked. */
export type PreparedFiling = {
  kind: 'submit' | 'amend'
  /** The employer's former number that the filing is sent under; null for the current one. */
  identityId: number | null
  payDate: CivilDate
  isFinal: boolean
  lines: readonly PlannedLine[]
  totals: Record<string, string>
  file: string
  detailsFile: string | null
  reported: readonly ReportedStart[]
  errors: ReportError[]
  warnings: ReportError[]
}

/** One payday to be filed. */
export type Payday = {
  payDate: CivilDate
  payIds: readonly number[]
  filed: readonly FiledLine[]
  /** Employees who are left out. */
  without: ReadonlySet<number>
  /** By employee. */
  prior: ReadonlyMap<number, PriorAdjustment>
  optOuts: ReadonlyMap<number, OptOut>
  /** Amends lines that were filed with another IRD number of the employee, even if nothing else changed. */
  isIdentityRenewed: boolean
  isFinalReturn: boolean
  /** Sentences about requests of a refused message that this filing repeats, by employee. */
  sentAgain: ReadonlyMap<number, ReportError[]>
}

/** The filed line is removed. */
export function reversalOf(line: FiledLine): PlannedLine {
  return {
    employeeId: line.employee_id,
    payRunId: line.pay_run_id,
    taxCode: line.tax_code,
    record: null,
    payIds: line.pay_ids,
  }
}

/** A line of the current pays. */
export function plannedLine(row: LineRow, record: FileRecord | null): PlannedLine {
  return {
    employeeId: row.employee_id,
    payRunId: row.pay_run_id,
    taxCode: row.tax_code,
    record,
    payIds: row.pay_ids,
  }
}
