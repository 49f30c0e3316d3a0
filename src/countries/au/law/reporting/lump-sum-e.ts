import {
  addMonths,
  addYears,
  auIncomeYear,
  type CivilDate,
  daysBetween,
  partsOf,
} from '../../../../kernel/values/dates.ts'
import { allocate, type Decimal, sum, toCent, whole, ZERO } from '../../../../kernel/values/money.ts'
import type { BackPaymentLine } from '../../../../payroll/input.ts'
import type { Schedule5 } from '../rates/rates.ts'

/**
 * Back pay is lump sum E when it was earned longer ago than the schedule's number of months and reaches the minimum. It is
 * grouped by the income year it belongs to.
 */
export function lumpSumE(
  lines: readonly BackPaymentLine[],
  payDate: CivilDate,
  { minimum, months }: Schedule5['lumpSumE'],
): { rows: { incomeYear: string; amount: Decimal }[]; taken: Decimal[] } {
  const limit = addMonths(payDate, -months)
  const years = new Map<string, Decimal>()
  const taken = lines.map((line) => {
    if (line.startDate === null || line.endDate === null || line.startDate >= limit) return ZERO
    const ranges = yearsWithin(line.startDate, line.endDate, limit)
    const shares = allocate(
      toCent(line.amount),
      ranges.map((range) => whole(range.days)),
    )
    return sum(
      ranges.map((range, index) => {
        const share = range.incomeYear === null ? ZERO : (shares[index] ?? ZERO)
        if (range.incomeYear !== null) {
          years.set(range.incomeYear, (years.get(range.incomeYear) ?? ZERO).plus(share))
        }
        return share
      }),
    )
  })
  if (sum(taken).lt(minimum)) return { rows: [], taken: lines.map(() => ZERO) }
  return { rows: [...years].map(([incomeYear, amount]) => ({ incomeYear, amount })), taken }
}

/**
 * Splits a range into the days of each income year before the limit, and the days from the limit on (`incomeYear` is null).
 */
function yearsWithin(start: CivilDate, end: CivilDate, limit: CivilDate) {
  const ranges: { incomeYear: string | null; days: number }[] = []
  let from = start
  while (from <= end && from < limit) {
    const year = auIncomeYear(from)
    const next = addYears(year.start, 1)
    const stop = [next, limit].reduce((a, b) => (a < b ? a : b))
    const days = Math.min(daysBetween(from, stop), daysBetween(from, end) + 1)
    ranges.push({ incomeYear: partsOf(year.end).year.toString(), days })
    from = stop
  }
  if (from <= end) ranges.push({ incomeYear: null, days: daysBetween(from, end) + 1 })
  return ranges
}
