import { CalculationError } from '../../../../kernel/values/calculation-error.ts'
import {
  type Decimal,
  decimal,
  greater,
  notBelowZero,
  toCent,
  toDollarDown,
  toNearestDollar,
  whole,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { bandFor } from '../../../../payroll/rates/bands.ts'
import type { AuPayPeriod } from '../input/period.ts'
import type { Band, ExtraPays, MedicareAdjustment, Schedule15, TaxOffsets } from '../rates/rates.ts'

/** The periods that Schedule 1 covers. Tasman has no quarterly pays, but the schedule does. */
export type TaxPeriod = AuPayPeriod | 'QUARTERLY'

const [HALF, TWO, THREE, THIRTEEN, CENTS_99, CENTS_33, CENT] = [
  decimal('0.5'),
  decimal('2'),
  decimal('3'),
  decimal('13'),
  decimal('0.99'),
  decimal('0.33'),
  decimal('0.01'),
]

/** The schedule's x: whole dollars of the weekly equivalent plus 99 cents. */
export function weeklyX(earnings: Decimal, period: TaxPeriod): Decimal {
  const paid = notBelowZero(earnings)
  if (period === 'WEEKLY') return toDollarDown(paid).plus(CENTS_99)
  if (period === 'FORTNIGHTLY') return toDollarDown(paid.times(HALF)).plus(CENTS_99)
  if (period === 'QUARTERLY') return toDollarDown(paid.div(THIRTEEN)).plus(CENTS_99)
  const nudged = paid.minus(toDollarDown(paid)).eq(CENTS_33) ? paid.plus(CENT) : paid
  return toDollarDown(nudged.times(THREE).div(THIRTEEN)).plus(CENTS_99)
}

/** Converts a whole-dollar weekly amount back to the period. */
export function fromWeekly(weekly: Decimal, period: TaxPeriod): Decimal {
  if (period === 'WEEKLY') return weekly
  if (period === 'FORTNIGHTLY') return weekly.times(TWO)
  if (period === 'QUARTERLY') return weekly.times(THIRTEEN)
  return toNearestDollar(weekly.times(THIRTEEN).div(THREE))
}

/** Weekly withholding: a × x − b to the nearest dollar, never below zero. */
export function weeklyWithholding({ x, a, b }: { x: Decimal; a: Decimal; b: Decimal }): Decimal {
  return notBelowZero(toNearestDollar(a.times(x).minus(b)))
}

/** The withholding by the period's table on these earnings. */
export function tableWithholding(earnings: Decimal, period: TaxPeriod, bands: readonly Band[]): Decimal {
  const x = weeklyX(earnings, period)
  return fromWeekly(weeklyWithholding({ x, ...bandFor(bands, x) }), period)
}

/** The reduction of the period's withholding by the Medicare levy adjustment for a spouse and children. */
export function medicareAdjustment(
  earnings: Decimal,
  period: TaxPeriod,
  scale: 'scale-2' | 'scale-6',
  children: number,
  table: MedicareAdjustment,
): Decimal {
  const row = table[scale]
  if (row.needsChildren && children === 0) return ZERO
  const counted = whole(Math.min(children, table.maxChildren))
  const threshold = toCent(table.familyThreshold.plus(table.perChild.times(counted)).div(whole(52)))
  const shadeOut = toDollarDown(threshold.times(row.shadeInRate).div(row.shadeOutRate))
  const x = weeklyX(earnings, period)
  if (x.lt(row.from) || x.gte(shadeOut)) return ZERO
  const weekly = x.lt(row.shadeInTo)
    ? x.minus(row.shadeInBase).times(row.shadeInRate)
    : x.lt(threshold)
      ? x.times(row.levyRate)
      : threshold.times(row.levyRate).minus(x.minus(threshold).times(row.shadeOutRate))
  return fromWeekly(greater(toNearestDollar(weekly), ZERO), period)
}

const OFFSET_KEYS = {
  WEEKLY: 'weekly',
  FORTNIGHTLY: 'fortnightly',
  MONTHLY: 'monthly',
  QUARTERLY: 'quarterly',
} as const

/** The reduction of one pay's withholding by an annual tax offset, to the nearest dollar. */
export function offsetPerPay(annual: Decimal, period: TaxPeriod, offsets: TaxOffsets): Decimal {
  return toNearestDollar(annual.times(offsets[OFFSET_KEYS[period]]))
}

/** The additional withholding in a year with 53 weekly or 27 fortnightly pays. */
export function extraPayAddition(earnings: Decimal, period: TaxPeriod, table: ExtraPays): Decimal {
  if (period !== 'WEEKLY' && period !== 'FORTNIGHTLY') return ZERO
  const rows = table[OFFSET_KEYS[period]]
  if ('missing' in rows) throw new CalculationError(rows.missing)
  const paid = toDollarDown(earnings)
  let add = ZERO
  for (const row of rows) if (paid.gte(row.from)) add = row.add
  return add
}

/**
 * One rate for the whole payment, based on this employer's earlier payments in the year. At a band limit the lower rate
 * still applies.
 */
export function workingHolidayRate(
  paidBefore: Decimal,
  table: Schedule15,
): { rate: Decimal; isTop: boolean } {
  const { to, rate } = bandFor(table.rates, paidBefore)
  return { rate, isTop: to === null }
}

/** Rate × whole dollars, to the nearest dollar. At the top rate or without a tax file number, the cents are dropped. */
export function workingHolidayTax(payment: Decimal, rate: Decimal, dropsCents: boolean): Decimal {
  const amount = toDollarDown(notBelowZero(payment)).times(rate)
  return dropsCents ? toDollarDown(amount) : toNearestDollar(amount)
}
