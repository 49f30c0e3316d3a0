import { completedYears } from '../../../kernel/values/dates.ts'
import { type Decimal, isZero, ONE, sum, toCent, ZERO } from '../../../kernel/values/money.ts'
import { hoursBehind, standardHours } from '../../../payroll/earnings.ts'
import { periodStartFor } from '../../../payroll/pay-periods.ts'
import type { AuPayInput } from './input/input.ts'
import type { AuRates } from './rates/rates.ts'
import { uncheckedNote } from './rates/unverified.ts'

/*
 * The national minimum wage (Fair Work Act 2009 s 293) is a floor for all employees. Awards may require more. Rows by the hour or
 * the day count. An amount for the period has no hours: without other rows it is compared with the standard hours, for someone
 * with set hours who is employed for the whole period. Allowances do not count.
 */

type Minimum = { rate: Decimal; words: string; note: string }

/** The employee's minimum hourly rate on the last day of the period. Null when no wage order is known for that day. */
function minimumOf(
  {
    employmentStatus,
    dateOfBirth,
    periodEnd,
  }: Pick<AuPayInput, 'employmentStatus' | 'dateOfBirth' | 'periodEnd'>,
  rates: AuRates,
): Minimum | null {
  const table = rates.minimumWage.find(periodEnd)
  if (!table) return null
  const order = table.value
  const age = dateOfBirth === null ? order.adultAge : completedYears(dateOfBirth, periodEnd)
  const share =
    age >= order.adultAge ? ONE : (order.juniors.find(({ belowAge }) => age < belowAge)?.share ?? ONE)
  const isCasual = employmentStatus === 'CASUAL'
  const rate = toCent(order.adult.times(share).times(isCasual ? ONE.plus(order.casualLoading) : ONE))
  const words = [...(share.eq(ONE) ? [] : [`at ${age}`]), ...(isCasual ? ['with the casual loading'] : [])]
  return { rate, words: words.length === 0 ? '' : ` ${words.join(', ')}`, note: uncheckedNote(table) }
}

export function minimumWageWarnings(input: AuPayInput, rates: AuRates): string[] {
  if (input.isWorkersCompensationPay || input.isSuperOnlyContractor) return []
  const minimum = minimumOf(input, rates)
  const rows = input.hours
    .map((line) => ({ line, hours: hoursBehind(line, input.hoursPerDay) }))
    .filter(({ line, hours }) => hours.gt(ZERO) && line.ratePerUnit.gt(ZERO))
  const hours = sum(rows.map((row) => row.hours))
  if (minimum === null) return []
  if (isZero(hours)) return ofAmounts(input, minimum)
  const paid = toCent(sum(rows.map(({ line }) => line.value.times(line.ratePerUnit))))
  const least = toCent(hours.times(minimum.rate))
  if (paid.gte(least)) return []
  return [
    `${hours.toFixed()} hours earn ${paid.toFixed(2)}, less than the national minimum wage of ${minimum.rate.toFixed(2)} an hour${minimum.words}, which is ${least.toFixed(2)} (Fair Work Act 2009 s 293). An award may require more; trainees, apprentices and employees on a supported wage have other rates.${minimum.note}`,
  ]
}

/** An amount for the whole period, such as a salary. */
function ofAmounts(input: AuPayInput, minimum: Minimum): string[] {
  const { employmentStatus, payPeriod, periodEnd, leave, otherPays } = input
  const hasSetHours = employmentStatus === 'FULL_TIME' || employmentStatus === 'PART_TIME'
  const isWhole =
    input.startDate <= periodStartFor(payPeriod, periodEnd) && !input.termination && !input.endedOn
  if (!hasSetHours || !isWhole || leave.length > 0 || otherPays.hasWages) return []
  const rows = input.hours.filter(({ isOvertime, ratePerUnit }) => !isOvertime && ratePerUnit.gt(ZERO))
  const paid = toCent(sum(rows.map(({ value, ratePerUnit }) => value.times(ratePerUnit))))
  const hours = standardHours(payPeriod, input)
  const least = toCent(hours.times(minimum.rate))
  if (paid.lte(ZERO) || paid.gte(least)) return []
  return [
    `${paid.toFixed(2)} is paid for the period, less than the national minimum wage of ${minimum.rate.toFixed(2)} an hour${minimum.words} for its ${hours.toFixed()} standard hours, which is ${least.toFixed(2)} (Fair Work Act 2009 s 293). Send the hours where fewer were worked.${minimum.note}`,
  ]
}
