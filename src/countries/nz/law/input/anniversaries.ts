import { addDays, addMonths, addYears, type CivilDate, daysBetween } from '../../../../kernel/values/dates.ts'
import { type Decimal, ONE, whole, ZERO } from '../../../../kernel/values/money.ts'
import type { LeaveSpell } from './leave-spells.ts'

/*
 * The days on which twelve months of employment are complete (Holidays Act 2003 s 16). Unpaid leave of more than a week does not
 * count unless employer and employee agree. Each anniversary moves later by the unpaid leave of its year beyond the first week.
 */

/** Unpaid leave that moves later anniversaries: the first day beyond its first week, and the day after it ends. */
export type YearMove = { first: CivilDate; upTo: CivilDate }

/** Paid weeks of the year before an anniversary, of which a final pay has already paid the 8%. */
export type WeeksSettled = { anniversary: CivilDate; weeks: Decimal }

const DAYS_OF_WEEK = 7

/** The part of each spell beyond its first week, in calendar days. A part day is dropped in the employee's favour. */
export function yearMovesOf(
  spells: readonly (Pick<LeaveSpell, 'first' | 'days'> & { week: { daysPerWeek: Decimal } })[],
): YearMove[] {
  return spells.flatMap(({ first, days, week: { daysPerWeek } }) => {
    if (daysPerWeek.lte(ZERO)) return []
    const beyond = days.minus(daysPerWeek).times(whole(DAYS_OF_WEEK)).div(daysPerWeek)
    const start = addDays(first, DAYS_OF_WEEK)
    let upTo = start
    for (let day = ONE; day.lte(beyond); day = day.plus(ONE)) upTo = addDays(upTo, 1)
    return upTo > start ? [{ first: start, upTo }] : []
  })
}

/** The anniversaries up to a day, oldest first. `moves` must be in date order. */
export function anniversariesUpTo(
  start: CivilDate,
  upTo: CivilDate,
  moves: readonly YearMove[] = [],
): CivilDate[] {
  const reached: CivilDate[] = []
  let next = 0
  let moved = 0
  for (let years = 1; ; years++) {
    let day = addDays(addYears(start, years), moved)
    for (let move = moves[next]; move && move.first < day; move = moves[next]) {
      moved += daysBetween(move.first, move.upTo)
      day = addDays(addYears(start, years), moved)
      next += 1
    }
    if (day > upTo) return reached
    reached.push(day)
  }
}

const MONTHS_OF_YEAR = 12

/**
 * The latest start of a year of sick or family violence leave, up to the given day. The first year starts `afterMonths` months
 * after the start of the employment, and the others follow yearly. Null when none has started.
 */
export function leaveYearStart(start: CivilDate, day: CivilDate, afterMonths: number): CivilDate | null {
  let from: CivilDate | null = null
  for (let months = afterMonths; addMonths(start, months) <= day; months += MONTHS_OF_YEAR)
    from = addMonths(start, months)
  return from
}
