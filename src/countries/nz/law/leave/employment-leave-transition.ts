import { addMonths, type CivilDate, daysBetween, partsOf } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  isZero,
  notBelowZero,
  sum,
  toPlaces,
  whole,
  ZERO,
} from '../../../../kernel/values/money.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { cite } from '../../../../payroll/sources.ts'
import { Trace } from '../../../../payroll/trace.ts'
import { anniversariesUpTo, leaveYearStart, type YearMove } from '../input/anniversaries.ts'
import type { EmploymentLeaveRates, HolidayRates } from '../rates/rates.ts'
import type { LeaveHours } from './employment-leave.ts'

/*
 * Converts Holidays Act balances to hours on the first day of the Employment Leave Act 2026 (Schedule 1). Entitled leave is
 * converted (type A), and the current year is prorated by days (type B). Unverified: see employment-leave.ts.
 */

const SCHEDULE = 'Employment Leave Act 2026 Schedule 1'

export type HeldBefore = {
  startDate: CivilDate
  /** Entitled weeks and days of the Holidays Act, negative when taken in advance. */
  annualWeeks: Decimal
  sickDays: Decimal
  /** The agreed hours. */
  hoursPerWeek: Decimal
  hoursPerDay: Decimal
  /** Days of the current year that do not count, because of unpaid leave of more than a week. */
  daysNotCounted?: Decimal
  /** The agreed entitlement of a year. Absent for that of the Act. */
  weeksPerYear?: Decimal
  sickDaysPerYear?: Decimal
  /**
   * The day from which the twelve months count if it is not the start, and the unpaid leave that moved it.
   */
  yearStart?: CivilDate
  yearMoves?: readonly YearMove[]
  /** False when no part of a year is held, because a casual employee is not entitled. */
  hasYearBegun?: boolean
  /** False when the annual holidays of the year so far were paid with the wages. */
  isAnnualYearHeld?: boolean
}

type Tables = { before: Dated<HolidayRates>; next: Dated<EmploymentLeaveRates> }

/** The employee's leave hours on the first day, with their steps. */
export function convertBalances(
  held: HeldBefore,
  day: CivilDate,
  tables: Tables,
  trace = new Trace(),
): LeaveHours {
  return { annual: convertAnnual(held, day, tables, trace), sick: convertSick(held, day, tables, trace) }
}

/** Alternative holidays in ordinary hours of a day. The clauses about them (21 to 24) were not in the transcription. */
export function convertDays(
  days: Decimal,
  ordinaryDay: Decimal,
  next: Dated<EmploymentLeaveRates>,
  trace: Trace,
): Decimal {
  if (isZero(days)) return ZERO
  return trace.product({
    name: 'employment-leave.alternative-converted',
    formula: 'days held × ordinary daily hours',
    multiply: { days, ordinaryDay },
    rule: `${SCHEDULE} cl 21 to 24`,
    source: cite(next),
  })
}

function convertAnnual(held: HeldBefore, day: CivilDate, { before, next }: Tables, trace: Trace): Decimal {
  const { annualWeeks: weeks, hoursPerWeek: ordinaryWeek } = held
  const entitled = trace.product({
    name: 'employment-leave.annual-entitled',
    formula: 'weeks held × ordinary weekly hours',
    multiply: { weeks, ordinaryWeek },
    rule: `${SCHEDULE} cl 12(2)`,
    source: cite(next),
  })
  if (held.hasYearBegun === false || held.isAnnualYearHeld === false) return entitled
  const yearStart = held.yearStart ?? held.startDate
  const since = anniversariesUpTo(yearStart, day, held.yearMoves).at(-1) ?? yearStart
  const begun = shareOfYear(
    { ordinary: ordinaryWeek, ofYear: held.weeksPerYear ?? before.value.annualWeeksPerYear },
    daysSince(since, day, held),
    day,
    { name: 'employment-leave.annual-of-this-year', rule: `${SCHEDULE} cl 12(3)` },
    next,
    trace,
  )
  return sum([entitled, begun])
}

function convertSick(held: HeldBefore, day: CivilDate, { before, next }: Tables, trace: Trace): Decimal {
  const { sick } = before.value
  const entitled = trace.product({
    name: 'employment-leave.sick-entitled',
    formula: 'days held × ordinary daily hours',
    multiply: { days: held.sickDays, ordinaryDay: held.hoursPerDay },
    rule: `${SCHEDULE} cl 18(2)`,
    source: cite(next),
  })
  if (held.hasYearBegun === false) return entitled
  const since =
    addMonths(held.startDate, sick.afterMonths) > day
      ? held.startDate
      : (leaveYearStart(held.startDate, day, sick.afterMonths) ?? held.startDate)
  const begun = shareOfYear(
    { ordinary: held.hoursPerDay, ofYear: held.sickDaysPerYear ?? sick.daysPerYear },
    daysSince(since, day, held),
    day,
    { name: 'employment-leave.sick-of-this-year', rule: `${SCHEDULE} cl 18(3)` },
    next,
    trace,
  )
  return sum([entitled, begun])
}

/** Days of the year so far, without those that do not count. Unpaid leave is left out from its second week on. */
function daysSince(
  since: CivilDate,
  day: CivilDate,
  { daysNotCounted = ZERO, yearMoves = [] }: HeldBefore,
): Decimal {
  const unpaid = yearMoves
    .filter(({ upTo }) => upTo > since)
    .map(({ first, upTo }) => daysBetween(first < since ? since : first, upTo > day ? day : upTo))
  return notBelowZero(
    whole(daysBetween(since, day))
      .minus(daysNotCounted)
      .minus(sum(unpaid.map((days) => notBelowZero(whole(days))))),
  )
}

/** Hours of an ordinary week or day × the yearly entitlement × days of the year so far ÷ days of the year. */
function shareOfYear(
  { ordinary, ofYear }: { ordinary: Decimal; ofYear: Decimal },
  days: Decimal,
  day: CivilDate,
  words: { name: string; rule: string },
  table: Dated<EmploymentLeaveRates>,
  trace: Trace,
): Decimal {
  return trace.made({
    ...words,
    formula:
      'ordinary hours × entitlement of a year × days since it was last given ÷ days of the year, to five places',
    inputs: { ordinary, ofYear, days, daysOfYear: whole(daysOfYear(day)) },
    make: (of) => toPlaces(of.ordinary.times(of.ofYear).times(of.days).div(of.daysOfYear), 5),
    source: cite(table),
  })
}

function daysOfYear(day: CivilDate): number {
  const { year } = partsOf(day)
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return isLeap ? 366 : 365
}
