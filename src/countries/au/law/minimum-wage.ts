import { completedYears } from '../../../kernel/values/dates.ts'
import { type Decimal, isZero, ONE, sum, toCent, ZERO } from '../../../kernel/values/money.ts'
import { hoursBehind } from '../../../payroll/earnings.ts'
import type { AuPayInput } from './input/input.ts'
import type { AuRates } from './rates/rates.ts'

/*
 * The national minimum wage (Fair Work Act 2009 s 293) is a floor for all employees. Awards may require more. Only rows by
 * the hour or the day count, because an amount for the period has no hours. Allowances do not count.
 */

/** The employee's minimum hourly rate on the last day of the period. Null when no wage order is known for that day. */
function minimumOf(
  {
    employmentStatus,
    dateOfBirth,
    periodEnd,
  }: Pick<AuPayInput, 'employmentStatus' | 'dateOfBirth' | 'periodEnd'>,
  rates: AuRates,
): { rate: Decimal; words: string } | null {
  const order = rates.minimumWage.find(periodEnd)?.value
  if (!order) return null
  const age = dateOfBirth === null ? order.adultAge : completedYears(dateOfBirth, periodEnd)
  const share =
    age >= order.adultAge ? ONE : (order.juniors.find(({ belowAge }) => age < belowAge)?.share ?? ONE)
  const isCasual = employmentStatus === 'CASUAL'
  const rate = toCent(order.adult.times(share).times(isCasual ? ONE.plus(order.casualLoading) : ONE))
  const words = [...(share.eq(ONE) ? [] : [`at ${age}`]), ...(isCasual ? ['with the casual loading'] : [])]
  return { rate, words: words.length === 0 ? '' : ` ${words.join(', ')}` }
}

export function minimumWageWarnings(input: AuPayInput, rates: AuRates): string[] {
  if (input.isWorkersCompensationPay || input.isSuperOnlyContractor) return []
  const minimum = minimumOf(input, rates)
  const rows = input.hours
    .map((line) => ({ line, hours: hoursBehind(line, input.hoursPerDay) }))
    .filter(({ line, hours }) => hours.gt(ZERO) && line.ratePerUnit.gt(ZERO))
  const hours = sum(rows.map((row) => row.hours))
  if (minimum === null || isZero(hours)) return []
  const paid = toCent(sum(rows.map(({ line }) => line.value.times(line.ratePerUnit))))
  const least = toCent(hours.times(minimum.rate))
  if (paid.gte(least)) return []
  return [
    `${hours.toFixed()} hours earn ${paid.toFixed(2)}, less than the national minimum wage of ${minimum.rate.toFixed(2)} an hour${minimum.words}, which is ${least.toFixed(2)} (Fair Work Act 2009 s 293). An award may require more; trainees, apprentices and employees on a supported wage have other rates.`,
  ]
}
