import { addDays, auIncomeYear, type CivilDate, completedYears, makeDate, partsOf } from '../dates.ts'
import { hoursBehind } from '../earnings.ts'
import {
  type Figure,
  isEarlier,
  isPaidIn,
  isSamePeriod,
  type PastLine,
  type PastNeeds,
  type PastPay,
  type PastQuestion,
  type PeriodHours,
} from '../history.ts'
import { type Decimal, decimal, sum, sumTexts, ZERO } from '../money.ts'
import type { AuPayInput, EarlierPay, EtpCode, YearToDate } from './input.ts'

/* What the Australian law asks about the past, and how each figure follows from the rows. */

/** What later pays see of an Australian pay: its figures of the same names. */
export type AuPastPay = PastPay & {
  gross: Figure
  taxableGross: Figure
  tax: Figure
  super: Figure
  superBaseCounted: Figure
  superDueDate: CivilDate | null
  periodTaxable: Figure
  periodTax: Figure
  methodB2Amount: Figure
  methodB2Tax: Figure
  methodB2StudyLoan: Figure
  details: AuPastDetails | null
}

/** What is read only for a pay that ends the employment or may carry a bonus or a back payment. */
export type AuPastDetails = {
  extras: Figure
  extraTax: Figure
  extraStudyLoan: Figure
  /** Hours worked and on paid leave, and those of a standard period: what tells a full pay from a broken one. */
  hoursPaid: Figure
  hoursPerDay: Figure
  daysPerWeek: Figure
  /** Bonuses and back payments with their methods and ranges, and the leave that was unpaid. */
  lines: readonly PastLine[]
  /** Employment termination payments by code. */
  etps: readonly { code: EtpCode; taxable: Figure; taxFree: Figure; withheld: Figure; lumpSumD: Figure }[]
}

const ADULT_AGE = 18
/** An earlier contribution in the last two months of the year before still makes this one not the first. */
const DAYS_BEFORE_YEAR = 62

/** The income year so far, a little before it for super, and the other pays of the period. */
export function needsOfPast(asked: PastQuestion): PastNeeds {
  const { payDate } = asked.timing
  return {
    from: addDays(auIncomeYear(payDate).start, -DAYS_BEFORE_YEAR),
    to: payDate,
    hasDetails: asked.lastDay !== null || asked.mayHaveExtras,
    hasHours: isJunior(asked.dateOfBirth, payDate),
  }
}

function isJunior(born: CivilDate | null, payDate: CivilDate): boolean {
  return born !== null && completedYears(born, payDate) < ADULT_AGE
}

/** What this employer paid in the income year, and in the quarter, before this pay. */
export function yearToDate(pays: readonly AuPastPay[], asked: PastQuestion): YearToDate {
  const { payDate } = asked.timing
  const { year, month } = partsOf(payDate)
  const quarterStart = makeDate(year, month - ((month - 1) % 3), 1)
  const inYear = earlierIn(pays, asked, auIncomeYear(payDate).start)
  const inQuarter = inYear.filter((pay) => pay.payDate >= quarterStart)
  return {
    taxableGross: sumTexts(inYear.map((pay) => pay.taxableGross)),
    tax: sumTexts(inYear.map((pay) => pay.tax)),
    superBaseInYear: sumTexts(inYear.map((pay) => pay.superBaseCounted)),
    superBaseInQuarter: sumTexts(inQuarter.map((pay) => pay.superBaseCounted)),
    extras: {
      amount: sumTexts(inYear.map((pay) => pay.methodB2Amount)),
      tax: sumTexts(inYear.map((pay) => pay.methodB2Tax)),
      studyLoan: sumTexts(inYear.map((pay) => pay.methodB2StudyLoan)),
    },
  }
}

function earlierIn(pays: readonly AuPastPay[], asked: PastQuestion, from: CivilDate): AuPastPay[] {
  return pays.filter((pay) => isEarlier(pay, asked) && isPaidIn(pay, from, asked.timing.payDate))
}

/**
 * The period's other pays, whenever they were made: a pay that is rebuilt must leave the period's whole tax right, whatever
 * came after.
 */
export function earlierInPeriod(
  pays: readonly AuPastPay[],
  { timing }: PastQuestion,
): AuPayInput['earlierInPeriod'] {
  const others = pays.filter((pay) => isSamePeriod(pay, timing))
  return {
    taxable: sumTexts(others.map((pay) => pay.periodTaxable)),
    tax: sumTexts(others.map((pay) => pay.periodTax)),
  }
}

/** Leave by the year arrives once a period, however many pays the period has. */
export function isFirstOfPeriod(pays: readonly AuPastPay[], asked: PastQuestion): boolean {
  return !pays.some((pay) => isSamePeriod(pay, asked.timing) && isEarlier(pay, asked))
}

/**
 * The extension for a first contribution is for a new employee. Somebody who started two months before the first pay that
 * is stored here was paid elsewhere before, such as by another payroll system.
 */
const NEW_FOR_DAYS = 62

/** Whether any earlier pay had super, and the latest due date of the year: one that was extended covers this pay too. */
export function superSoFar(
  pays: readonly AuPastPay[],
  asked: PastQuestion,
): { hasContributed: boolean; dueDate: CivilDate | null } {
  const { start } = auIncomeYear(asked.timing.payDate)
  let hasContributed = asked.startDate < addDays(asked.timing.payDate, -NEW_FOR_DAYS)
  let dueDate: CivilDate | null = null
  for (const pay of pays) {
    if (!isEarlier(pay, asked)) continue
    hasContributed ||= isAboveZero(pay.super)
    if (pay.superDueDate === null || !isPaidIn(pay, start, asked.timing.payDate)) continue
    if (dueDate === null || pay.superDueDate > dueDate) dueDate = pay.superDueDate
  }
  return { hasContributed, dueDate }
}

const isAboveZero = (figure: Figure) => /[1-9]/.test(figure) && !figure.startsWith('-')

/** The regular pays of the income year before this one, newest first: what Schedule 5 looks back at. */
export function earlierPays(pays: readonly AuPastPay[], asked: PastQuestion): EarlierPay[] {
  return regularPays(pays, asked).map((pay) => ({
    payDate: pay.payDate,
    periodStart: pay.periodStart,
    periodEnd: pay.periodEnd,
    taxable: decimal(pay.periodTaxable),
    tax: decimal(pay.periodTax),
  }))
}

function regularPays(pays: readonly AuPastPay[], asked: PastQuestion): AuPastPay[] {
  return earlierIn(pays, asked, auIncomeYear(asked.timing.payDate).start)
    .filter((pay) => !pay.isTermination)
    .sort((a, b) => (a.payDate === b.payDate ? newer(a.id, b.id) : a.payDate < b.payDate ? 1 : -1))
}

/** A pay of the same call (0) is newer than any stored one. */
const newer = (a: number, b: number) => (a === 0 || b === 0 ? a - b : b - a)

/**
 * The gross of the last period before this one that paid anything; pays of this period are the broken end of it, and tell a
 * full pay only where the employee has no rate and nothing else is known.
 */
export function lastFullPayGross(
  pays: readonly AuPastPay[],
  asked: PastQuestion,
  hasRate: boolean,
): Decimal | null {
  const periods = Map.groupBy(regularPays(pays, asked), (pay) => pay.periodEnd)
  const ends = [...periods.keys()].sort().reverse()
  const grossOf = (end: CivilDate) => sumTexts((periods.get(end) ?? []).map((pay) => pay.gross))
  const { periodEnd } = asked.timing
  for (const end of ends) if (end < periodEnd && grossOf(end).gt(ZERO)) return grossOf(end)
  if (hasRate) return null
  const own = grossOf(periodEnd)
  return own.gt(ZERO) ? own : null
}

/** All hours of the period: hours in two departments are hours of one week. */
export function hoursInPeriod(rows: readonly PeriodHours[], hoursPerDay: Decimal): Decimal {
  return sum(rows.map(({ units, value }) => hoursBehind({ units, value: decimal(value) }, hoursPerDay)))
}
