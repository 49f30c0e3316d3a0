import type { FinalPayRequest } from '../../../../countries/contract/final-pay.ts'
import { allCountries, type Country, countryOf } from '../../../../countries/index.ts'
import { badRequest, type InvalidPlace, InvalidRequest } from '../../../../kernel/problem.ts'
import type { IdentifierType } from './check.ts'
import type { PayCreate } from './schema.ts'
import type { TerminationBlock } from './termination-schema.ts'

type Loc = readonly (string | number)[]

/** Null means the same as omitted. */
const isSent = (block: FinalPayRequest, field: string) => (block[field] ?? null) !== null

/**
 * Rejects a termination that breaks a rule of the specification (2.9, 7.4) which needs no calculation. Checks of the
 * request alone come first and give 422, and the rest give 400. A field of another country is always rejected as such.
 */
export function checkTermination(
  block: TerminationBlock,
  jurisdiction: string,
  { loc = ['body'], name = '' }: { loc?: Loc; name?: string } = {},
): void {
  const country = countryOf(jurisdiction)
  const places = [...brokenRules(block, country)].map(([field, sentence]): InvalidPlace => {
    return { loc: [...loc, field], msg: `${field} ${sentence}`, type: 'value_error' }
  })
  if (places.length > 0) throw new InvalidRequest(places)
  const refusal = refusalOf(block, country)
  if (refusal) throw badRequest(`${name}${refusal}`)
}

/** Checks every pay with a termination. An employee may have only one. */
export function checkTerminations(
  pays: readonly PayCreate[],
  identifierType: IdentifierType,
  jurisdiction: string,
): void {
  const ending = new Set<string>()
  for (const [index, pay] of pays.entries()) {
    const { termination } = pay
    if (!termination) continue
    const who = String(pay[identifierType])
    if (ending.has(who))
      throw new InvalidRequest([
        {
          loc: ['body', index, 'termination'],
          msg: `termination of employee ${who} is already in another pay of this request`,
          type: 'value_error',
        },
      ])
    ending.add(who)
    checkTermination(termination, jurisdiction, {
      loc: ['body', index, 'termination'],
      name: `Pay ${index}: `,
    })
  }
}

function* brokenRules(block: TerminationBlock, country: Country): Generator<readonly [string, string]> {
  const { contradictions, fields } = country.finalPay
  yield* contradictions(block)
  for (const field of fields.notice)
    if (isSent(block, field) && block.is_payment_in_lieu_paid !== true)
      yield [field, 'needs is_payment_in_lieu_paid to be true']
  for (const field of fields.manual)
    if (isSent(block, field) && block.is_manual_leave_amounts !== true)
      yield [field, 'needs is_manual_leave_amounts to be true']
}

function refusalOf(block: TerminationBlock, country: Country): string | undefined {
  for (const other of allCountries()) {
    const foreign = other === country ? [] : other.finalPay.fields.own.filter((field) => isSent(block, field))
    if (foreign.length > 0)
      return `The company is in ${country.name}; these fields belong to ${other.name}: ${foreign.join(', ')}.`
  }
  return country.finalPay.refusal(block)
}
