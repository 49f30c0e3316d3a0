import {
  addDays,
  addMonths,
  addYears,
  auIncomeYear,
  type CivilDate,
  completedYears,
  type Days,
  lastFound,
  makeDate,
  partsOf,
} from '../../../../kernel/values/dates.ts'
import { type Decimal, decimal, isZero, sum, sumTexts } from '../../../../kernel/values/money.ts'
import { totalsOf } from '../../../../payroll/amounts.ts'
import { hoursBehind } from '../../../../payroll/earnings.ts'
import {
  type Figure,
  isCounted,
  isEarlier,
  isMadeBefore,
  isPaidIn,
  isSamePeriod,
  isTaxedWith,
  type PastLine,
  type PastNeeds,
  type PastQuestion,
  type PayTiming,
  type PeriodHours,
  reachingPeriod,
} from '../../../../payroll/history.ts'
import type { AuPastPay } from '../figures/past-pay.ts'
import { AU_AMOUNTS } from '../input/amounts.ts'
import type { AuYearToDate, EarlierEtp, EtpCode, Extra } from '../input/input.ts'

/* The pay history that Australian law needs, and the figures derived from it. */

/** Hours of work matter for super under the age in the rate tables (18). At 19 no table needs them. */
const HOURS_ASKED_UNDER = 19
/**
 * The extension for a first contribution is for new employees. If an employee started more than two months before the first
 * pay stored here, another system paid them before. The longest pay period is a month, and its first payday may be another
 * month later. Pays from the same number of days before 1 July are read too, so that a July pay sees a first contribution
 * in June.
 */
const NEW_FOR_DAYS = 62

/**
 * Reads the income year, a few weeks before it for super, and the other pays of the period. Later pays count too, because
 * quarterly and annual maximums apply in whatever order pays are entered. The last full pay may be up to a year back.
 */
export function needsOfPast(asked: PastQuestion): PastNeeds {
  const { payDate } = asked.timing
  const yearBack = addYears(payDate, -1)
  const { start } = auIncomeYear(payDate)
  const from = newSince(start)
  const isFar =
    asked.lastDay !== null || asked.mayHaveExtras || asked.leaveTypes.includes('AU_FAMILY_VIOLENCE')
  return {
    from: reachingPeriod(sinceEnding(isFar && yearBack < from ? yearBack : from, asked), asked.timing),
    to: null,
    hasDetails: isFar,
    hasDetailsOfPeriod: true,
    hasHours: mayBeJunior(asked.dateOfBirth, payDate),
    hasLastPay: false,
    // Regular pays need only the year and quarter totals. Schedule 5, a termination and a first contribution need each pay.
    ...(isFar || isNew(asked) || isFundNew(asked) ? {} : { sumsApartAt: [start, quarterOf(payDate).start] }),
  }
}

/** Whether the employment is recent enough that a contribution may be its first. */
const isNew = ({ startDate, timing }: PastQuestion): boolean => startDate >= newSince(timing.payDate)

const newSince = lastFound((payDate) => addDays(payDate, -NEW_FOR_DAYS))

/**
 * Whether the fund is recent enough that a contribution may be the first it gets. A pay from before the
 * change is no contribution to it.
 */
const isFundNew = ({ newFundSince, timing }: PastQuestion): boolean =>
  newFundSince !== undefined && newFundSince <= timing.payDate && newFundSince >= newSince(timing.payDate)

/** Earlier payments for the same termination may be more than a year old. */
const sinceEnding = (from: CivilDate, { lastDay }: PastQuestion): CivilDate => {
  const ended = lastDay && addDays(lastDay, -NEW_FOR_DAYS)
  return ended && ended < from ? ended : from
}

function mayBeJunior(born: CivilDate | null, payDate: CivilDate): boolean {
  return born !== null && completedYears(born, payDate) < HOURS_ASKED_UNDER
}

/**
 * This employer's payments in the income year and the quarter. Some sums leave out the other pays of the period, which
 * `otherPays` covers.
 */
export function yearToDate(pays: readonly AuPastPay[], asked: PastQuestion): AuYearToDate {
  const { payDate } = asked.timing
  const quarter = quarterOf(payDate)
  const income = auIncomeYear(payDate)
  const isInSuper = superWith(asked.timing)
  const [year, before]: [AuPastPay[], AuPastPay[]] = [[], []]
  const [baseOfYear, baseOfQuarter, paidIn]: [Figure[], Figure[], Figure[]] = [[], [], []]
  const fromGross: Figure[] = []
  for (const pay of pays) {
    if (isEarlier(pay, asked) && isPaidIn(pay, income.start, payDate)) {
      year.push(pay)
      if (!isTaxedWith(pay, asked.timing)) before.push(pay)
    }
    if (!isCounted(pay, asked)) continue
    if (isPaidIn(pay, income.start, income.end)) paidIn.push(pay.superPaid)
    if (isInSuper(pay)) continue
    if (isPaidIn(pay, income.start, income.end)) {
      baseOfYear.push(pay.superBaseCounted)
      if (pay.details?.superEarningsFromGross) fromGross.push(pay.details.superEarningsFromGross)
    }
    if (isPaidIn(pay, quarter.start, quarter.end)) baseOfQuarter.push(pay.superBaseCounted)
  }
  const contributions = sumTexts(paidIn)
  return {
    ...totalsOf(AU_AMOUNTS, 'year', (name) => sumTexts(year.map((pay) => pay[name]))),
    tax: sumTexts(year.map((pay) => pay.tax)),
    superBaseInYear: sumTexts(baseOfYear),
    superBaseInQuarter: sumTexts(baseOfQuarter),
    ...(isZero(contributions) ? {} : { contributions }),
    ...(fromGross.length === 0 ? {} : { superBaseFromGross: sumTexts(fromGross) }),
    extras: {
      amount: sumTexts(before.map((pay) => pay.methodB2Amount)),
      tax: sumTexts(before.map((pay) => pay.methodB2Tax)),
      studyLoan: sumTexts(before.map((pay) => pay.methodB2StudyLoan)),
    },
  }
}

export const quarterOf = lastFound((date): Days => {
  const { year, month } = partsOf(date)
  const start = makeDate(year, month - ((month - 1) % 3), 1)
  return { start, end: addDays(addMonths(start, 3), -1) }
})

/** Super is calculated for a period as a whole, but rates and maximums change with the quarter of payment. */
export function superWith(timing: PayTiming): (pay: AuPastPay) => boolean {
  const { start, end } = quarterOf(timing.payDate)
  return (pay) => isTaxedWith(pay, timing) && isPaidIn(pay, start, end)
}

/** Leave that accrues per year is granted once a period, on the pay that was created first, whatever its date. */
export function isFirstOfPeriod(pays: readonly AuPastPay[], asked: PastQuestion): boolean {
  return !pays.some((pay) => isSamePeriod(pay, asked.timing) && pay.id < asked.beforeId)
}

/**
 * Whether an earlier pay of this employment had super for the same fund, and the latest due date of the year. An extended
 * due date covers this pay too. A new employment and a new fund have a first contribution again.
 */
export function superSoFar(
  pays: readonly AuPastPay[],
  asked: PastQuestion,
): { hasContributed: boolean; dueDate: CivilDate | null } {
  const { start } = auIncomeYear(asked.timing.payDate)
  const since = isFundNew(asked) ? (asked.newFundSince ?? null) : null
  let hasContributed = since === null && !isNew(asked)
  let dueDate: CivilDate | null = null
  for (const pay of pays) {
    if (!isEarlier(pay, asked) || pay.payDate > asked.timing.payDate) continue
    hasContributed ||=
      isAboveZero(pay.super) && pay.periodEnd >= asked.startDate && (since === null || pay.payDate >= since)
    if (pay.superDueDate === null || pay.payDate < start) continue
    if (dueDate === null || pay.superDueDate > dueDate) dueDate = pay.superDueDate
  }
  return { hasContributed, dueDate }
}

const isAboveZero = (figure: Figure) => /[1-9]/.test(figure) && !figure.startsWith('-')

/** The regular pays up to this one, newest first, as far back as the history was read. */
export function regularPays(pays: readonly AuPastPay[], asked: PastQuestion): AuPastPay[] {
  return pays
    .filter((pay) => !pay.isTermination && !pay.isSum)
    .filter((pay) => isEarlier(pay, asked) && pay.payDate <= asked.timing.payDate)
    .sort(newestFirst)
}

const newestFirst = (a: AuPastPay, b: AuPastPay) =>
  a.payDate === b.payDate ? newer(a.id, b.id) : a.payDate < b.payDate ? 1 : -1

/** A pay of the same request (id 0) is newer than any stored pay. */
const newer = (a: number, b: number) => (a === 0 || b === 0 ? a - b : b - a)

/** The additional payment of a line, if the line is one. */
export function extraOf(line: PastLine): Extra[] {
  const { taxMethod, description, startDate, endDate } = line
  if (taxMethod === null || taxMethod === 'NORMAL_EARNINGS' || line.isReturnToWork) return []
  return [{ description, amount: decimal(line.amount), taxMethod, startDate, endDate }]
}

/**
 * Termination payments of the income year, and earlier ones for the same termination. They use up the caps of later
 * payments.
 */
export function earlierEtps(pays: readonly AuPastPay[], asked: PastQuestion): EarlierEtp[] {
  const { payDate } = asked.timing
  const { start } = auIncomeYear(payDate)
  const rowsOf = (pay: AuPastPay): EarlierEtp[] => {
    const isSameEnding = pay.payDate >= asked.startDate
    const isEarlierIncomeYear = pay.payDate < start
    if (isEarlierIncomeYear && !isSameEnding) return []
    return (pay.details?.etps ?? []).map(({ code, taxable, lumpSumD }) => ({
      taxable: decimal(taxable),
      isEarlierIncomeYear,
      ...(isPaidToEmployee(code) ? {} : { code }),
      ...(isSameEnding && !isZero(decimal(lumpSumD)) ? { lumpSumD: decimal(lumpSumD) } : {}),
    }))
  }
  return pays.filter((pay) => isEarlier(pay, asked) && pay.payDate <= payDate).flatMap(rowsOf)
}

const isPaidToEmployee = (code: EtpCode) => code === 'R' || code === 'S' || code === 'O' || code === 'P'

/** All hours of the period. Hours in two departments count toward one week. */
export function hoursInPeriod(
  rows: readonly PeriodHours[],
  hoursPerDay: Decimal,
  asked: PastQuestion,
): Decimal {
  const counted = rows.filter(({ payId = 0 }) => isMadeBefore({ id: payId }, asked))
  return sum(counted.map(({ units, value }) => hoursBehind({ units, value: decimal(value) }, hoursPerDay)))
}
