import { addDays, type CivilDate } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  decimal,
  isZero,
  notBelowZero,
  sum,
  sumTexts,
  toPlaces,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { hoursBehind, PERIOD_LENGTHS } from '../../../../payroll/earnings.ts'
import type { PastLine } from '../../../../payroll/history.ts'
import type { PayPeriod } from '../../../../payroll/pay-periods.ts'
import { type FixedPattern, hoursBetween } from '../../../../payroll/work-pattern.ts'
import { ELSEWHERE } from '../../../contract/opening-lines.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import { isInsteadOfTimeOff } from '../input/leave-types.ts'
import { longestOtherDay, namedDays } from '../leave/day-lengths.ts'
import { isHolidayPayRow } from '../leave/holiday-pay-with-wages.ts'

/*
 * Derives the ordinary week from the last pays (Holidays Act 2003 s 8): which overtime, allowances and productivity pay are a
 * regular part of it, and whether the week is fixed at all. See docs/decisions/new-zealand.md.
 */

export type OrdinaryWeek = {
  /** Regular overtime, allowances and productivity pay, per week. */
  regular: Decimal
  /** The names of those rows, as shown in a step. */
  regularRows: string
  /** The overtime in `regular`. */
  regularOvertime: Decimal
  /** The ends of the worked periods examined, latest first, as shown in a step. */
  regularPeriods: string
  /** Rows found in most of those periods but not in all, so they are not counted. */
  nearlyRegularRows: string
  /** False when the hours change from week to week, or exceed the agreed hours. */
  isFixed: boolean
  /** The longest day that rows name, when days differ from the record's. Null when they do not, or the rows do not say. */
  longestDay: Decimal | null
  /** The amount paid in the four weeks apart from regular pay. */
  irregular: Decimal
}

type Worked = {
  payPeriod: PayPeriod
  end: CivilDate
  start: CivilDate
  parts: Map<string, Decimal>
  hours: Decimal
  agreed: Decimal | null
  days: ReadonlyMap<CivilDate, Decimal> | null
  hasLeave: boolean
}

/** A pay of the four weeks, and the share of it that was paid for them. */
export type PartOfPay = { pay: NzPastPay; share: Decimal }

/**
 * The last worked periods show which rows are regular: four weeks, two fortnights or three months. After a change of pay
 * frequency, periods of the same total length do. Lengths are in twelfths of that total. A period of leave only shows nothing.
 */
const TWELFTHS: Readonly<Record<PayPeriod, number>> = {
  WEEKLY: 3,
  FORTNIGHTLY: 6,
  FOUR_WEEKLY: 6,
  MONTHLY: 4,
}
const LOOKS_BACK: Readonly<Record<PayPeriod, number>> = {
  WEEKLY: 91,
  FORTNIGHTLY: 91,
  FOUR_WEEKLY: 112,
  MONTHLY: 123,
}
const LEAST_PERIODS = 2

type About = {
  countedTo: CivilDate
  inFourWeeks: readonly PartOfPay[]
  startDate: CivilDate
  hoursPerDay: Decimal
  daysPerWeek: Decimal
  /** Names of the regular rows. If given, no other row is regular. */
  regularNames?: readonly string[]
  /** The pattern that gives the length of each day, or null. */
  pattern?: FixedPattern | null
}

export function ordinaryWeekOf(pays: readonly NzPastPay[], about: About): OrdinaryWeek {
  const { countedTo, startDate, hoursPerDay } = about
  const all = workedPeriods(
    pays.filter((pay) => pay.periodEnd >= addDays(countedTo, 1 - LOOKS_BACK[pay.payPeriod])),
    hoursPerDay,
  )
  const worked = lastPeriods(withoutLeave(all))
  const names = about.regularNames ?? (worked.length < LEAST_PERIODS ? [] : inEvery(worked))
  const regular = sum(worked.map((period) => regularIn(period, names)))
  const overtime = names.includes(OVERTIME) ? sum(worked.map((period) => partIn(period, OVERTIME))) : ZERO
  const perWeek = (amount: Decimal) => (isZero(amount) ? ZERO : toPlaces(amount.div(weeksIn(worked)), 12))
  return {
    regular: perWeek(regular),
    regularRows: isZero(regular) ? '' : names.join(', '),
    regularOvertime: perWeek(overtime),
    regularPeriods: worked.map((period) => period.end).join(' '),
    nearlyRegularRows: about.regularNames ? '' : inMost(worked, names).join(', '),
    isFixed: isWeekFixed(
      lastPeriods(all).filter((period) => period.start >= startDate),
      about,
    ),
    longestDay: about.pattern ? null : longestOtherDay(lastPeriods(all), hoursPerDay, LEAST_PERIODS),
    irregular: irregularOf(about.inFourWeeks, new Set(names.length === 0 ? [] : [...names, ELSEWHERE])),
  }
}

/** A month has 52 ÷ 12 weeks. */
function weeksIn(periods: readonly Pick<Worked, 'payPeriod'>[]): Decimal {
  return sum(periods.map(({ payPeriod }) => PERIOD_LENGTHS[payPeriod])).div(PERIOD_LENGTHS.WEEKLY)
}

/** Days on leave have no overtime or shifts, so periods without leave decide where there are enough of them. */
function withoutLeave(worked: readonly Worked[]): readonly Worked[] {
  const full = worked.filter((period) => !period.hasLeave)
  return full.length < LEAST_PERIODS ? worked : full
}

function lastPeriods(worked: readonly Worked[]): Worked[] {
  let twelfths = 0
  return worked.filter(({ payPeriod }) => {
    const isNeeded = twelfths < 12
    twelfths += TWELFTHS[payPeriod]
    return isNeeded
  })
}

/** The periods with some work, latest first. */
function workedPeriods(pays: readonly NzPastPay[], hoursPerDay: Decimal): Worked[] {
  const byPeriod = Map.groupBy(
    pays.filter((pay) => !pay.isTermination && pay.details),
    (pay) => `${pay.periodEnd} ${pay.payPeriod}`,
  )
  return [...byPeriod.values()]
    .flatMap((group) => {
      const [first] = group
      if (first === undefined) return []
      const lines = group.flatMap((pay) => pay.details?.lines ?? [])
      return {
        payPeriod: first.payPeriod,
        end: first.periodEnd,
        start: first.periodStart,
        isWorked: lines.some(
          (line) => line.kind === 'hours' && !line.isOvertime && !isZero(decimal(line.amount)),
        ),
        parts: partsOf(lines),
        hours: sum(lines.map((line) => ordinaryHours(line, hoursPerDay))),
        agreed: agreedIn(first),
        days: namedDays(lines, hoursPerDay),
        hasLeave: lines.some((line) => line.kind === 'leave' && !isInsteadOfTimeOff(line.leaveType)),
      }
    })
    .filter((period) => period.isWorked)
    .sort((a, b) => (a.end < b.end ? 1 : -1))
}

/** The week agreed at the time, or null where the pay does not say. */
function agreedIn({ details }: NzPastPay): Decimal | null {
  const hours = decimal(details?.hoursPerDay ?? '0').times(decimal(details?.daysPerWeek ?? '0'))
  return isZero(hours) ? null : hours
}

function ordinaryHours(line: PastLine, hoursPerDay: Decimal): Decimal {
  const quantity = decimal(line.quantity ?? '0')
  if (line.kind === 'leave') return isInsteadOfTimeOff(line.leaveType) ? ZERO : quantity
  if (line.kind !== 'hours' || line.isOvertime) return ZERO
  return hoursBehind({ units: line.units ?? '', value: quantity }, hoursPerDay)
}

const OVERTIME = 'overtime'

/** The name of a payment other than ordinary hours and leave, the same in every pay. */
function partName(line: PastLine): string | null {
  if (line.kind === 'hours') return line.isOvertime ? OVERTIME : null
  if (line.kind !== 'allowance' && line.kind !== 'bonus') return null
  return line.isOutsideGross || isHolidayPayRow(line.description) ? null : nameWithoutDate(line.description)
}

const MONTH = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*'
/** A day, a week or a year in words or figures: "4 Oct", "2026-10-04", "week 41", "w/e 11/10". */
const DATE_WORDS = new RegExp(
  String.raw`\b(?:w/e|week(?:\s+end(?:ing|ed))?|for|of|to|from|until)?\s*\b(?:\d+(?:st|nd|rd|th)?\b|${MONTH}\b)`,
  'g',
)

/**
 * Drops the date from a description. The same payment may carry another date each week: "Commission 4 Oct", "Commission 11 Oct".
 */
export function nameWithoutDate(description: string): string {
  const plain = description.trim().toLowerCase()
  if (!/\d/.test(plain)) return plain
  const name = plain
    .replace(DATE_WORDS, ' ')
    .replace(/[\s()[\]/.,:;–—-]+/g, ' ')
    .trim()
  return name === '' ? plain : name
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

/** Rows found in most of the periods but not in all. */
function inMost(worked: readonly Worked[], regular: readonly string[]): string[] {
  const seen = new Set(worked.flatMap(({ parts }) => [...parts.keys()]))
  return [...seen].filter((name) => {
    const count = worked.filter((period) => !isZero(partIn(period, name))).length
    return (
      name !== ELSEWHERE && !regular.includes(name) && count >= LEAST_PERIODS && count * 2 > worked.length
    )
  })
}

const partIn = ({ parts }: Worked, name: string): Decimal => parts.get(name) ?? ZERO

/** The amount of these rows in a period. A period paid in a previous system has only their sum. */
function regularIn({ parts }: Worked, names: readonly string[]): Decimal {
  return parts.get(ELSEWHERE) ?? sum(names.map((name) => parts.get(name) ?? ZERO))
}

function irregularOf(parts: readonly PartOfPay[], regular: ReadonlySet<string>): Decimal {
  const amounts = parts.map(({ pay, share }) => {
    const lines = (pay.details?.lines ?? []).filter((line) => {
      const name = partName(line)
      return line.kind === 'back-payment' || (name !== null && !regular.has(name))
    })
    return sumTexts(lines.map((line) => line.amount)).times(share)
  })
  return notBelowZero(sum(amounts))
}

/**
 * Fixed unless the hours of the last weeks differ and most are not the agreed hours, or all exceed them. Each
 * period gives its hours per week by its length. A roster of several weeks agrees on the hours of each of
 * them. A month says nothing about its weeks, and a period with another agreed week says nothing about this
 * one.
 */
function isWeekFixed(
  worked: readonly Worked[],
  { hoursPerDay, daysPerWeek, pattern }: Pick<About, 'hoursPerDay' | 'daysPerWeek' | 'pattern'>,
): boolean {
  const agreed = hoursPerDay.times(daysPerWeek)
  const periods = worked.filter(
    (period) => period.payPeriod !== 'MONTHLY' && (period.agreed === null || period.agreed.eq(agreed)),
  )
  if (periods.length < LEAST_PERIODS) return true
  const hours = periods.map((period) => period.hours.div(weeksIn([period])))
  const [first = ZERO] = hours
  if (hours.some(isZero)) return true
  const isAsRostered = ({ start, end, hours: own }: Worked) =>
    pattern ? own.eq(hoursBetween(pattern, start, end)) : false
  if (periods.every(isAsRostered)) return true
  if (hours.every((each) => each.eq(first))) return first.lte(agreed)
  const asAgreed = periods.filter((period, index) => hours[index]?.eq(agreed) || isAsRostered(period))
  return asAgreed.length * 2 >= hours.length
}
