import type { RawBuilder } from 'kysely'
import type { Company } from '../../../../database/tables/companies.ts'
import type { Caller } from '../../../../http/caller.ts'
import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { Service } from '../../../../service.ts'

/*
 * One way to define a report: a file in `catalogue/` that says what it is called, what it takes, and for each grouping its
 * columns and its rows, which one SQL statement gives. Everything else (reading in parts, totals, formats) is done once.
 */

export const COLUMN_TYPES = ['text', 'date', 'timestamp', 'integer', 'money', 'number', 'percent'] as const
export type ColumnType = (typeof COLUMN_TYPES)[number]

export type Column = {
  name: string
  title: string
  type: ColumnType
  /** Its sum is shown below the rows. */
  isTotalled: boolean
}

/** Decimals are text, as the database gives them; what adds them up or prints them keeps every digit. */
export type Cell = string | number | boolean | null
export type Row = Readonly<Record<string, Cell>>

/** What was asked, checked against what the report takes. */
export type ReportRequest = {
  service: Service
  company: Company
  caller: Caller
  /** Null: open. */
  from: CivilDate | null
  to: CivilDate | null
  employeeId: number | null
  payRunId: number | null
  today: CivilDate
}

/** A report grouped in one way. */
export type Sheet = {
  columns: readonly Column[]
  rows: RawBuilder<Row> | AsyncIterable<readonly Row[]>
  /** Sentences that a reader of the figures must know. */
  notes?: readonly string[]
}

export type Grouping = { title: string; build(question: ReportRequest): Sheet | Promise<Sheet> }

/** Which dates a report takes: a span of pay dates, one day, or none. */
export type DateUse = 'span' | 'as-at' | 'none'

export type Report = {
  name: string
  title: string
  description: string
  /** Only countries that name it among their own reports have it. */
  isOfOneCountry?: true
  dates: DateUse
  takes: readonly ('employee_id' | 'pay_run_id')[]
  /** Whether an omitted `from_date` means the start of the tax year; otherwise it is open. */
  isOfTaxYear?: true
  /** Who did what is for the owner alone, as the audit log is. */
  isForOwner?: true
  /** By the word of `group_by`; the first is the one that holds when none is named. */
  groupings: Readonly<Record<string, Grouping>>
}

const column = (type: ColumnType, isTotalled: boolean) => (name: string, title: string) =>
  ({ name, title, type, isTotalled }) satisfies Column

export const text = column('text', false)
export const date = column('date', false)
export const timestamp = column('timestamp', false)
export const money = column('money', true)
/** Money that does not add up: a rate, an average, a balance after each row. */
export const rate = column('money', false)
/** Hours, days and weeks that add up. */
export const quantity = column('number', true)
export const number = column('number', false)
export const count = column('integer', true)
export const id = column('integer', false)
export const percentage = column('percent', false)

/** A report that is about to be written: its first rows are loaded, so its statement can no longer fail. */
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
