import { completedYears } from '../../../../kernel/values/dates.ts'
import { type Decimal, isZero, sum, toCent, ZERO } from '../../../../kernel/values/money.ts'
import type { NzPayInput } from '../input/input.ts'
import { isByTheHour } from '../public-holidays/public-holiday-work.ts'
import type { NzRates } from '../rates/rates.ts'

/*
 * Minimum Wage Act 1983: no pay period may pay less than the minimum for each hour worked. Rows by the hour show the hours
 * worked. Allowances do not count, and employees under 16 have no minimum.
 */

const WORDS = { ADULT: 'adult', STARTING_OUT: 'starting-out', TRAINING: 'training' } as const

/** The employee's minimum wage on the last day of the period, or null when there is none or it is unknown. */
export function minimumOf(
  { leaveSettings, dateOfBirth, periodEnd }: Pick<NzPayInput, 'leaveSettings' | 'dateOfBirth' | 'periodEnd'>,
  rates: NzRates,
): { rate: Decimal; word: string } | null {
  const kind = leaveSettings.minimumWage
  const [earliest] = rates.minimumWage.entries
  if (kind === undefined || kind === 'NONE' || !earliest || periodEnd < earliest.from) return null
  const { [kind]: rate, fromAge } = rates.minimumWage.at(periodEnd).value
  if (dateOfBirth !== null && completedYears(dateOfBirth, periodEnd) < fromAge) return null
  return { rate, word: WORDS[kind] }
}

/** Warns about hours worked below the minimum wage. */
export function minimumWageWarnings(input: NzPayInput, rates: NzRates): string[] {
  if (input.isWorkersCompensationPay || input.tax.code === 'WT') return []
  const minimum = minimumOf(input, rates)
  const rows = input.hours.filter((line) => isByTheHour(line) && line.value.gt(ZERO))
  const hours = sum(rows.map((line) => line.value))
  if (minimum === null || isZero(hours)) return []
  const paid = toCent(sum(rows.map((line) => line.value.times(line.ratePerUnit))))
  const least = toCent(hours.times(minimum.rate))
  if (paid.gte(least)) return []
  return [
    `${hours.toFixed()} hours earn ${paid.toFixed(2)}, less than the ${minimum.word} minimum wage of ${minimum.rate.toFixed(2)} an hour, which is ${least.toFixed(2)} (Minimum Wage Act 1983 s 6).`,
  ]
}
