import type { ColumnType, Selectable } from 'kysely'
import type { OpeningContent } from '../../countries/contract/opening.ts'
import type { DateColumn, NullableDateColumn } from './date-column.ts'

export type OpeningBalancesTable = {
  employee_id: number
  customer_id: number
  company_id: number
  as_at: DateColumn
  service_start_date: NullableDateColumn
  content: ColumnType<OpeningContent, string, string>
  created_at: Date
  updated_at: Date
}

export type OpeningBalanceRow = Selectable<OpeningBalancesTable>
