import type { Generated } from 'kysely'
import type { Country } from '../../payroll/words.ts'
import type { NullableDateColumn } from './date-column.ts'

export type SubscriptionState = 'trial' | 'active' | 'lapsed' | 'cancelled'
export type Role = 'owner' | 'admin' | 'member'

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
  /** From then on nobody of this customer gets in. */
  access_ended_at: Date | null
}

export type UsersTable = {
  id: Generated<number>
  customer_id: number
  email: string
  name: string
  role: Role
  password_hash: string | null
  totp_secret: string | null
  totp_last_step: number | null
  created_at: Date
}
