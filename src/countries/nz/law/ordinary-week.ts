import { addDays, type CivilDate } from '../../../kernel/values/dates.ts'
import {
  type Decimal,
  decimal,
  isZero,
  notBelowZero,
  sum,
  sumTexts,
  toPlaces,
  whole,
  ZERO,
} from '../../../kernel/values/money.ts'
import { hoursBehind } from '../../../payroll/earnings.ts'
import type { PastLine } from '../../../payroll/history.ts'
import type { PayPeriod } from '../../../payroll/pay-periods.ts'
import { ELSEWHERE } from '../../opening.ts'
import { isInsteadOfTimeOff } from './leave-types.ts'
import type { NzPastPay } from './past-pay.ts'

/*
 * What the last pays say of an ordinary week (Holidays Act 2003 s 8): which overtime, allowances and productivity pay are a
 * regular part of it, and whether the week is a fixed one at all. Docs: docs/decisions/0200-ordinary-week.md.
 */

export type OrdinaryWeek = {
  /** Overtime, allowances and productivity pay that are a regular part of the pay, for a week. */
  regular: Decimal
  /** Their rows, as a step names them. */
  regularRows: string
  /** False: the hours change from week to week, or are more than the agreement's. */
  isFixed: boolean
  /** What was paid in the four weeks beside regular pay. */
  irregular: Decimal
}

type Worked = { end: CivilDate; start: CivilDate; parts: Map<string, Decimal>; hours: Decimal }

/** So many worked periods in a row show what is regular; a period that was all leave shows nothing. */
const PERIODS: Readonly<Record<PayPeriod, number>> = { WEEKLY: 4, FORTNIGHTLY: 2, MONTHLY: 3 }
const LOOKS_BACK: Readonly<Record<PayPeriod, number>> = { WEEKLY: 91, FORTNIGHTLY: 91, MONTHLY: 123 }
const LEAST_PERIODS = 2

export function ordinaryWeekOf(
  pays: readonly NzPastPay[],
  about: {
    payPeriod: PayPeriod
    countedTo: CivilDate
    startDate: CivilDate
    hoursPerDay: Decimal
    daysPerWeek: Decimal
    /** Rows that are known to be regular, by name; then no other is. */
    regularNames?: readonly string[]
  },
): OrdinaryWeek {
  const { payPeriod, countedTo, startDate, hoursPerDay } = about
  const from = addDays(countedTo, 1 - LOOKS_BACK[payPeriod])
  const worked = workedPeriods(
    pays.filter((pay) => pay.periodEnd >= from),
    hoursPerDay,
  ).slice(0, PERIODS[payPeriod])
  const weeks = weeksIn(payPeriod, worked.length)
  const names = about.regularNames ?? (worked.length < LEAST_PERIODS ? [] : inEvery(worked))
  const regular = sum(worked.map((period) => regularIn(period, names)))
  const inFourWeeks = pays.filter((pay) => pay.periodEnd > addDays(countedTo, -28))
  return {
    regular: isZero(regular) ? ZERO : toPlaces(regular.div(weeks), 12),
    regularRows: isZero(regular) ? '' : names.join(', '),
    isFixed: isWeekFixed(
      worked.filter((period) => period.start >= startDate),
      about,
    ),
    irregular: irregularOf(inFourWeeks, new Set(names.length === 0 ? [] : [...names, ELSEWHERE])),
  }
}

/** A month has 52 ÷ 12 weeks. */
function weeksIn(payPeriod: PayPeriod, periods: number): Decimal {
  if (payPeriod === 'MONTHLY') return whole(periods * 52).div(whole(12))
  return whole(payPeriod === 'WEEKLY' ? periods : periods * 2)
}

/** The periods in which something was worked, latest first. */
function workedPeriods(pays: readonly NzPastPay[], hoursPerDay: Decimal): Worked[] {
  const byEnd = Map.groupBy(
    pays.filter((pay) => !pay.isTermination && pay.details),
    (pay) => pay.periodEnd,
  )
  return [...byEnd]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([end, group]) => {
      const lines = group.flatMap((pay) => pay.details?.lines ?? [])
      return {
        end,
        start: group[0]?.periodStart ?? end,
        isWorked: lines.some(
          (line) => line.kind === 'hours' && !line.isOvertime && !isZero(decimal(line.amount)),
        ),
        parts: partsOf(lines),
        hours: sum(lines.map((line) => ordinaryHours(line, hoursPerDay))),
      }
    })
    .filter((period) => period.isWorked)
}

function ordinaryHours(line: PastLine, hoursPerDay: Decimal): Decimal {
  const quantity = decimal(line.quantity ?? '0')
  if (line.kind === 'leave') return isInsteadOfTimeOff(line.leaveType) ? ZERO : quantity
  if (line.kind !== 'hours' || line.isOvertime) return ZERO
  return hoursBehind({ units: line.units ?? '', value: quantity }, hoursPerDay)
}

/** What is paid beside ordinary hours and leave, by the name it has in every pay. */
function partName(line: PastLine): string | null {
  if (line.kind === 'hours') return line.isOvertime ? 'overtime' : null
  if (line.kind === 'allowance') return line.isOutsideGross ? null : line.description.trim().toLowerCase()
  if (line.kind === 'bonus') return line.isOutsideGross ? null : line.description.trim().toLowerCase()
  return null
}

function partsOf(lines: readonly PastLine[]): Map<string, Decimal> {
  const parts = new Map<string, Decimal>()
  for (const line of lines) {
    const name = partName(line)
    if (name !== null) parts.set(name, (parts.get(name) ?? ZERO).plus(decimal(line.amount)))
  }
  return parts
}

function inEvery(worked: readonly Worked[]): string[] {
  const [first, ...others] = worked
  return [...(first?.parts ?? [])]
    .filter(
      ([name, amount]) =>
        !isZero(amount) && others.every(({ parts }) => parts.has(name) || parts.has(ELSEWHERE)),
    )
    .map(([name]) => name)
}

/** What a period paid of these parts; one that was paid elsewhere knows their sum alone. */
function regularIn({ parts }: Worked, names: readonly string[]): Decimal {
  return parts.get(ELSEWHERE) ?? sum(names.map((name) => parts.get(name) ?? ZERO))
}

function irregularOf(pays: readonly NzPastPay[], regular: ReadonlySet<string>): Decimal {
  const amounts = pays.flatMap((pay) =>
    (pay.details?.lines ?? []).flatMap((line) => {
      if (line.kind === 'back-payment') return [line.amount]
      const name = partName(line)
      return name === null || regular.has(name) ? [] : [line.amount]
    }),
  )
  return notBelowZero(sumTexts(amounts))
}

/** Fixed unless the hours of the last weeks say otherwise: they differ and most are not the agreement's, or all are more. */
function isWeekFixed(
  worked: readonly Worked[],
  about: { payPeriod: PayPeriod; hoursPerDay: Decimal; daysPerWeek: Decimal },
): boolean {
  const { payPeriod, hoursPerDay, daysPerWeek } = about
  if (payPeriod === 'MONTHLY' || worked.length < LEAST_PERIODS) return true
  const hours = worked.map((period) => period.hours)
  const [first = ZERO] = hours
  if (hours.some(isZero)) return true
  const agreed = hoursPerDay.times(daysPerWeek).times(weeksIn(payPeriod, 1))
  if (hours.every((each) => each.eq(first))) return first.lte(agreed)
  return hours.filter((each) => each.eq(agreed)).length * 2 >= hours.length
}
