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

/** Keyed hashes of a person's tax numbers (`number`), and of these with the birth date (`person`). */
export type IdentityHashes = { number: string; person: string }

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
  /** The hashes before and after a change of them. */
  identity: ColumnType<
    { before: IdentityHashes; after: IdentityHashes } | null,
    string | null | undefined,
    never
  >
}

export type EmployeeHistory = Selectable<EmployeeHistoryTable>
