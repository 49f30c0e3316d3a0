import { addDays, completedYears } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  isZero,
  notBelowZero,
  ONE,
  sum,
  toPlaces,
  whole,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { Trace } from '../../../../payroll/trace.ts'
import { upToWhole } from '../input/leave-spells.ts'
import { isAlternativeType } from '../input/leave-types.ts'
import { ONLY_HOLIDAYS_OWED } from '../input/termination.ts'
import { holidaysActOn } from '../rates/next-act.ts'
import type { HolidayRates } from '../rates/rates.ts'
import { alternativeHolidays, eightPercentOwed, entitledHolidays } from '../termination/holidays.ts'
import { type About, inputOf } from './history-input.ts'
import { type HistoryFinal, weeksTaken } from './history-pays.ts'
import type { CheckedPayment } from './payments.ts'

/* The final holiday pay of another system's history. */

/** Checks final holiday pay: the weeks not taken, and the 8%. */
export function checkFinal(about: About): CheckedPayment[] {
  const { final } = about.period
  if (final === null) return []
  const termination = { ...ONLY_HOLIDAYS_OWED, terminationDate: final.lastDay }
  const input = inputOf(about, [], termination, about.past.slice(about.first))
  const table = holidaysActOn(final.lastDay, about.rates)
  const trace = new Trace()
  const alternative = alternativeDaysLeft(about)
  const moves = {
    movements: [],
    entitledWeeks: entitledWeeks(about, final, table.value),
    altDays: alternative.days,
    hasAnniversary: false,
  }
  const ending = { termination, input, moves, table, rates: about.rates, warnings: [] }
  const unusedHoliday = entitledHolidays(ending, trace)
  const eightPercent = eightPercentOwed(ending, { rows: ZERO, unusedHoliday, inAdvance: ZERO }, trace)
  return [
    {
      type: 'FINAL_HOLIDAY_PAY',
      description: 'Holidays not taken and 8% of gross earnings',
      date: final.lastDay,
      hours: final.hours,
      owed: sum([unusedHoliday, eightPercent, alternativeHolidays(ending, trace)]),
      paid: final.paid,
      rule: `Holidays Act 2003 ss 23 to 27${isZero(alternative.days) ? ' and 40' : ', 40 and 60'}`,
      steps: trace.steps,
      assumes: [final.assumes, alternative.assumes].filter((each) => typeof each === 'string'),
    },
  ]
}

/** The hours given in the history, or else four weeks for each anniversary reached, less all weeks taken. */
function entitledWeeks(
  { startDate, periods, found }: About,
  final: HistoryFinal,
  table: HolidayRates,
): Decimal {
  const { hoursPerWeek } = periods.findLast((period) => period.end <= final.lastDay) ?? periods[0] ?? NO_HOURS
  if (isZero(hoursPerWeek)) return ZERO
  if (final.hours !== null) return final.hours.div(hoursPerWeek)
  const years = completedYears(startDate, addDays(final.lastDay, 1))
  const taken = sum(periods.map(weeksTaken)).minus(found.weeksBack)
  return toPlaces(table.annualWeeksPerYear.times(whole(years)).minus(taken), 6)
}
const NO_HOURS = { hoursPerWeek: ZERO }

/**
 * Alternative holidays that were granted, or should have been, and not taken (s 60). They are known only where the history begins
 * with the employment and gives them.
 */
function alternativeDaysLeft({ startDate, periods, found }: About): {
  days: Decimal
  assumes: string | null
} {
  const granted = periods.flatMap(({ alternativeDays }) => alternativeDays ?? [])
  const isWhole = (periods[0]?.start ?? startDate) <= startDate
  if (granted.length === 0 || !isWhole) return { days: ZERO, assumes: null }
  const taken = periods.flatMap(({ leave, hoursPerWeek, daysPerWeek }) =>
    leave
      .filter(({ type }) => isAlternativeType(type))
      .map(({ hours }) =>
        isZero(hoursPerWeek) ? ONE : upToWhole(hours.times(daysPerWeek).div(hoursPerWeek)),
      ),
  )
  const days = notBelowZero(sum(granted).plus(whole(found.alternativeDays)).minus(sum(taken)))
  if (isZero(days)) return { days, assumes: null }
  return {
    days,
    assumes: `Alternative holidays that were not taken (${days.toFixed()}) are assumed to be paid with the final holiday pay.`,
  }
}
