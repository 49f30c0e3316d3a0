import { type CivilDate, completedYears } from '../../../../kernel/values/dates.ts'
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
  const { [kind]: rate, fromAge } = rates.minimumWage.at(day).value
  if (dateOfBirth !== null && completedYears(dateOfBirth, day) < fromAge) return null
  return { rate, words: WORDS[kind] }
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
  return hoursBelow(rows, period, (day) => minimumOf(input, rates, day)).map(
    ({ where, hours, paid, least, minimum }) =>
      `${where}${hours.toFixed()} hours earn ${paid.toFixed(2)}, less than the ${minimum.words} minimum wage of ${minimum.rate.toFixed(2)} an hour, which is ${least.toFixed(2)} (Minimum Wage Act 1983 s 6).`,
  )
}
