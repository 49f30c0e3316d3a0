import type { OptOut } from '../../../countries/nz/payday-filing/build-details.ts'
import type { FileRecord } from '../../../countries/nz/payday-filing/records.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { ReportError } from '../lodgements/index.ts'
import type { PriorAdjustments } from './lines.ts'
import type { FiledLine } from './load.ts'

/** A line of this filing: who, which pays, and what Inland Revenue will have afterwards. */
export type PlannedLine = {
  employeeId: number
  payRunId: number
  taxCode: string
  /** Null: the line is removed. */
  record: FileRecord | null
  payIds: readonly number[]
}

/** One return or amendment, built and checked. */
export type PreparedFiling = {
  kind: 'submit' | 'amend'
  /** The employer's former number that it is sent under; null: the present one. */
  identityId: number | null
  payDate: CivilDate
  isFinal: boolean
  lines: readonly PlannedLine[]
  totals: Record<string, string>
  file: string
  detailsFile: string | null
  reported: readonly { employeeId: number; startDate: string; finishDate: string | null }[]
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
  prior: PriorAdjustments
  optOuts: ReadonlyMap<number, OptOut>
  /** Lines that were filed with another IRD number of the employee are amended for that alone. */
  isIdentityRenewed: boolean
  isFinalReturn: boolean
}
