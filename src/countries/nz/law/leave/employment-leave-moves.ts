import { addDays, type CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, greater, isZero, sum, ZERO } from '../../../../kernel/values/money.ts'
import { balanceAfter } from '../../../../payroll/balances.ts'
import { hoursBehind } from '../../../../payroll/earnings.ts'
import type { LeaveType } from '../../../../payroll/input.ts'
import { periodStartFor } from '../../../../payroll/pay-periods.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import type { LeaveMovement } from '../../../../payroll/result.ts'
import { cite } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import { fixedPattern, hoursOn } from '../../../../payroll/work-pattern.ts'
import type { NzPayInput } from '../input/input.ts'
import { isAlternativeType, isClosedownType, isWeeklyPayType } from '../input/leave-types.ts'
import { holidaysActOn } from '../rates/next-act.ts'
import type { EmploymentLeaveRates, NzRates } from '../rates/rates.ts'
import { accrueLeave } from './employment-leave.ts'
import { convertBalances, convertDays, type HeldBefore } from './employment-leave-transition.ts'
import type { LeaveMoves } from './leave.ts'
import { accruingHoursOf } from './standard-hours.ts'

/* Leave movements of a pay under the Employment Leave Act 2026: hours that accrue with every pay, and hours taken. */

export type HoursHeld = { annual: Decimal; sick: Decimal; alternative: Decimal }
const NONE: HoursHeld = { annual: ZERO, sick: ZERO, alternative: ZERO }

const heldBefore = ({ leaveBalances: held }: NzPayInput): HoursHeld => ({
  annual: held.annualLeaveHours ?? ZERO,
  sick: held.sickLeaveHours ?? ZERO,
  alternative: held.altLeaveHours ?? ZERO,
})

/** The leave movements of this pay. The first one also converts what is held in weeks and days. */
export function moveLeaveHours(
  input: NzPayInput,
  next: Dated<EmploymentLeaveRates>,
  rates: NzRates,
  trace: Trace,
  worked: readonly CivilDate[],
): LeaveMoves {
  const before = heldBefore(input)
  const converted = input.convertsLeave ? convert(input, next, rates, trace) : NONE
  const { annual, sick } = accrue(input, before.sick.plus(converted.sick), next, trace)
  const alternative = earnAlternative(input, worked, next, trace)
  const accrued: HoursHeld = {
    annual: converted.annual.plus(annual),
    sick: converted.sick.plus(sick),
    alternative: converted.alternative.plus(alternative),
  }
  const taken: HoursHeld = {
    annual: hoursOf(input, (type) => isWeeklyPayType(type) || isClosedownType(type)),
    sick: hoursOf(input, (type) => type === 'SICK'),
    alternative: hoursOf(input, isAlternativeType),
  }
  const movements: LeaveMovement[] = [
    ...(input.convertsLeave ? clearedBy(input) : []),
    ...KINDS.flatMap(({ kind, balance }): LeaveMovement[] => [
      { balance, kind: 'accrued', amount: accrued[kind] },
      { balance, kind: 'taken', amount: taken[kind].times('-1') },
    ]),
  ]
  const after = (kind: keyof HoursHeld) => before[kind].plus(accrued[kind]).minus(taken[kind])
  return {
    movements: movements.filter((movement) => !isZero(movement.amount)),
    entitledWeeks: ZERO,
    altDays: ZERO,
    hasAnniversary: false,
    hours: { annual: after('annual'), sick: after('sick'), alternative: after('alternative') },
  }
}

const KINDS = [
  { kind: 'annual', balance: 'annual_leave_hours', name: 'annual-hours', of: 'annualLeaveHours' },
  { kind: 'sick', balance: 'sick_leave_hours', name: 'sick-leave-hours', of: 'sickLeaveHours' },
  { kind: 'alternative', balance: 'alt_leave_hours', name: 'alternative-hours', of: 'altLeaveHours' },
] as const

/** Weeks and days become zero when they are converted. */
function clearedBy({ leaveBalances: held }: NzPayInput): LeaveMovement[] {
  const cleared = (balance: LeaveMovement['balance'], amount: Decimal): LeaveMovement => ({
    balance,
    kind: 'accrued',
    amount: amount.times('-1'),
  })
  return [
    cleared('annual_holidays_weeks', held.annualHolidaysWeeks),
    cleared('sick_days', held.sickDays),
    cleared('alt_holiday_days', held.altHolidayDays),
  ]
}

/** The balances that a final pay clears: annual and alternative leave are paid out, sick leave is not. */
export function payOutLeaveHours({ hours = NONE }: LeaveMoves): LeaveMovement[] {
  const movements: LeaveMovement[] = [
    { balance: 'annual_leave_hours', kind: 'paid-out', amount: hours.annual.times('-1') },
    { balance: 'alt_leave_hours', kind: 'paid-out', amount: hours.alternative.times('-1') },
  ]
  return movements.filter((movement) => !isZero(movement.amount))
}

export function explainHours(input: NzPayInput, movements: readonly LeaveMovement[], trace: Trace): void {
  for (const { balance, name, of } of KINDS)
    balanceAfter(`leave.${name}-balance`, balance, input.leaveBalances[of] ?? ZERO, movements, trace)
}

/** Converts on the first day of the first pay period under the Act (Schedule 1 cl 6, 11, 17 and 21). */
function convert(
  input: NzPayInput,
  next: Dated<EmploymentLeaveRates>,
  rates: NzRates,
  trace: Trace,
): HoursHeld {
  const { leaveBalances, leaveSettings, holidayHistory, hoursPerDay, daysPerWeek } = input
  const before = holidaysActOn(next.from, rates)
  const { annualWeeksPerYear, sickDaysPerYear } = leaveSettings
  const held: HeldBefore = {
    startDate: input.startDate,
    annualWeeks: leaveBalances.annualHolidaysWeeks,
    sickDays: leaveBalances.sickDays,
    hoursPerDay,
    hoursPerWeek: hoursPerDay.times(daysPerWeek),
    weeksPerYear: greater(annualWeeksPerYear ?? ZERO, before.value.annualWeeksPerYear),
    sickDaysPerYear: greater(sickDaysPerYear ?? ZERO, before.value.sick.daysPerYear),
    ...(holidayHistory.yearStart ? { yearStart: holidayHistory.yearStart } : {}),
    ...(holidayHistory.yearMoves ? { yearMoves: holidayHistory.yearMoves } : {}),
    isAnnualYearHeld: !leaveSettings.isHolidayPayPaidWithWages,
    ...(leaveSettings.isCasual || !leaveSettings.isLeaveEnabled ? { hasYearBegun: false } : {}),
  }
  const alternative = convertDays(leaveBalances.altHolidayDays, hoursPerDay, next, trace)
  return { ...convertBalances(held, firstDayUnder(next.from, input), { before, next }, trace), alternative }
}

/** The start of the first pay period on or after the Act's first day, counted back from this one. */
function firstDayUnder(first: CivilDate, { payPeriod, periodEnd }: NzPayInput): CivilDate {
  let start = periodStartFor(payPeriod, periodEnd)
  for (;;) {
    const earlier = periodStartFor(payPeriod, addDays(start, -1))
    if (earlier < first) return start
    start = earlier
  }
}

/** A more generous agreement accrues in the same proportion. Casual employees accrue none. */
function accrue(
  input: NzPayInput,
  sickHeld: Decimal,
  next: Dated<EmploymentLeaveRates>,
  trace: Trace,
): { annual: Decimal; sick: Decimal } {
  const { isLeaveEnabled, isCasual } = input.leaveSettings
  const standard = isLeaveEnabled && !isCasual ? accruingHoursOf(input) : ZERO
  if (isZero(standard)) return { annual: ZERO, sick: ZERO }
  const hours = { standard, notCounted: ZERO, additional: ZERO }
  return accrueLeave({ annual: ZERO, sick: sickHeld }, hours, next, trace, input.leaveSettings)
}

/** An hour of alternative leave for each hour worked on a public holiday that is otherwise a working day. */
function earnAlternative(
  input: NzPayInput,
  worked: readonly CivilDate[],
  next: Dated<EmploymentLeaveRates>,
  trace: Trace,
): Decimal {
  const hours = sum(worked.map((day) => hoursWorkedOn(day, input)))
  const said = input.leaveSettings.alternativeDaysEarned.times(input.hoursPerDay)
  if (isZero(hours)) return said
  const earned = trace.product({
    name: 'employment-leave.alternative-hours',
    formula: 'hours worked on public holidays that are otherwise working days × alternative leave of an hour',
    multiply: { hours, perHour: next.value.unread.alternativePerHourWorked },
    about: { dates: worked.join(' ') },
    rule: 'Employment Leave Act 2026 Schedule 1 cl 9: alternative leave per hour worked',
    source: cite(next),
  })
  return earned.plus(said)
}

/** The hours of the rows with this date. A row without a date means the agreed hours of the day. */
function hoursWorkedOn(day: CivilDate, { hours, hoursPerDay, leaveSettings }: NzPayInput): Decimal {
  const dated = hours.filter(({ date }) => date === day)
  if (dated.length > 0) return sum(dated.map((line) => hoursBehind(line, hoursPerDay)))
  const pattern = fixedPattern(leaveSettings.workPattern)
  return pattern ? hoursOn(pattern, day) : hoursPerDay
}

function hoursOf(input: NzPayInput, isOfType: (type: LeaveType) => boolean): Decimal {
  return sum(input.leave.filter((line) => isOfType(line.leaveType)).map(({ hours }) => hours))
}
