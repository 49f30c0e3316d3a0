import type { ColumnType, Generated, Selectable } from 'kysely'
import type { DateColumn } from './date-column.ts'

type Fields = Record<string, string | number | boolean | null>

export type EmployeeChangesTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  employee_id: number
  effective_from: DateColumn
  fields: ColumnType<Fields, string, string>
  before: ColumnType<Fields | null, string | null, string | null>
  status: 'scheduled' | 'applied' | 'refused'
  created_at: Date
  applied_at: Date | null
}

export type EmployeeChange = Selectable<EmployeeChangesTable>
