import { type RawBuilder, sql } from 'kysely'
import { allCountries } from '../../../countries/index.ts'

/**
 * True for a deduction row `line` that this company pays to the tax office with the return. A payee that a row
 * from an earlier release names is not paid for it.
 */
export function isPaidWithTax(companyId: number): RawBuilder<boolean> {
  const classes = allCountries().flatMap(({ code, authority }) =>
    authority.deductionsWithTax.map((name) => ({ code, name })),
  )
  return sql<boolean>`(line.details ->> 'classification' = any(array(
    select name from companies
    join unnest(${classes.map(({ code }) => code)}::text[], ${classes.map(({ name }) => name)}::text[]) paid (code, name)
      on paid.code = companies.jurisdiction
    where companies.id = ${companyId}))) is true`
}
