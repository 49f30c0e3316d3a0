import { type RawBuilder, sql } from 'kysely'

/** Rows that others hang on: each has its customer, which never changes. */
type Parent =
  | 'companies'
  | 'employees'
  | 'oauth_grants'
  | 'users'
  | 'company_allowances'
  | 'company_pay_rates'

/** The customer of a row, for the insert of another that hangs on it and is seldom written; else the insert is given the number. */
export function customerOf(parent: Parent, id: number): RawBuilder<number> {
  return sql<number>`(select customer_id from ${sql.table(parent)} where id = ${id})`
}
