import type { CompaniesTable } from './companies.ts'
import type { CustomersTable, ProductsTable, UsersTable } from './customers.ts'
import type { EmployeeBankAccountsTable, EmployeeSuperFundsTable, EmployeesTable } from './employees.ts'
import type { OauthClientsTable, OauthCodesTable, OauthGrantsTable, OauthTokensTable } from './oauth.ts'
import type { AuditLogTable, RateBucketsTable } from './operations.ts'
import type { OutboxTable, PasswordLinksTable, SessionsTable, SignInTriesTable } from './sessions.ts'
import type { StandingItemsTable } from './standing-items.ts'

/** Every table by its name; each subject keeps its row types in a file of its own. */
export type Tables = {
  products: ProductsTable
  customers: CustomersTable
  users: UsersTable
  oauth_clients: OauthClientsTable
  oauth_grants: OauthGrantsTable
  oauth_tokens: OauthTokensTable
  oauth_codes: OauthCodesTable
  sessions: SessionsTable
  password_links: PasswordLinksTable
  sign_in_tries: SignInTriesTable
  outbox: OutboxTable
  companies: CompaniesTable
  employees: EmployeesTable
  employee_bank_accounts: EmployeeBankAccountsTable
  employee_super_funds: EmployeeSuperFundsTable
  standing_items: StandingItemsTable
  rate_buckets: RateBucketsTable
  audit_log: AuditLogTable
}
