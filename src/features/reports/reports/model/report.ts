import type { RawBuilder } from 'kysely'
import type { Company } from '../../../../database/tables/companies.ts'
import type { Caller } from '../../../../http/caller.ts'
import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { Service } from '../../../../service.ts'

/*
 * To define a report, add a file in `catalogue/`. It has the report's name and parameters, and for each
 * grouping its columns and one SQL statement. Reading in batches, totals and formats are shared by all
 * reports.
 */

export const COLUMN_TYPES = ['text', 'date', 'timestamp', 'integer', 'money', 'number', 'percent'] as const
export type ColumnType = (typeof COLUMN_TYPES)[number]

export type Column = {
  name: string
  title: string
  type: ColumnType
  /** Whether its total is shown below the rows. */
  isTotalled: boolean
}

/** Decimals are strings, as the database returns them. Totals and formats keep every digit. */
export type Cell = string | number | boolean | null
export type Row = Readonly<Record<string, Cell>>

/** A validated report request. */
export type ReportRequest = {
  service: Service
  company: Company
  caller: Caller
  /** Null when open-ended. */
  from: CivilDate | null
  to: CivilDate | null
  employeeId: number | null
  payRunId: number | null
  today: CivilDate
}

/** A report with one grouping. */
export type Sheet = {
  columns: readonly Column[]
  rows: RawBuilder<Row> | AsyncIterable<readonly Row[]>
  /** Notes that readers need to understand the figures. */
  notes?: readonly string[]
}

export type Grouping = { title: string; build(question: ReportRequest): Sheet | Promise<Sheet> }

/** The dates that a report accepts: a span of pay dates, one date, or none. */
export type DateUse = 'span' | 'as-at' | 'none'

export type Report = {
  name: string
  title: string
  description: string
  /** Available only in countries that list it among their own reports. */
  isOfOneCountry?: true
  dates: DateUse
  takes: readonly ('employee_id' | 'pay_run_id')[]
  /** Whether an omitted `from_date` means the start of the tax year; otherwise it is open. */
  isOfTaxYear?: true
  /** Only the owner may see who did what, as in the audit log. */
  isForOwner?: true
  /** By the value of `group_by`; the first is the default. */
  groupings: Readonly<Record<string, Grouping>>
}

const column = (type: ColumnType, isTotalled: boolean) => (name: string, title: string) =>
  ({ name, title, type, isTotalled }) satisfies Column

export const text = column('text', false)
export const date = column('date', false)
export const timestamp = column('timestamp', false)
export const money = column('money', true)
/** Money without a total: a rate, an average, or a balance after each row. */
export const rate = column('money', false)
/** Hours, days and weeks with a total. */
export const quantity = column('number', true)
export const number = column('number', false)
export const count = column('integer', true)
export const id = column('integer', false)
export const percentage = column('percent', false)

/** A report ready to be written. Its first rows are loaded, so its statement can no longer fail. */
export type StartedReport = {
  report: Report
  company: Company
  groupBy: string
  from: CivilDate | null
  to: CivilDate | null
  madeAt: Date
  columns: readonly Column[]
  notes: readonly string[]
  parts: AsyncGenerator<readonly Row[]>
}
