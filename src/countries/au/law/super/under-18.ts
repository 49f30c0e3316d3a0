import { type CivilDate, completedYears, daysBetween } from '../../../../kernel/values/dates.ts'
import { type Decimal, decimal, sum, toCent, whole, ZERO } from '../../../../kernel/values/money.ts'
import { type Earnings, hoursBehind } from '../../../../payroll/earnings.ts'
import type { PastLine, PayTiming } from '../../../../payroll/history.ts'
import { periodStartFor } from '../../../../payroll/pay-periods.ts'
import type { StepSource } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { AuPayInput, PaidSuper, WeekWorked } from '../input/input.ts'
import type { SuperRate } from '../rates/rates.ts'
import { isOutsideSuper } from './retirement-rows.ts'

/* For employees under 18, super is owed only on the earnings of weeks with more than a set number of hours. */

/** The part of the period's base on which super is owed: all, none, or the share earned in the weeks that count. */
export type Owed = 'all' | 'none' | { inWeeks: Decimal; inAll: Decimal }

export function owedOn(
  input: AuPayInput,
  earnings: Earnings,
  law: SuperRate,
): { owed: Owed; warnings: string[] } {
  if (!input.superannuation.isAgeThresholdEnabled || input.dateOfBirth === null)
    return { owed: 'all', warnings: [] }
  if (completedYears(input.dateOfBirth, input.payDate) >= law.adultAge) return { owed: 'all', warnings: [] }
  const hours = input.hoursInPeriod ?? sum(input.hours.map((line) => hoursBehind(line, input.hoursPerDay)))
  const isOver = (perWeek: Decimal) => perWeek.gt(law.under18HoursPerWeek)
  if (input.payPeriod === 'WEEKLY') return { owed: isOver(hours) ? 'all' : 'none', warnings: [] }
  const weeks = weeksOf(input, earnings, hours)
  if (weeks) return { owed: owedInWeeks(weeks, isOver), warnings: [] }
  const perWeek =
    input.payPeriod === 'FORTNIGHTLY' ? hours.div(whole(2)) : hours.times(whole(12)).div(whole(52))
  return {
    owed: isOver(perWeek) ? 'all' : 'none',
    warnings: [
      `Under ${law.adultAge}: the hours of each week were not given, so the period’s hours were spread evenly over its weeks. Send week or date with each hours row.`,
    ],
  }
}

/**
 * The super of the period's other pays that counts together with this pay. A pay from the other side of the 18th birthday
 * is left out, because the guarantee depends on the age on the day of payment.
 */
export function paidAtThisAge(
  { otherPays, dateOfBirth, payDate }: AuPayInput,
  { adultAge }: SuperRate,
): PaidSuper {
  const { superByPay } = otherPays
  if (!superByPay || dateOfBirth === null) return otherPays
  const isAdult = (day: CivilDate) => completedYears(dateOfBirth, day) >= adultAge
  const same = superByPay.filter((pay) => isAdult(pay.payDate) === isAdult(payDate))
  const total = (name: keyof PaidSuper) => sum(same.map((pay) => pay[name]))
  return {
    superBase: total('superBase'),
    superBaseCounted: total('superBaseCounted'),
    compulsorySuper: total('compulsorySuper'),
    aboveCompulsorySuper: total('aboveCompulsorySuper'),
  }
}

function owedInWeeks(weeks: readonly WeekWorked[], isOver: (hours: Decimal) => boolean): Owed {
  const over = weeks.filter(({ hours }) => isOver(hours))
  if (over.length === 0) return 'none'
  const inWeeks = sum(over.map(({ earned }) => earned))
  const inAll = sum(weeks.map(({ earned }) => earned))
  return over.length === weeks.length || inAll.lte(ZERO) ? 'all' : { inWeeks, inAll }
}

/** The part of a base earned in weeks above the limit. Amounts that belong to no week are split in the same proportion. */
export function baseInWeeks(
  base: Decimal,
  owed: Exclude<Owed, string>,
  { law, source, trace }: { law: SuperRate; source: StepSource; trace: Trace },
): Decimal {
  return trace.product({
    name: 'super.base-in-weeks',
    formula: `base × earnings of the weeks of more than ${law.under18HoursPerWeek} hours ÷ earnings of all weeks, to the cent`,
    multiply: { base, inWeeks: owed.inWeeks },
    divide: { inAll: owed.inAll },
    to: toCent,
    rule: `Under ${law.adultAge}: super for the weeks of more than ${law.under18HoursPerWeek} hours`,
    source,
  })
}

/** The weeks of the period across all its pays. Null when a row does not state its week. */
function weeksOf(input: AuPayInput, earnings: Earnings, hoursOfPeriod: Decimal): WeekWorked[] | null {
  const own = ownWeeks(input, earnings)
  if (!own) return null
  const weeks = addWeeks([...own, ...(input.otherPays.weeks ?? [])])
  const known = sum(weeks.map(({ hours }) => hours))
  return known.gte(hoursOfPeriod) ? weeks : null
}

function ownWeeks(input: AuPayInput, earnings: Earnings): WeekWorked[] | null {
  const start = periodStartFor(input.payPeriod, input.periodEnd)
  const rows: WeekWorked[] = []
  for (const [index, line] of input.hours.entries()) {
    const week = weekOf(line, start)
    if (week === null) return null
    const earned = line.isOvertime || input.isWorkersCompensationPay ? ZERO : (earnings.hours[index] ?? ZERO)
    rows.push({ week, hours: hoursBehind(line, input.hoursPerDay), earned })
  }
  for (const [index, line] of input.leave.entries()) {
    const earned = isOutsideSuper(line.leaveType) ? ZERO : (earnings.leave[index]?.amount ?? ZERO)
    rows.push({ week: weekAt(line.date, start), hours: ZERO, earned })
  }
  return rows
}

/** The weeks of other pays, from their lines. Undefined when a row does not state its week. */
export function weeksBehind(
  lines: readonly PastLine[],
  { payPeriod, periodEnd }: PayTiming,
  hoursPerDay: Decimal,
): WeekWorked[] | undefined {
  const start = periodStartFor(payPeriod, periodEnd)
  const rows: WeekWorked[] = []
  for (const line of lines) {
    if (line.kind === 'hours') {
      const week = weekOf(
        { ...(line.date && { date: line.date }), ...(line.week && { week: line.week }) },
        start,
      )
      if (week === null) return undefined
      const hours = hoursBehind(
        { units: line.units ?? '', value: decimal(line.quantity ?? '0') },
        hoursPerDay,
      )
      rows.push({ week, hours, earned: line.isOvertime ? ZERO : decimal(line.amount) })
    } else if (line.kind === 'leave' && line.date !== null && line.leaveType !== null) {
      const earned = isOutsideSuper(line.leaveType) ? ZERO : decimal(line.amount)
      rows.push({ week: weekAt(line.date, start), hours: ZERO, earned })
    }
  }
  return addWeeks(rows)
}

function addWeeks(rows: readonly WeekWorked[]): WeekWorked[] {
  return [...Map.groupBy(rows, (row) => row.week)].map(([week, own]) => ({
    week,
    hours: sum(own.map(({ hours }) => hours)),
    earned: sum(own.map(({ earned }) => earned)),
  }))
}

const DAYS_IN_WEEK = 7

/** Weeks are counted from the first day of the period. */
const weekAt = (date: CivilDate, start: CivilDate) =>
  Math.max(1, Math.floor(daysBetween(start, date) / DAYS_IN_WEEK) + 1)

function weekOf(line: { date?: CivilDate; week?: number }, start: CivilDate): number | null {
  if (line.week !== undefined) return line.week
  return line.date === undefined ? null : weekAt(line.date, start)
}
