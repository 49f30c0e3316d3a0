import { periodsPerYear } from '../../dates.ts'
import {
  allocate,
  type Decimal,
  notBelowZero,
  smaller,
  sum,
  toDollarDown,
  toNearestDollar,
  whole,
  ZERO,
} from '../../money.ts'
import type { TerminationReason } from '../input.ts'
import type { Schedule7 } from '../rates.ts'
import { tableWithholding, workingHolidayTax } from '../tax-table.ts'
import type { Withholder } from '../withholder.ts'

/** Unused leave by what the law asks: annual leave with loading, and long service leave by era. */
export type UnusedLeave = {
  annual: Decimal
  annualPreAugust1993: Decimal
  lslPreAugust1978: Decimal
  lslAugust1978ToAugust1993: Decimal
  lslPostAugust1993: Decimal
  /** Other amounts of the ending that are neither leave nor a termination payment: always at marginal rates. */
  other: Decimal
}

export type UnusedLeaveTax = {
  /** What is taxed at marginal rates (5% of the oldest long service leave counts), and the tax. */
  marginalAmount: Decimal
  marginal: Decimal
  flatAmount: Decimal
  flat: Decimal
  total: Decimal
  /** The total taken apart again; the three add up to it. */
  annualTax: Decimal
  longServiceTax: Decimal
  otherTax: Decimal
}

/** Whether the reason takes the whole leave to the flat rate. */
export function isConcessional(reason: TerminationReason): boolean {
  return reason === 'REDUNDANCY' || reason === 'INVALIDITY'
}

/** Schedule 7: marginal rates for leave since August 1993 on an ordinary ending, else the flat rate; nothing on death. */
export function withholdOnUnusedLeave(
  leave: UnusedLeave,
  reason: TerminationReason,
  normalGross: Decimal,
  by: Withholder,
  table: Schedule7,
): UnusedLeaveTax {
  const rows = rowsOf(leave, reason, table)
  const marginalAmount = amountOf(rows.filter((row) => !row.isFlat))
  const flatAmount = amountOf(rows.filter((row) => row.isFlat))
  const amounts = { marginalAmount, flatAmount }
  if (reason.startsWith('DEATH')) return shareOut(rows, { ...amounts, marginal: ZERO, flat: ZERO })
  if (by.flat) {
    const total = workingHolidayTax(marginalAmount.plus(flatAmount), by.flat.rate, by.flat.dropsCents)
    const flat = workingHolidayTax(flatAmount, by.flat.rate, by.flat.dropsCents)
    return shareOut(rows, { ...amounts, marginal: total.minus(flat), flat })
  }
  const flatRate = by.isForeignResident ? table.foreignFlatRate : table.flatRate
  const isSmall = !isConcessional(reason) && marginalAmount.lt(table.smallPaymentLimit)
  const rise = marginalTax(marginalAmount, normalGross, by)
  const marginal = isSmall ? smaller(rise, toNearestDollar(marginalAmount.times(flatRate))) : rise
  return shareOut(rows, { ...amounts, marginal, flat: toNearestDollar(flatAmount.times(flatRate)) })
}

/** The rise in a regular pay's withholding from a share of the amount, times the periods of a year; no loans, no offsets. */
export function marginalTax(amount: Decimal, normalGross: Decimal, by: Withholder): Decimal {
  const periods = whole(periodsPerYear(by.period))
  const share = toDollarDown(amount.div(periods))
  const before = tableWithholding(normalGross, by.period, by.plainBands)
  const after = tableWithholding(normalGross.plus(share), by.period, by.plainBands)
  return notBelowZero(after.minus(before).times(periods))
}

type Row = { of: 'annual' | 'long-service' | 'other'; amount: Decimal; isFlat: boolean }

function rowsOf(leave: UnusedLeave, reason: TerminationReason, table: Schedule7): Row[] {
  const isFlat = isConcessional(reason)
  const oldest = leave.lslPreAugust1978.times(table.preAugust1978Fraction)
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

function shareOut(rows: readonly Row[], taxed: Taxed): UnusedLeaveTax {
  const taxes = new Map<Row['of'], Decimal>()
  for (const isFlat of [false, true]) {
    const own = rows.filter((row) => row.isFlat === isFlat)
    const shares = allocate(
      isFlat ? taxed.flat : taxed.marginal,
      own.map((row) => row.amount),
    )
    for (const [index, row] of own.entries()) {
      taxes.set(row.of, (taxes.get(row.of) ?? ZERO).plus(shares[index] ?? ZERO))
    }
  }
  return {
    ...taxed,
    total: taxed.marginal.plus(taxed.flat),
    annualTax: taxes.get('annual') ?? ZERO,
    longServiceTax: taxes.get('long-service') ?? ZERO,
    otherTax: taxes.get('other') ?? ZERO,
  }
}

function amountOf(rows: readonly Row[]): Decimal {
  return sum(rows.map((row) => row.amount))
}
