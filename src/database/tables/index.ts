import type { CompaniesTable } from './companies.ts'
import type { CustomersTable, ProductsTable, UsersTable } from './customers.ts'
import type { OauthClientsTable, OauthGrantsTable, OauthTokensTable } from './oauth.ts'
import type { AuditLogTable, RateBucketsTable } from './operations.ts'

/** Every table by its name; each subject keeps its row types in a file of its own. */
export type Tables = {
  products: ProductsTable
  customers: CustomersTable
  users: UsersTable
  oauth_clients: OauthClientsTable
  oauth_grants: OauthGrantsTable
  oauth_tokens: OauthTokensTable
  companies: CompaniesTable
  rate_buckets: RateBucketsTable
  audit_log: AuditLogTable
}
