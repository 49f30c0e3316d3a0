import type { Generated, Selectable } from 'kysely'
import type { DateColumn, NullableDateColumn } from './date-column.ts'

export const VIEW_PERIODS = [
  'latest',
  'last-week',
  'this-month',
  'last-month',
  'last-quarter',
  'this-tax-year',
  'last-tax-year',
  'dates',
] as const
export type ViewPeriod = (typeof VIEW_PERIODS)[number]

export const DELIVERED_EVERY = ['week', 'month'] as const

export type ReportViewsTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  user_id: number
  name: string
  report_name: string
  period: ViewPeriod
  from_date: NullableDateColumn
  to_date: NullableDateColumn
  group_by: string | null
  employee_id: number | null
  is_shared: boolean
  created_at: Date
}
export type ReportView = Selectable<ReportViewsTable>

export type ReportDeliveriesTable = {
  view_id: number
  user_id: number
  customer_id: number
  grant_id: number
  every: (typeof DELIVERED_EVERY)[number]
  next_on: DateColumn
  sent_at: Date | null
}
