import { type RawBuilder, sql } from 'kysely'
import type { CompanyRole } from './tables/portfolios.ts'

/**
 * The data a caller may access: all companies of the customer (`companies` is null), or only these. Queries
 * by customer take a scope rather than a customer id, so that no query forgets the companies. A `Caller` is a
 * `CompanyScope`.
 */
export type CompanyScope = { customerId: number; companies: ReadonlyMap<number, CompanyRole> | null }

/** The companies of a person, as the database function `companies_of` returns them. */
export const companiesOf = (roles: Readonly<Record<string, CompanyRole>>): ReadonlyMap<number, CompanyRole> =>
  new Map(Object.entries(roles).map(([id, role]) => [Number(id), role]))

/** A key that is equal for two callers only if they reach the same companies with the same roles. */
export const scopeKey = ({ customerId, companies }: CompanyScope): string =>
  [customerId, companies ? [...companies].map(([id, role]) => `${id} ${role}`).sort() : 'all'].join()

/** The condition that a row belongs to a company in scope; `row` is the alias of a table that has `customer_id` and `company`. */
export function isInScope(
  { customerId, companies }: CompanyScope,
  row: string,
  company = 'company_id',
): RawBuilder<boolean> {
  const own = sql<boolean>`${sql.ref(`${row}.customer_id`)} = ${customerId}`
  if (!companies) return own
  return sql<boolean>`(${own} and ${sql.ref(`${row}.${company}`)} = any(${[...companies.keys()]}::int[]))`
}
