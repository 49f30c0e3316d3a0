import type { HistoryFinal } from '../../../countries/nz/law/check/history-pays.ts'
import { type Decimal, isZero, sum } from '../../../kernel/values/money.ts'
import type { HistoryRow } from './columns.ts'

/*
 * The final holiday pay in the gross earnings of its period. The holiday pay is 8% of the other earnings (Holidays Act 2003 ss 23
 * and 25), so it must not be counted in them.
 */

type Agreed = { hours: Decimal; pay: Decimal }

/** The gross earnings of a period without the final holiday pay, and the assumption that this needs. */
export function withoutFinal(
  final: HistoryFinal | null,
  group: readonly HistoryRow[],
  agreed: Agreed,
): { gross: Decimal; final: HistoryFinal | null } {
  const gross = sum(group.map((row) => row.gross))
  if (final === null || isZero(final.paid)) return { gross, final }
  const isIn = isInGross(final.paid, gross, group, agreed)
  const amount = final.paid.toFixed(2)
  const assumes = isIn
    ? `The final holiday pay of ${amount} is taken to be part of gross, and is left out of the earnings of its own 8%.`
    : `The final holiday pay of ${amount} is taken to be no part of gross.`
  return { gross: isIn ? gross.minus(final.paid) : gross, final: { ...final, assumes } }
}

/** By the format it is part of gross. Where it is not, gross without it would not pay the other leave, or fits the hours less. */
function isInGross(
  paid: Decimal,
  gross: Decimal,
  group: readonly HistoryRow[],
  { hours, pay }: Agreed,
): boolean {
  const rest = gross.minus(paid)
  const others = group.filter(({ leave_type }) => leave_type !== 'FINAL_HOLIDAY_PAY')
  if (rest.lt(sum(others.map((row) => row.leave_paid)))) return false
  const worked = sum(group.map((row) => row.hours))
  if (isZero(worked) || isZero(hours) || isZero(pay)) return true
  const extras = sum(group.map((row) => row.regular_allowances.plus(row.irregular_payments)))
  const expected = worked.times(pay).div(hours).plus(extras)
  const off = (amount: Decimal) => amount.minus(expected).abs()
  return off(rest).lte(off(gross))
}
