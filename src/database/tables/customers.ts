import type { Generated } from 'kysely'
import type { Country } from '../../payroll/words.ts'
import type { NullableDateColumn } from './date-column.ts'

export type SubscriptionState = 'trial' | 'active' | 'lapsed' | 'cancelled'
/** The roles of a person; docs/roles.md has the table. `member` is shown as payroll officer. */
export const ROLES = ['owner', 'admin', 'member', 'reader', 'employee'] as const
export type Role = (typeof ROLES)[number]

export type ProductsTable = {
  id: number
  name: string
  country: Country
  employee_cap: number
  billing: 'monthly' | 'annual'
  price: string
  currency: 'AUD' | 'NZD'
  is_offered: Generated<boolean>
}

export type CustomersTable = {
  id: Generated<number>
  name: string
  product_id: number | null
  employee_cap: number | null
  subscription: Generated<SubscriptionState>
  paid_through: NullableDateColumn
  is_api_admin: Generated<boolean>
  is_reseller: Generated<boolean>
  default_company_id: number | null
  created_at: Date
  /** From then on, no user of this customer has access. */
  access_ended_at: Date | null
  /** The cell of its companies, employees and pays. */
  cell: Generated<string>
  /** Set while its rows are copied to another cell. Writes are refused meanwhile. */
  moving_since: Generated<Date | null>
}

export type CellsTable = {
  name: string
  state: Generated<'open' | 'draining'>
  created_at: Generated<Date>
}

export type CellMigrationsTable = { cell: string; name: string; ran_at: Generated<Date> }

export type UsersTable = {
  id: Generated<number>
  customer_id: number
  email: string
  name: string
  role: Role
  password_hash: string | null
  /** A hash of the same password if it has the salt of `password_hash`. */
  password_argon2: Generated<string | null>
  totp_secret: string | null
  totp_last_step: number | null
  created_at: Date
  /** The employee record of a user with the role `employee`. */
  employee_id: number | null
  /** From then on, the person has no access. */
  removed_at: Date | null
  /** Whether the role covers named companies and portfolios (`company_roles`), not the whole account. */
  is_by_company: Generated<boolean>
  /** Issuer and subject at the organisation's identity provider, set at the first sign-in through it. */
  identity_subject: string | null
  /** The identity provider's id for the person, and whether it manages them (SCIM). */
  scim_external_id: string | null
  scim_managed: Generated<boolean>
  /** SCIM ended the access, not an owner. */
  scim_removed: Generated<boolean>
}

export type InvitationsTable = {
  id: Generated<number>
  customer_id: number
  email: string
  name: string
  role: Role
  employee_id: number | null
  token_hash: Buffer
  invited_by: number
  created_at: Date
  expires_at: Date
  accepted_at: Date | null
  revoked_at: Date | null
  user_id: number | null
}
