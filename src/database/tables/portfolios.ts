import type { Generated, Selectable } from 'kysely'
import type { DateColumn, NullableDateColumn } from './date-column.ts'

/** A group of companies that roles can be assigned for. */
export type PortfoliosTable = {
  id: Generated<number>
  customer_id: number
  name: string
  created_at: Date
  created_by: number
}

export type PortfolioCompaniesTable = {
  portfolio_id: number
  company_id: number
  customer_id: number
  added_at: Date
}

/**
 * The roles that a person can have for individual companies. Managing the account requires a role for the
 * whole account.
 */
export const COMPANY_ROLES = ['member', 'reader'] as const
export type CompanyRole = (typeof COMPANY_ROLES)[number]

export type CompanyRolesTable = {
  id: Generated<number>
  customer_id: number
  user_id: number
  role: CompanyRole
  company_id: number | null
  portfolio_id: number | null
  starts_on: DateColumn
  ends_on: NullableDateColumn
  /** A deputy who also has the role, between these dates. */
  deputy_id: number | null
  deputy_from: NullableDateColumn
  deputy_to: NullableDateColumn
  created_at: Date
  created_by: number
}
export type CompanyRoleRow = Selectable<CompanyRolesTable>
