import { addDays, addMonths, type CivilDate, completedYears } from '../../../../kernel/values/dates.ts'
import { type Decimal, ZERO } from '../../../../kernel/values/money.ts'
import { hoursBelow } from '../../../../payroll/hours-by-minimum.ts'
import type { NzPayInput } from '../input/input.ts'
import { isByTheHour, workDaysOf } from '../public-holidays/public-holiday-work.ts'
import type { NzRates } from '../rates/rates.ts'

/*
 * Minimum Wage Act 1983: no pay period may pay less than the minimum for each hour worked. Rows by the hour show the hours
 * worked. Allowances do not count, and employees under 16 have no minimum. A new rate applies to the hours from its day on, also
 * within a pay period.
 */

const WORDS = { ADULT: 'adult', STARTING_OUT: 'starting-out', TRAINING: 'training' } as const

/** The employee's minimum wage on a day, by default the last of the period. Null when there is none or it is unknown. */
export function minimumOf(
  { leaveSettings, dateOfBirth, periodEnd }: Pick<NzPayInput, 'leaveSettings' | 'dateOfBirth' | 'periodEnd'>,
  rates: NzRates,
  day: CivilDate = periodEnd,
): { rate: Decimal; words: string } | null {
  const kind = leaveSettings.minimumWage
  const [earliest] = rates.minimumWage.entries
  if (kind === undefined || kind === 'NONE' || !earliest || day < earliest.from) return null
  const age = dateOfBirth === null ? null : completedYears(dateOfBirth, day)
  // The starting-out wage ends with the 20th birthday (s 4A).
  const own = kind === 'STARTING_OUT' && age !== null && age >= STARTING_OUT_BELOW ? 'ADULT' : kind
  const { [own]: rate, fromAge } = rates.minimumWage.at(day).value
  if (age !== null && age < fromAge) return null
  return { rate, words: WORDS[own] }
}

const STARTING_OUT_BELOW = 20
const [SIXTEEN_TO, STARTING_OUT_MONTHS] = [18, 6]

/** At 16 or 17 the starting-out wage covers six months of employment, unless the agreement requires training (s 4A). */
function startingOutTooLong(input: NzPayInput, rates: NzRates): string[] {
  const { leaveSettings, dateOfBirth, periodEnd, startDate } = input
  if (leaveSettings.minimumWage !== 'STARTING_OUT' || dateOfBirth === null) return []
  if (completedYears(dateOfBirth, periodEnd) >= SIXTEEN_TO) return []
  const from = addMonths(startDate, STARTING_OUT_MONTHS)
  const adult = minimumOf(
    { ...input, leaveSettings: { ...leaveSettings, minimumWage: 'ADULT' } },
    rates,
  )?.rate
  const isLow = input.hours.some((line) => isByTheHour(line) && adult && line.ratePerUnit.lt(adult))
  if (from > periodEnd || !isLow) return []
  return [
    `The starting-out minimum wage covers the first six months of employment at 16 and 17, up to ${addDays(from, -1)}, unless the agreement requires training: check nz_minimum_wage (Minimum Wage Act 1983 s 4A).`,
  ]
}

/** Warns about hours worked below the minimum wage. */
export function minimumWageWarnings(input: NzPayInput, rates: NzRates): string[] {
  if (input.isWorkersCompensationPay || input.tax.code === 'WT') return []
  const rows = input.hours
    .filter((line) => isByTheHour(line) && line.value.gt(ZERO))
    .map(({ value, ratePerUnit, date, week }) => ({
      hours: value,
      paid: value.times(ratePerUnit),
      ...(date === undefined ? {} : { date }),
      ...(week === undefined ? {} : { week }),
    }))
  const period = {
    ...input,
    lastDay: input.termination?.terminationDate ?? null,
    workDays: workDaysOf(input),
  }
  const below = hoursBelow(rows, period, (day) => minimumOf(input, rates, day)).map(
    ({ where, hours, paid, least, minimum }) =>
      `${where}${hours.toFixed()} hours earn ${paid.toFixed(2)}, less than the ${minimum.words} minimum wage of ${minimum.rate.toFixed(2)} an hour, which is ${least.toFixed(2)} (Minimum Wage Act 1983 s 6).`,
  )
  return [...below, ...startingOutTooLong(input, rates)]
}
