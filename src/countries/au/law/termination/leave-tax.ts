import {
  allocate,
  type Decimal,
  notBelowZero,
  percent,
  smaller,
  sum,
  toCent,
  toDollarDown,
  toNearestDollar,
  whole,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { present } from '../../../../kernel/values/present.ts'
import { periodsPerYear } from '../../../../payroll/pay-periods.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { cite, type StepSource } from '../../../../payroll/sources.ts'
import type { StepWords, Trace } from '../../../../payroll/trace.ts'
import { isConcessional, isDeath } from '../input/ending.ts'
import type { TerminationReason } from '../input/input.ts'
import type { Schedule7 } from '../rates/rates.ts'
import { tableWithholding, workingHolidayTax } from '../tax/tax-table.ts'
import type { Withholder } from '../tax/withholder.ts'

/** Unused leave in the parts that the law taxes separately: annual leave with loading, and long service leave by era. */
export type UnusedLeave = {
  annual: Decimal
  annualPreAugust1993: Decimal
  lslPreAugust1978: Decimal
  lslAugust1978ToAugust1993: Decimal
  lslPostAugust1993: Decimal
  /** Other amounts of the termination that are neither leave nor an ETP. They are always taxed at marginal rates. */
  other: Decimal
}

export type UnusedLeaveTax = {
  /** The amount taxed at marginal rates, and its tax. It includes a small fraction of the oldest long service leave. */
  marginalAmount: Decimal
  marginal: Decimal
  flatAmount: Decimal
  flat: Decimal
  total: Decimal
  /** The total split into three parts, which add up to it. */
  annualTax: Decimal
  longServiceTax: Decimal
  otherTax: Decimal
}

/** The inputs for taxing one payee's unused leave at a termination. */
export type LeaveTaxFacts = {
  reason: TerminationReason
  normalGross: Decimal
  by: Withholder
  table: Dated<Schedule7>
  /** True for a super-only contractor, from whom nothing is withheld. */
  isExempt?: boolean
  trace: Trace
}

/**
 * Schedule 7: marginal rates for leave since August 1993 on an ordinary termination, otherwise the flat rate. Nothing is
 * withheld on death.
 */
export function withholdOnUnusedLeave(leave: UnusedLeave, facts: LeaveTaxFacts): UnusedLeaveTax {
  const rows = rowsOf(leave, facts.reason, facts.table.value)
  const marginalAmount = sum(rows.filter((row) => !row.isFlat).map((row) => row.amount))
  const flatAmount = sum(rows.filter((row) => row.isFlat).map((row) => row.amount))
  const taxed = { marginalAmount, flatAmount, ...withholdParts(marginalAmount, flatAmount, facts) }
  return shareOut(rows, taxed, facts)
}

function withholdParts(marginalAmount: Decimal, flatAmount: Decimal, facts: LeaveTaxFacts) {
  const { by, trace } = facts
  const [marginalWords, flatWords] = [wordsOf('marginal', facts), wordsOf('flat', facts)]
  if (isDeath(facts.reason) || facts.isExempt) {
    const nothing = (words: typeof flatWords, amount: Decimal) =>
      trace.sum({ ...words, formula: 'nothing is withheld', add: {}, about: { amount } })
    return { marginal: nothing(marginalWords, marginalAmount), flat: nothing(flatWords, flatAmount) }
  }
  if (by.flat) {
    const { rate, dropsCents, source } = by.flat
    const ownRate = { rate: percent(rate), cents: dropsCents ? 'dropped' : 'to the nearest dollar' }
    const flat = workingHolidayTax(flatAmount, rate, dropsCents)
    const onAll = workingHolidayTax(marginalAmount.plus(flatAmount), rate, dropsCents)
    const about = { amount: marginalAmount, ...ownRate }
    const formula = 'rate × all of the leave − its part on leave that has the flat rate'
    const marginal = trace.sum({
      ...marginalWords,
      formula,
      add: { onAll },
      subtract: { flat },
      about,
      source,
    })
    trace.made({
      ...flatWords,
      formula: 'rate × whole dollars',
      inputs: { amount: flatAmount, rate, cents: ownRate.cents },
      make: ({ amount, rate, cents }) => workingHolidayTax(amount, rate, cents === 'dropped'),
      source,
    })
    return { marginal, flat }
  }
  const flatRate = by.isForeignResident ? facts.table.value.foreignFlatRate : facts.table.value.flatRate
  return {
    marginal: withholdAtTheMargin(marginalAmount, flatRate, facts, marginalWords),
    flat: trace.product({
      ...flatWords,
      formula: 'amount × flat rate, to the nearest dollar',
      multiply: { amount: flatAmount, rate: flatRate },
      to: toNearestDollar,
    }),
  }
}

/**
 * The increase in a regular pay's withholding from one period's share of the amount, times the periods in a year. Study
 * loans and offsets are ignored.
 */
function withholdAtTheMargin(
  amount: Decimal,
  flatRate: Decimal,
  { reason, normalGross: normal, by, table, trace }: LeaveTaxFacts,
  words: Omit<StepWords, 'formula'>,
): Decimal {
  const { smallPaymentLimit } = table.value
  const isSmall = !isConcessional(reason) && amount.lt(smallPaymentLimit)
  const periods = whole(periodsPerYear(by.period))
  const share = toDollarDown(amount.div(periods))
  const taxOn = (earnings: Decimal) => tableWithholding(earnings, by.period, by.plainBands)
  const [taxWithout, taxWith] = [taxOn(normal), taxOn(normal.plus(share))]
  const rise = '(tax on normal + share − tax on normal) × pays a year'
  return trace.made({
    ...words,
    formula: isSmall ? `${rise}; under $${smallPaymentLimit} at most ${percent(flatRate)}` : rise,
    inputs: { amount, normal, periods, share, taxWithout, taxWith, ...(isSmall && { flatRate }) },
    make: taxAtTheMargin,
  })
}

type Margin = Record<'amount' | 'periods' | 'taxWithout' | 'taxWith', Decimal> & { flatRate?: Decimal }

function taxAtTheMargin({ amount, periods, taxWithout, taxWith, flatRate }: Margin): Decimal {
  const rise = notBelowZero(taxWith.minus(taxWithout).times(periods))
  return flatRate ? smaller(rise, toNearestDollar(amount.times(flatRate))) : rise
}

type Row = { of: 'annual' | 'long-service' | 'other'; amount: Decimal; isFlat: boolean }

function rowsOf(leave: UnusedLeave, reason: TerminationReason, table: Schedule7): Row[] {
  const isFlat = isConcessional(reason)
  const oldest = toCent(leave.lslPreAugust1978.times(table.preAugust1978Fraction))
  return [
    { of: 'annual', amount: leave.annual, isFlat },
    { of: 'annual', amount: leave.annualPreAugust1993, isFlat: true },
    { of: 'long-service', amount: oldest, isFlat: false },
    { of: 'long-service', amount: leave.lslAugust1978ToAugust1993, isFlat: true },
    { of: 'long-service', amount: leave.lslPostAugust1993, isFlat },
    { of: 'other', amount: leave.other, isFlat: false },
  ]
}

type Taxed = Pick<UnusedLeaveTax, 'marginalAmount' | 'flatAmount' | 'marginal' | 'flat'>

function shareOut(rows: readonly Row[], taxed: Taxed, facts: LeaveTaxFacts): UnusedLeaveTax {
  const marginal = sharesOf(
    rows.filter((row) => !row.isFlat),
    taxed.marginal,
  )
  const flat = sharesOf(
    rows.filter((row) => row.isFlat),
    taxed.flat,
  )
  const write = (of: Row['of'], name: string, words: string) =>
    facts.trace.sum({
      ...wordsOf(name, facts),
      formula: `shares of the tax at marginal rates + at the flat rate that fall on ${words}`,
      add: { marginal: marginal[of], flat: flat[of] },
    })
  const hasOther = !marginal.other.eq(ZERO)
  return {
    ...taxed,
    total: taxed.marginal.plus(taxed.flat),
    annualTax: write('annual', 'holiday-and-loading', 'annual leave and loading'),
    longServiceTax: write('long-service', 'long-service', 'long service leave'),
    otherTax: hasOther ? write('other', 'other', 'other non-ETP amounts') : ZERO,
  }
}

/** Splits a tax over the rows it was calculated on, by amount and to the cent. */
function sharesOf(rows: readonly Row[], tax: Decimal): Record<Row['of'], Decimal> {
  const shares = { annual: ZERO, 'long-service': ZERO, other: ZERO }
  const parts = allocate(
    tax,
    rows.map((row) => row.amount),
  )
  for (const [index, row] of rows.entries()) shares[row.of] = shares[row.of].plus(present(parts[index]))
  return shares
}

function wordsOf(
  name: string,
  { reason, table }: LeaveTaxFacts,
): { name: string; rule: string; source: StepSource } {
  return {
    name: `termination.leave-tax.${name}`,
    rule: isConcessional(reason) ? 'Schedule 7, redundancy or invalidity' : 'Schedule 7',
    source: cite(table),
  }
}
