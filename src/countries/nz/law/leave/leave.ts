import { addDays, addMonths, type CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, greater, isZero, sum, toPlaces, whole, ZERO } from '../../../../kernel/values/money.ts'
import { present } from '../../../../kernel/values/present.ts'
import { balanceAfter } from '../../../../payroll/balances.ts'
import type { LeaveType } from '../../../../payroll/input.ts'
import { periodStartFor } from '../../../../payroll/pay-periods.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import type { LeaveMovement } from '../../../../payroll/result.ts'
import { cite, FIGURES_OF_THIS_PAY, HOLIDAYS_ACT } from '../../../../payroll/sources.ts'
import { rowsAsTerms, type Trace } from '../../../../payroll/trace.ts'
import { fixedPattern } from '../../../../payroll/work-pattern.ts'
import { hasOtherTerms } from '../input/day-terms.ts'
import type { NzPayInput } from '../input/input.ts'
import { upToWhole } from '../input/leave-spells.ts'
import { isAlternativeType, isWeeklyPayType } from '../input/leave-types.ts'
import { workDaysSource } from '../public-holidays/public-holiday-work.ts'
import type { HolidayRates } from '../rates/rates.ts'
import { newSickDays } from './holidays.ts'
import { daysOfLeave, leaveDayCount, weeksOfRow } from './leave-days.ts'
import { anniversariesSince, annualYearsSince, lastDayOfService, sickYearsSince } from './leave-years.ts'
import { withoutWeeksPaidOut } from './weeks-paid-out.ts'

/*
 * Annual holidays are stored as the Act defines them: whole weeks that the employee becomes entitled to on each anniversary of
 * the start (s 16). They do not accrue with every pay. Before the anniversary there is only a right to 8% of earnings at the end,
 * so a proportional balance would be paid out twice. Holidays taken in advance make the balance negative until the next
 * anniversary. Sick days are granted after six months and then every year, up to 20. Alternative holidays are whole days for
 * public holidays worked.
 */

export type LeaveMoves = {
  movements: readonly LeaveMovement[]
  /** Entitled weeks after this pay's movements. */
  entitledWeeks: Decimal
  altDays: Decimal
  /**
   * True when an anniversary is after the last paid period, so the 8% starts again. False when its weeks are only granted late,
   * because pays after it already exist.
   */
  hasAnniversary: boolean
  /** Leave hours after this pay's movements, when it follows the Employment Leave Act 2026. */
  hours?: { annual: Decimal; sick: Decimal; alternative: Decimal }
}

/** The leave movements of this pay. */
export function moveLeave(
  input: NzPayInput,
  table: Dated<HolidayRates>,
  trace: Trace,
  worked: readonly CivilDate[] = [],
): LeaveMoves {
  const since = firstDayNotCounted(input)
  const earned = earnAnnualWeeks(input, input.annualHolidaysFrom ?? since, table, trace).minus(
    takeBackWeeks(input, trace),
  )
  const weeks = takenWeeks(input, trace)
  const days = takenAlternativeDays(input, trace)
  const altEarned = earnAlternativeDays(input, worked, trace)
  const movements: LeaveMovement[] = [
    { balance: 'annual_holidays_weeks', kind: 'accrued', amount: earned },
    { balance: 'annual_holidays_weeks', kind: 'taken', amount: weeks.times('-1') },
    { balance: 'alt_holiday_days', kind: 'accrued', amount: altEarned },
    { balance: 'alt_holiday_days', kind: 'taken', amount: days.times('-1') },
    {
      balance: 'sick_days',
      kind: 'accrued',
      amount: earnSickDays(input, input.sickLeaveFrom ?? since, table, trace),
    },
    { balance: 'sick_days', kind: 'taken', amount: takenSickDays(input, trace).times('-1') },
  ]
  return {
    movements: movements.filter((movement) => !isZero(movement.amount)),
    entitledWeeks: input.leaveBalances.annualHolidaysWeeks.plus(earned).minus(weeks),
    altDays: input.leaveBalances.altHolidayDays.plus(altEarned).minus(days),
    hasAnniversary: earned.gt(ZERO) && anniversariesSince(since, input).length > 0,
  }
}

/** Clears the balances that a termination pays out. */
export function payOutLeave(moves: LeaveMoves): LeaveMovement[] {
  const movements: LeaveMovement[] = [
    { balance: 'annual_holidays_weeks', kind: 'paid-out', amount: moves.entitledWeeks.times('-1') },
    { balance: 'alt_holiday_days', kind: 'paid-out', amount: moves.altDays.times('-1') },
  ]
  return movements.filter((movement) => !isZero(movement.amount))
}

/** Explains the balances after the pay, and the equivalent hours of weeks and days. */
export function explainBalances(input: NzPayInput, movements: readonly LeaveMovement[], trace: Trace): void {
  const { annualHolidaysWeeks, altHolidayDays, sickDays } = input.leaveBalances
  const { hoursPerDay, daysPerWeek } = input
  const after = (name: string, balance: LeaveMovement['balance'], before: Decimal) =>
    balanceAfter(`leave.${name}-balance`, balance, before, movements, trace)
  const inHours = (name: string, amount: Decimal, hoursOfOne: Decimal, rule: string) => {
    if (isZero(amount)) return
    trace.product({
      name: `leave.${name}-balance-hours`,
      formula: 'balance × hours of an ordinary week or day, to four places',
      multiply: { balance: amount, hoursOfOne },
      to: (hours) => toPlaces(hours, 4),
      rule,
      source: FIGURES_OF_THIS_PAY,
    })
  }
  const weeks = after('annual-weeks', 'annual_holidays_weeks', annualHolidaysWeeks)
  inHours('annual-weeks', weeks, hoursPerDay.times(daysPerWeek), 'Holidays Act 2003 s 17')
  const sick = after('sick-days', 'sick_days', sickDays)
  inHours('sick-days', sick, hoursPerDay, 'Holidays Act 2003 s 65')
  const days = after('alternative-days', 'alt_holiday_days', altHolidayDays)
  inHours('alternative-days', days, hoursPerDay, 'Holidays Act 2003 s 57')
}

/** A whole day for each public holiday worked that is otherwise a working day, however short the work. */
function earnAlternativeDays(input: NzPayInput, worked: readonly CivilDate[], trace: Trace): Decimal {
  const said = input.leaveSettings.alternativeDaysEarned
  if (worked.length === 0) return said
  return trace.sum({
    name: 'leave.alternative-days',
    formula: 'public holidays worked that are otherwise working days + days entered separately',
    add: { holidays: whole(worked.length), said },
    about: { dates: worked.join(' '), workDaysKnownFrom: workDaysSource(input) },
    rule: 'Holidays Act 2003 s 56',
    source: HOLIDAYS_ACT,
  })
}

/** Weeks of an anniversary that the employment did not reach. Another pay granted them before the last day was known. */
function takeBackWeeks({ holidayHistory, termination }: NzPayInput, trace: Trace): Decimal {
  const given = holidayHistory.weeksTakenBack ?? ZERO
  if (isZero(given) || termination === null) return ZERO
  return trace.sum({
    name: 'leave.annual-weeks-taken-back',
    formula: 'weeks that were given for an anniversary after the last day',
    add: { given },
    about: { lastDay: termination.terminationDate },
    rule: 'Holidays Act 2003 ss 16 and 23',
    source: HOLIDAYS_ACT,
  })
}

function earnAnnualWeeks(
  input: NzPayInput,
  since: CivilDate,
  table: Dated<HolidayRates>,
  trace: Trace,
): Decimal {
  const least = table.value.annualWeeksPerYear
  const years = annualYearsSince(since, input, table.value)
  if (years.length === 0) return ZERO
  const byWeeks = Map.groupBy(years, ({ granted }) => granted.toFixed())
  const earned = sum(
    [...byWeeks.values()].map((same) =>
      trace.product({
        name: 'leave.annual-weeks',
        formula: `weeks of a year × anniversaries of the start; never below ${least} weeks a year`,
        multiply: { weeks: present(same[0]).granted, anniversaries: whole(same.length) },
        about: { start: input.startDate, from: since },
        rule: 'Holidays Act 2003 s 16',
        source: cite(table),
      }),
    ),
  )
  return withoutWeeksPaidOut(input, since, earned, table, trace)
}

function earnSickDays(
  input: NzPayInput,
  since: CivilDate,
  table: Dated<HolidayRates>,
  trace: Trace,
): Decimal {
  const { sick } = table.value
  const { isLeaveEnabled, isCasual, sickDaysPerYear } = input.leaveSettings
  const begun = sickYearsSince(since, input, sick)
  const years = begun.map(({ granted }) => granted)
  const takenBefore = sickDaysBefore(begun[0]?.day, input)
  if (years.length === 0 && isLeaveEnabled && isCasual && beginsCasualYear(input, sick.afterMonths))
    years.push(greater(sickDaysPerYear ?? ZERO, sick.daysPerYear))
  if (years.length === 0) return ZERO
  return newSickDays(input.leaveBalances.sickDays.minus(takenBefore), sum(years), table, trace)
}

/** Days of sick leave in this pay before a day. They are not carried over (s 66). */
function sickDaysBefore(day: CivilDate | undefined, input: NzPayInput): Decimal {
  if (day === undefined) return ZERO
  const rows = input.leave.filter((line) => line.leaveType === 'SICK' && line.date < day)
  return sum(
    rows.flatMap((line) =>
      line.hours.gt(ZERO)
        ? daysOfLeave(line, input).flatMap(({ date, share }) => (date < day ? [share] : []))
        : [leaveDayCount(line, input)],
    ),
  )
}

/**
 * A casual's first year begins once the hours test is met (s 63), six months after the start at the earliest. The next begins after
 * twelve months.
 */
function beginsCasualYear(input: NzPayInput, afterMonths: number): boolean {
  const { isHoursTestMet, isSickLeaveGiven } = input.holidayHistory
  const isLongEnough = addMonths(input.startDate, afterMonths) <= lastDayOfService(input)
  return Boolean(isHoursTestMet) && !isSickLeaveGiven && isLongEnough
}

function firstDayNotCounted(input: NzPayInput): CivilDate {
  let lastEnd = input.lastPaidPeriodEnd ?? null
  for (const pay of input.earlierPays)
    if (!pay.isAhead && (lastEnd === null || pay.periodEnd > lastEnd)) lastEnd = pay.periodEnd
  return lastEnd === null ? periodStartFor(input.payPeriod, input.periodEnd) : addDays(lastEnd, 1)
}

function takenWeeks(input: NzPayInput, trace: Trace): Decimal {
  if (hasOtherTerms(input)) return takenWeeksByDay(input, trace)
  const hours = hoursOf(input, isWeeklyPayType)
  const hoursPerWeek = input.hoursPerDay.times(input.daysPerWeek)
  if (isZero(hours) || isZero(hoursPerWeek)) return ZERO
  return trace.product({
    name: 'leave.annual-weeks-taken',
    formula: 'hours of annual holidays ÷ hours of an ordinary week, to six places',
    multiply: { hours },
    divide: { hoursPerWeek },
    to: (weeks) => toPlaces(weeks, 6),
    rule: 'Holidays Act 2003 s 17',
    source: HOLIDAYS_ACT,
  })
}

/** Where the week changes within the pay, each day is a share of its own week. */
function takenWeeksByDay(input: NzPayInput, trace: Trace): Decimal {
  const rows = input.leave.filter((line) => isWeeklyPayType(line.leaveType) && !isZero(line.hours))
  if (rows.length === 0) return ZERO
  return trace.sum({
    name: 'leave.annual-weeks-taken',
    formula: 'hours of annual holidays ÷ hours of the ordinary week of their day, to six places',
    add: rowsAsTerms(rows.map((line) => weeksOfRow(line, input))),
    to: (weeks) => toPlaces(weeks, 6),
    rule: 'Holidays Act 2003 s 17',
    source: HOLIDAYS_ACT,
  })
}

/** Sick leave is owed in days (s 65). A row uses the days, or part days, that its hours cover. */
function takenSickDays(input: NzPayInput, trace: Trace): Decimal {
  const rows = input.leave.filter((line) => line.leaveType === 'SICK')
  if (isZero(sum(rows.map((line) => line.hours)))) return ZERO
  return trace.sum({
    name: 'leave.sick-days-taken',
    formula: 'the days of each row: its hours ÷ the hours of its days by the pattern, else of a standard day',
    add: rowsAsTerms(rows.map((line) => leaveDayCount(line, input))),
    about: { workDaysKnownFrom: workDaysSource(input) },
    rule: 'Holidays Act 2003 s 65',
    source: HOLIDAYS_ACT,
  })
}

/** An alternative holiday is a whole day, however short the time it replaces (s 57). */
function takenAlternativeDays(input: NzPayInput, trace: Trace): Decimal {
  const hours = hoursOf(input, isAlternativeType)
  if (isZero(hours) || isZero(input.hoursPerDay)) return ZERO
  if (fixedPattern(input.leaveSettings.workPattern)) return alternativeDaysByPattern(input, trace)
  return trace.product({
    name: 'leave.alternative-days-taken',
    formula: 'hours ÷ hours of a day, up to whole days',
    multiply: { hours },
    divide: { hoursPerDay: input.hoursPerDay },
    to: upToWhole,
    rule: 'Holidays Act 2003 s 57',
    source: HOLIDAYS_ACT,
  })
}

/** A row of a long day is one day, not a day and a part of another. */
function alternativeDaysByPattern(input: NzPayInput, trace: Trace): Decimal {
  const rows = input.leave.filter((line) => isAlternativeType(line.leaveType))
  return trace.sum({
    name: 'leave.alternative-days-taken',
    formula: 'the days of the rows by the work pattern, up to whole days',
    add: rowsAsTerms(rows.map((line) => leaveDayCount(line, input))),
    about: { workDaysKnownFrom: workDaysSource(input) },
    to: upToWhole,
    rule: 'Holidays Act 2003 s 57',
    source: HOLIDAYS_ACT,
  })
}

function hoursOf(input: NzPayInput, isOfType: (type: LeaveType) => boolean): Decimal {
  let hours = ZERO
  for (const line of input.leave) if (isOfType(line.leaveType)) hours = hours.plus(line.hours)
  return hours
}
