import { addMonths, type CivilDate, daysBetween, partsOf } from '../../../../kernel/values/dates.ts'
import { type Decimal, notBelowZero, sum, toPlaces, whole, ZERO } from '../../../../kernel/values/money.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { cite } from '../../../../payroll/sources.ts'
import { Trace } from '../../../../payroll/trace.ts'
import { anniversariesUpTo, leaveYearStart } from '../input/anniversaries.ts'
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

function convertAnnual(held: HeldBefore, day: CivilDate, { before, next }: Tables, trace: Trace): Decimal {
  const { annualWeeks: weeks, hoursPerWeek: ordinaryWeek } = held
  const entitled = trace.product({
    name: 'employment-leave.annual-entitled',
    formula: 'weeks held × ordinary weekly hours',
    multiply: { weeks, ordinaryWeek },
    rule: `${SCHEDULE} cl 12(2)`,
    source: cite(next),
  })
  const since = anniversariesUpTo(held.startDate, day).at(-1) ?? held.startDate
  const begun = shareOfYear(
    { ordinary: ordinaryWeek, ofYear: before.value.annualWeeksPerYear },
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
  const since =
    addMonths(held.startDate, sick.afterMonths) > day
      ? held.startDate
      : (leaveYearStart(held.startDate, day, sick.afterMonths) ?? held.startDate)
  const begun = shareOfYear(
    { ordinary: held.hoursPerDay, ofYear: sick.daysPerYear },
    daysSince(since, day, held),
    day,
    { name: 'employment-leave.sick-of-this-year', rule: `${SCHEDULE} cl 18(3)` },
    next,
    trace,
  )
  return sum([entitled, begun])
}

const daysSince = (since: CivilDate, day: CivilDate, { daysNotCounted = ZERO }: HeldBefore): Decimal =>
  notBelowZero(whole(daysBetween(since, day)).minus(daysNotCounted))

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
