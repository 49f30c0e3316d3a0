import { type RawBuilder, sql } from 'kysely'
import type { Authority } from '../../../countries/contract/authority.ts'
import { allCountries } from '../../../countries/index.ts'
import type { DeductionClass } from '../../../payroll/words.ts'

/**
 * True for a deduction row `line` that this company pays to the tax office with the return. A payee that a row
 * from an earlier release names is not paid for it.
 */
export const isPaidWithTax = (companyId: number): RawBuilder<boolean> =>
  hasClass(companyId, (authority) => authority.deductionsWithTax)

/** True for a deduction row `line` that is an obligation to an office unless a payee is named. */
export const isForOffice = (companyId: number): RawBuilder<boolean> =>
  hasClass(companyId, ({ deductionsWithTax, furtherPayments }) => [
    ...deductionsWithTax,
    ...furtherPayments.flatMap(({ deductions }) => deductions),
  ])

function hasClass(
  companyId: number,
  classesOf: (authority: Authority) => readonly DeductionClass[],
): RawBuilder<boolean> {
  const classes = allCountries().flatMap(({ code, authority }) =>
    classesOf(authority).map((name) => ({ code, name })),
  )
  return sql<boolean>`(line.details ->> 'classification' = any(array(
    select name from companies
    join unnest(${classes.map(({ code }) => code)}::text[], ${classes.map(({ name }) => name)}::text[]) paid (code, name)
      on paid.code = companies.jurisdiction
    where companies.id = ${companyId}))) is true`
}
