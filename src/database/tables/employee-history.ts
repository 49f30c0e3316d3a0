import type { ColumnType, Generated, Selectable } from 'kysely'

export const HISTORY_ACTIONS = [
  'created',
  'changed',
  'scheduled',
  'terminated',
  'reinstated',
  'deleted',
  'restored',
  'bank-accounts',
  'super-funds',
  'standing-item',
  'pay-rate',
  'opening-figures',
] as const
export type HistoryAction = (typeof HISTORY_ACTIONS)[number]

export type HistoryValue = string | number | boolean | null
export type HistoryChange = { field: string; before: HistoryValue; after: HistoryValue }

export type EmployeeHistoryTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  employee_id: number
  at: Date
  user_id: number | null
  client_id: string | null
  action: HistoryAction
  changes: ColumnType<HistoryChange[], string, never>
}

export type EmployeeHistory = Selectable<EmployeeHistoryTable>
