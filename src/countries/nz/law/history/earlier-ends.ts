import { addDays, type CivilDate, daysBetween } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  notBelowZero,
  sum,
  sumTexts,
  toPlaces,
  whole,
  ZERO,
} from '../../../../kernel/values/money.ts'
import type { PastQuestion } from '../../../../payroll/history.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import { anniversariesUpTo, type WeeksSettled, type YearMove } from '../input/anniversaries.ts'

/*
 * An employment can end and continue: the employee is reinstated with continued service. The first final pay has paid the 8% of
 * its earnings and the weeks left, so they count as paid (Holidays Act 2003 ss 23(2) and 25(2)).
 */

type FinalPay = NzPastPay & { lastDay: CivilDate }

/** The final pays that settled leave of the same service before this pay, oldest first. */
export function earlierEnds(pays: readonly NzPastPay[], { lastDay, timing }: PastQuestion): FinalPay[] {
  const end = lastDay ?? timing.periodEnd
  return pays
    .filter((pay): pay is FinalPay => pay.isTermination && pay.lastDay !== null && pay.lastDay < end)
    .toSorted((a, b) => (a.lastDay < b.lastDay ? -1 : 1))
}

/** Whether a final pay has already paid the 8% of a pay. Wages made after it carry their own 8%. */
export function isSettledAt(pay: NzPastPay, ends: readonly FinalPay[]): boolean {
  return ends.some((final) => final === pay || isBefore(pay, final))
}

const isBefore = (pay: NzPastPay, final: FinalPay) =>
  (pay.periodEnd <= final.lastDay ||
    (pay.payPeriod === final.payPeriod && pay.periodEnd === final.periodEnd)) &&
  (final.id === 0 || (pay.id !== 0 && pay.id <= final.id))

/** Empty where no employment of this service ended before. */
export function weeksSettled(
  pays: readonly NzPastPay[],
  past: PastQuestion,
  moves: readonly YearMove[],
): WeeksSettled[] {
  const ends = earlierEnds(pays, past)
  if (ends.length === 0) return []
  const reached = past.lastDay === null ? past.timing.periodEnd : addDays(past.lastDay, 1)
  return anniversariesUpTo(past.startDate, reached, moves).flatMap((anniversary, index, all) => {
    const weeks = toPlaces(weeksUpToEnds(pays, ends, all[index - 1] ?? past.startDate, anniversary), 6)
    return weeks.gt(ZERO) ? [{ anniversary, weeks }] : []
  })
}

/** The weeks of a year up to the last day of each employment, without unpaid leave and the time between employments. */
function weeksUpToEnds(
  pays: readonly NzPastPay[],
  ends: readonly FinalPay[],
  yearStart: CivilDate,
  anniversary: CivilDate,
): Decimal {
  const inYear = ends.filter(({ lastDay }) => lastDay >= yearStart && addDays(lastDay, 1) < anniversary)
  const spans = inYear.map(({ lastDay }) => {
    const previous = ends.findLast((end) => end.lastDay < lastDay)
    const from = previous ? firstDayAfter(previous, pays) : yearStart
    return { from: from > yearStart ? from : yearStart, lastDay }
  })
  return notBelowZero(
    sum(
      spans.map(({ from, lastDay }) => {
        const own = pays.filter((pay) => pay.periodEnd >= from && pay.periodStart <= lastDay)
        return whole(daysBetween(from, addDays(lastDay, 1)))
          .div(whole(7))
          .minus(sumTexts(own.map((pay) => pay.unpaidWeeks)))
      }),
    ),
  )
}

/** The first day of the pays after an employment ended. */
function firstDayAfter({ lastDay }: FinalPay, pays: readonly NzPastPay[]): CivilDate {
  const next = addDays(lastDay, 1)
  const starts = pays.filter((pay) => pay.periodEnd > lastDay).map(({ periodStart }) => periodStart)
  const first = starts.toSorted()[0]
  return first !== undefined && first > next ? first : next
}
