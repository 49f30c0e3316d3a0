import { LAWS } from '../../../../countries/index.ts'
import { badRequest, type InvalidPlace, InvalidRequest } from '../../../../kernel/problem.ts'
import { COUNTRIES, type Country } from '../../../../payroll/words.ts'
import type { IdentifierType } from './check.ts'
import type { PayCreate } from './schema.ts'
import type { TerminationBlock } from './termination-schema.ts'

type Field = keyof TerminationBlock
type Loc = readonly (string | number)[]

const ONLY: Record<Country, readonly Field[]> = {
  AU: [
    'reason',
    'cessation_type_code',
    'payment_in_lieu_type',
    'notice_hours',
    'notice_lump_sum',
    'is_unused_holiday_paid',
    'is_unused_leave_loading_paid',
    'is_unused_lsl_paid',
    'is_unused_sick_paid',
    'redundancy_tax_free_pilon_component',
    'etp_amount',
    'unused_leave_loading_amount',
    'unused_sick_amount',
    'unused_lsl_pre_august_1978',
    'unused_lsl_august_1978_to_august_1993',
    'unused_lsl_post_august_1993',
    'normal_earnings',
    'tax_summaries',
  ],
  NZ: ['payment_in_lieu_amount', 'unused_alt_holiday_amount', 'nz_ytd_taxable', 'retiring_allowance_amount'],
}

const NOTICE: Record<Country, readonly Field[]> = {
  AU: ['payment_in_lieu_type', 'notice_hours', 'notice_lump_sum'],
  NZ: ['payment_in_lieu_amount'],
}

const MANUAL_ONLY: Record<Country, readonly Field[]> = {
  AU: [
    'unused_holiday_amount',
    'unused_leave_loading_amount',
    'unused_sick_amount',
    'unused_lsl_pre_august_1978',
    'unused_lsl_august_1978_to_august_1993',
    'unused_lsl_post_august_1993',
    'normal_earnings',
    'tax_summaries',
  ],
  NZ: ['unused_holiday_amount', 'unused_alt_holiday_amount'],
}

/** Null means the same as left out. */
const isSent = (block: TerminationBlock, field: Field) => (block[field] ?? null) !== null

/**
 * Refuses a termination that breaks a rule of the specification (2.9, 7.4) which needs no calculation. What the request alone
 * decides is asked first and answers 422, the rest 400. A field of the other country is only ever a field of the other
 * country, whatever else would be wrong with it.
 */
export function checkTermination(
  block: TerminationBlock,
  country: Country,
  { loc = ['body'], name = '' }: { loc?: Loc; name?: string } = {},
): void {
  const places = [...brokenRules(block, country)].map(([field, sentence]): InvalidPlace => {
    return { loc: [...loc, field], msg: `${field} ${sentence}`, type: 'value_error' }
  })
  if (places.length > 0) throw new InvalidRequest(places)
  const refusal = refusalOf(block, country)
  if (refusal) throw badRequest(`${name}${refusal}`)
}

/** The same for every pay that carries a termination; one employee has one of them at most. */
export function checkTerminations(
  pays: readonly PayCreate[],
  identifierType: IdentifierType,
  country: Country,
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
    checkTermination(termination, country, {
      loc: ['body', index, 'termination'],
      name: `Pay ${index}: `,
    })
  }
}

function* brokenRules(block: TerminationBlock, country: Country): Generator<[Field, string]> {
  yield* BROKEN_RULES[country](block)
  for (const field of NOTICE[country])
    if (isSent(block, field) && block.is_payment_in_lieu_paid !== true)
      yield [field, 'needs is_payment_in_lieu_paid to be true']
  for (const field of MANUAL_ONLY[country])
    if (isSent(block, field) && block.is_manual_leave_amounts !== true)
      yield [field, 'needs is_manual_leave_amounts to be true']
}

/** An amount beside the flag that says it is not paid. */
const PAID_BY: readonly (readonly [flag: Field, amounts: readonly Field[]])[] = [
  ['is_unused_holiday_paid', ['unused_holiday_amount']],
  ['is_unused_leave_loading_paid', ['unused_leave_loading_amount']],
  ['is_unused_sick_paid', ['unused_sick_amount']],
  [
    'is_unused_lsl_paid',
    ['unused_lsl_pre_august_1978', 'unused_lsl_august_1978_to_august_1993', 'unused_lsl_post_august_1993'],
  ],
]

function* brokenInAustralia(block: TerminationBlock): Generator<[Field, string]> {
  const reason = block.reason ?? 'TERMINATION'
  if (isSent(block, 'cessation_type_code') && reason !== 'TERMINATION')
    yield ['cessation_type_code', 'can only be sent with reason TERMINATION']
  if (isSent(block, 'redundancy_tax_free_pilon_component') && reason !== 'REDUNDANCY')
    yield ['redundancy_tax_free_pilon_component', 'can only be sent with reason REDUNDANCY']
  if (isSent(block, 'notice_hours') && isSent(block, 'notice_lump_sum'))
    yield ['notice_lump_sum', 'and notice_hours exclude each other']
  for (const [flag, amounts] of PAID_BY)
    for (const amount of amounts)
      if (block[flag] === false && Number(block[amount] ?? 0) > 0)
        yield [amount, `contradicts ${flag} false; send one of them`]
}

function refusalOf(block: TerminationBlock, country: Country): string | undefined {
  for (const other of COUNTRIES) {
    const foreign = other === country ? [] : ONLY[other].filter((field) => isSent(block, field))
    if (foreign.length > 0)
      return `The company is in ${LAWS[country].name}; these fields belong to ${LAWS[other].name}: ${foreign.join(', ')}.`
  }
  return REFUSALS[country](block)
}

function refusalInAustralia(block: TerminationBlock): string | undefined {
  if (Number(block.unused_holiday_amount ?? 0) < 0) return 'unused_holiday_amount must not be negative.'
  if (!block.is_payment_in_lieu_paid) return undefined
  if (!block.payment_in_lieu_type) return 'payment_in_lieu_type is required when notice is paid.'
  const field = block.payment_in_lieu_type === 'NOTICE_HOURS' ? 'notice_hours' : 'notice_lump_sum'
  if (isPositive(block[field])) return undefined
  return `${field} is required with ${block.payment_in_lieu_type} and must be greater than 0.`
}

function refusalInNewZealand(block: TerminationBlock): string | undefined {
  if (isSent(block, 'non_etp_amount') && !block.is_manual_leave_amounts)
    return 'non_etp_amount holds the 8% holiday pay; it can only be sent with is_manual_leave_amounts true.'
  if (!block.is_payment_in_lieu_paid || isPositive(block.payment_in_lieu_amount)) return undefined
  return 'payment_in_lieu_amount is required when notice is paid and must be greater than 0.'
}

function isPositive(amount: string | number | null | undefined): boolean {
  return Number(amount ?? 0) > 0
}

const BROKEN_RULES: Record<Country, (block: TerminationBlock) => Iterable<[Field, string]>> = {
  AU: brokenInAustralia,
  NZ: () => [],
}

const REFUSALS: Record<Country, (block: TerminationBlock) => string | undefined> = {
  AU: refusalInAustralia,
  NZ: refusalInNewZealand,
}
