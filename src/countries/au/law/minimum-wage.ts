import { type CivilDate, completedYears } from '../../../kernel/values/dates.ts'
import { type Decimal, ONE, sum, toCent, ZERO } from '../../../kernel/values/money.ts'
import { hoursBehind, standardHours } from '../../../payroll/earnings.ts'
import { hoursBelow, type PaidHours, type Shortfall } from '../../../payroll/hours-by-minimum.ts'
import { periodStartFor } from '../../../payroll/pay-periods.ts'
import type { AuPayInput } from './input/input.ts'
import type { AuRates } from './rates/rates.ts'
import { uncheckedNote } from './rates/unverified.ts'

/*
 * The national minimum wage (Fair Work Act 2009 s 293) is a floor for all employees. Awards may require more. An order applies
 * from the first full pay period that starts on or after 1 July (s 287), so a period over 1 July has the rate of its first day. The age is
 * that of each day. Rows by the hour or the day count. An amount for the period has no hours: without other rows it is
 * compared with the standard hours, for someone with set hours who is employed for the whole period. Allowances do not count.
 */

type Minimum = { rate: Decimal; words: string; note: string }

/** The employee's minimum hourly rate on a day of the period. Null when no wage order is known for the period. */
function minimumOn(
  { employmentStatus, dateOfBirth, payPeriod, periodEnd }: AuPayInput,
  day: CivilDate,
  rates: AuRates,
): Minimum | null {
  const table = rates.minimumWage.find(periodStartFor(payPeriod, periodEnd))
  if (!table) return null
  const order = table.value
  const age = dateOfBirth === null ? order.adultAge : completedYears(dateOfBirth, day)
  const share =
    age >= order.adultAge ? ONE : (order.juniors.find(({ belowAge }) => age < belowAge)?.share ?? ONE)
  const isCasual = employmentStatus === 'CASUAL'
  const rate = toCent(order.adult.times(share).times(isCasual ? ONE.plus(order.casualLoading) : ONE))
  const words = [...(share.eq(ONE) ? [] : [`at ${age}`]), ...(isCasual ? ['with the casual loading'] : [])]
  return { rate, words: words.length === 0 ? '' : ` ${words.join(', ')}`, note: uncheckedNote(table) }
}

export function minimumWageWarnings(input: AuPayInput, rates: AuRates): string[] {
  if (input.isWorkersCompensationPay || input.isSuperOnlyContractor) return []
  const rows = input.hours
    .map((line) => ({ line, hours: hoursBehind(line, input.hoursPerDay) }))
    .filter(({ line, hours }) => hours.gt(ZERO) && line.ratePerUnit.gt(ZERO))
    .map(({ line: { value, ratePerUnit, date, week }, hours }) => ({
      hours,
      paid: value.times(ratePerUnit),
      ...(date === undefined ? {} : { date }),
      ...(week === undefined ? {} : { week }),
    }))
  if (rows.length === 0) return ofAmounts(input, rates)
  return below(input, rows, rates).map(
    ({ where, hours, paid, least, minimum }) =>
      `${where}${hours.toFixed()} hours earn ${paid.toFixed(2)}, less than the national minimum wage of ${minimum.rate.toFixed(2)} an hour${minimum.words}, which is ${least.toFixed(2)} (Fair Work Act 2009 s 293). An award may require more; trainees, apprentices and employees on a supported wage have other rates.${minimum.note}`,
  )
}

function below(input: AuPayInput, rows: readonly PaidHours[], rates: AuRates): Shortfall<Minimum>[] {
  const lastDay = input.termination?.terminationDate ?? input.endedOn ?? null
  return hoursBelow(rows, { ...input, lastDay }, (day) => minimumOn(input, day, rates))
}

/** An amount for the whole period, such as a salary. */
function ofAmounts(input: AuPayInput, rates: AuRates): string[] {
  const { employmentStatus, payPeriod, periodEnd, leave, otherPays } = input
  const hasSetHours = employmentStatus === 'FULL_TIME' || employmentStatus === 'PART_TIME'
  const isWhole =
    input.startDate <= periodStartFor(payPeriod, periodEnd) && !input.termination && !input.endedOn
  if (!hasSetHours || !isWhole || leave.length > 0 || otherPays.hasWages) return []
  const rows = input.hours.filter(({ isOvertime, ratePerUnit }) => !isOvertime && ratePerUnit.gt(ZERO))
  const paid = toCent(sum(rows.map(({ value, ratePerUnit }) => value.times(ratePerUnit))))
  if (paid.lte(ZERO)) return []
  return below(input, [{ hours: standardHours(payPeriod, input), paid }], rates).map(
    ({ where, hours, paid, least, minimum }) =>
      `${where}${paid.toFixed(2)} is paid for the period, less than the national minimum wage of ${minimum.rate.toFixed(2)} an hour${minimum.words} for its ${hours.toFixed()} standard hours, which is ${least.toFixed(2)} (Fair Work Act 2009 s 293). Send the hours where fewer were worked.${minimum.note}`,
  )
}
