import { addDays, type CivilDate } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  decimal,
  isZero,
  notBelowZero,
  sum,
  sumTexts,
  toCentOfQuotient,
  toPlaces,
  whole,
  ZERO,
} from '../../../../kernel/values/money.ts'
import type { PastQuestion } from '../../../../payroll/history.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import { anniversariesUpTo, type YearMove } from '../input/anniversaries.ts'
import { exactWeeks } from '../input/exact-weeks.ts'
import { isWeeklyPayType } from '../input/leave-types.ts'

/* Weeks that another pay granted for an anniversary that the employment did not reach, and the holidays taken out of them. */

export type ReversedWeeks = {
  weeks: Decimal
  /** The amount paid for holidays out of these weeks, which turn out to be in advance (s 23). */
  inAdvance: Decimal
}

/** Null when the employment continues, or reached every anniversary granted. `weeksLeft` is the balance before the final pay. */
export function reversedWeeks(
  pays: readonly NzPastPay[],
  { startDate, lastDay }: PastQuestion,
  moves: readonly YearMove[],
  weeksLeft: Decimal,
  isCorrected = false,
): ReversedWeeks | null {
  if (lastDay === null) return null
  const reached = addDays(lastDay, 1)
  const tooEarly = (pay: NzPastPay): Decimal => {
    const earned = decimal(pay.annualWeeksEarned)
    if (pay.isTermination || earned.lte(ZERO)) return ZERO
    const given = anniversariesUpTo(startDate, pay.periodEnd, moves).filter(
      (day) => day >= pay.annualHolidaysFrom,
    )
    // The anniversary has since moved past the pay, because unpaid leave continued.
    if (given.length === 0)
      return isMovedBeyond(pay, { startDate, reached }, isCorrected, moves) ? earned : ZERO
    const late = given.filter((day) => day > reached).length
    return late === 0 ? ZERO : earned.times(whole(late)).div(whole(given.length))
  }
  const weeks = sum(pays.map(tooEarly))
  if (isZero(weeks)) return null
  return { weeks, inAdvance: inAdvanceAfterAll(pays, tooEarly, weeksLeft) }
}

/**
 * Whether the employment ended before the anniversary for which a pay granted weeks: unpaid leave moved it, or the start of the
 * employment was corrected. This does not apply to weeks before a closedown.
 */
function isMovedBeyond(
  pay: NzPastPay,
  { startDate, reached }: { startDate: CivilDate; reached: CivilDate },
  isCorrected: boolean,
  moves: readonly YearMove[],
): boolean {
  if ((moves.length === 0 && !isCorrected) || pay.periodEnd < startDate) return false
  return !anniversariesUpTo(startDate, reached, moves).some((day) => day > pay.periodEnd)
}

/**
 * The holidays since the pay that granted the weeks, counted as if it had not granted them, less those
 * already counted as in advance.
 */
function inAdvanceAfterAll(
  pays: readonly NzPastPay[],
  tooEarly: (pay: NzPastPay) => Decimal,
  weeksLeft: Decimal,
): Decimal {
  const from =
    pays
      .filter((pay) => !isZero(tooEarly(pay)))
      .map((pay) => pay.periodEnd)
      .sort()[0] ?? ''
  const since = pays
    .filter((pay) => !pay.isTermination && pay.periodEnd >= from)
    .sort((a, b) => (a.periodEnd === b.periodEnd ? a.id - b.id : a.periodEnd < b.periodEnd ? -1 : 1))
  const moved = sum(since.map((pay) => decimal(pay.annualWeeksEarned).minus(taken(pay).weeks)))
  let entitled = weeksLeft.minus(moved)
  let inAdvance = ZERO
  for (const pay of since) {
    const { weeks, paid } = taken(pay)
    entitled = entitled.plus(decimal(pay.annualWeeksEarned)).minus(tooEarly(pay))
    const beyond = exactWeeks(weeks.minus(notBelowZero(entitled)))
    if (beyond.gt(ZERO))
      inAdvance = inAdvance.plus(toCentOfQuotient(paid.times(beyond).div(exactWeeks(weeks))))
    entitled = entitled.minus(weeks)
  }
  return notBelowZero(inAdvance.minus(sumTexts(since.map((pay) => pay.inAdvance))))
}

/** Weeks of annual holidays that a pay took, and the amount paid for them. */
function taken({ details }: NzPastPay): { weeks: Decimal; paid: Decimal } {
  const rows = (details?.lines ?? []).filter(
    (line) => line.kind === 'leave' && isWeeklyPayType(line.leaveType),
  )
  const hoursPerWeek = decimal(details?.hoursPerDay ?? '0').times(decimal(details?.daysPerWeek ?? '0'))
  if (isZero(hoursPerWeek)) return { weeks: ZERO, paid: ZERO }
  const hours = sumTexts(rows.map((line) => line.quantity ?? '0'))
  return { weeks: toPlaces(hours.div(hoursPerWeek), 6), paid: sumTexts(rows.map((line) => line.amount)) }
}
