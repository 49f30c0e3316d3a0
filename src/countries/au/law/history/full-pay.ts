import type { CivilDate } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  decimal,
  isZero,
  sumTexts,
  toCent,
  toPlaces,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { asPayOf, PERIOD_LENGTHS, standardHours } from '../../../../payroll/earnings.ts'
import type { PastQuestion } from '../../../../payroll/history.ts'
import type { LeaveType } from '../../../../payroll/input.ts'
import type { PayPeriod } from '../../../../payroll/pay-periods.ts'
import { LEAVE_TYPES } from '../../../../payroll/words.ts'
import { isCashedOut } from '../earnings/cash-out.ts'
import type { AuPastPay } from '../figures/past-pay.ts'
import type { AuPayInput, FullPay } from '../input/input.ts'
import { groupByPeriod } from './earlier-periods.ts'
import { regularPays } from './history.ts'

/* The last full pay. Schedule 7 calls it normal gross earnings, and it gives the expected wages of a period. */

type Hours = { hoursPerDay: Decimal; daysPerWeek: Decimal }

type Period = { end: CivilDate; paidBy: PayPeriod; pays: readonly AuPastPay[]; taxable: Decimal }

/**
 * The last earlier period of this employment that was paid in full. A period is not full when its hours are below the standard hours. Leave
 * that is not paid as usual has the same effect: unpaid, parental, workers compensation, at half pay, or cashed out. For an
 * employee without set hours, the last period that paid anything without such leave, because standard hours say nothing
 * about their usual pay. A period of another length, from before a change of pay frequency, is converted to the current
 * length. Null when there is no such period.
 */
export function lastFullPay(
  pays: readonly AuPastPay[],
  asked: PastQuestion,
  terms: Pick<AuPayInput, 'employmentStatus'> & { hasRate: boolean },
): FullPay | null {
  const periods = periodsOf(regularPays(pays, asked))
  const all = periods.filter(({ taxable }) => taxable.gt(ZERO))
  const own = all.filter(({ end }) => end >= asked.startDate)
  // Where nothing else gives a rate, the earlier employment does.
  const paid = own.length === 0 && !terms.hasRate ? all : own
  const earlier = paid.filter(({ end }) => end < asked.timing.periodEnd)
  const isIrregular = terms.employmentStatus === 'CASUAL' || terms.employmentStatus === 'LABOUR_HIRE'
  const full = earlier.find(isIrregular ? isPaidAsUsual : isFull)
  const { payPeriod } = asked.timing
  if (full) return asFullPay(full, payPeriod)
  if (!isIrregular && terms.hasRate) return null
  const any = earlier[0] ?? (terms.hasRate ? undefined : paid[0])
  return any ? asFullPay(any, payPeriod) : null
}

function periodsOf(pays: readonly AuPastPay[]): Period[] {
  return groupByPeriod(pays)
    .map((own) => ({
      end: own[0].periodEnd,
      paidBy: own[0].payPeriod,
      pays: own,
      taxable: sumTexts(own.map((pay) => pay.periodTaxable)),
    }))
    .sort((a, b) => (a.end < b.end ? 1 : -1))
}

/** Earnings without hours, such as a salary for the period, count as full unless the period had unusual leave. */
function isFull(period: Period): boolean {
  if (!isPaidAsUsual(period)) return false
  const { pays, paidBy } = period
  const hours = hoursOf(pays)
  if (hours.eq(ZERO)) return true
  const details = pays[0]?.details
  if (!details) return true
  const standard = standardHours(paidBy, {
    hoursPerDay: decimal(details.hoursPerDay),
    daysPerWeek: decimal(details.daysPerWeek),
  })
  // Monthly hours are entered to two decimals.
  return hours.plus(decimal('0.01')).gte(standard)
}

const isPaidAsUsual = ({ pays }: Period): boolean =>
  !pays.some((pay) => pay.details?.isFullPay === false || hasUnusualLeave(pay))

/** Leave types that pay less or more than the usual wages of a period. */
const UNUSUAL: ReadonlySet<LeaveType> = new Set<LeaveType>([
  'EMPLOYER_FUNDED_PAID_PARENTAL',
  'PAID_PARENTAL',
  'UNPAID',
  'WORKERS_COMP',
])

/** The leave types after which a period is not a full pay, with leave that was cashed out. */
export const UNUSUAL_LEAVE: readonly LeaveType[] = LEAVE_TYPES.filter(
  (type) => UNUSUAL.has(type) || isCashedOut(type),
)

/** Leave that was not paid as usual: by its type, or at less than the ordinary rate, such as half pay. */
function hasUnusualLeave({ details }: AuPastPay): boolean {
  if (!details) return false
  const { lines, ratePerHour, workersCompensation } = details
  if (!isZero(decimal(workersCompensation ?? '0'))) return true
  const rate = decimal(ratePerHour ?? '0')
  return lines.some(({ leaveType, amount, quantity }) => {
    if (leaveType === null) return false
    if (UNUSUAL.has(leaveType) || isCashedOut(leaveType)) return true
    return toCent(rate.times(decimal(quantity ?? '0'))).gt(decimal(amount))
  })
}

const hoursOf = (pays: readonly AuPastPay[]) => sumTexts(pays.map((pay) => pay.details?.hoursPaid ?? '0'))

function asFullPay({ end, paidBy, pays, taxable }: Period, payPeriod: PayPeriod): FullPay {
  const hours = hoursOf(pays)
  if (paidBy === payPeriod) return { periodEnd: end, taxable, hours }
  return {
    periodEnd: end,
    taxable: asPayOf(payPeriod, taxable, paidBy),
    hours: toPlaces(hours.times(PERIOD_LENGTHS[payPeriod]).div(PERIOD_LENGTHS[paidBy]), 6),
    paidBy,
  }
}

/** The words for the last full pay in the steps. */
export function lastFullPayWords(periodEnd: CivilDate, paidBy?: PayPeriod): string {
  const words = `taxable earnings of the last full pay, of the period that ended on ${periodEnd}`
  return paidBy ? `${words}; a ${paidBy.toLowerCase()} pay × pays a year ÷ pays a year of this period` : words
}

/**
 * An hourly rate for an employee without one: the last full pay divided by its hours, or by the standard hours of its
 * period.
 */
export function rateBehind(full: FullPay, hours: Hours, period: PayPeriod): Decimal {
  const over = full.hours.gt(ZERO) ? full.hours : standardHours(period, hours)
  return toCent(full.taxable.div(over))
}
