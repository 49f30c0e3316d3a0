import type { CivilDate, PayPeriod } from '../dates.ts'
import { standardHours } from '../earnings.ts'
import type { PastQuestion } from '../history.ts'
import type { LeaveType } from '../input.ts'
import { type Decimal, decimal, sumTexts, toCent, ZERO } from '../money.ts'
import { isCashedOut } from './cash-out.ts'
import { type AuPastPay, regularPays } from './history.ts'
import type { AuPayInput, FullPay } from './input.ts'

/* The last full pay: what Schedule 7 calls normal gross earnings, and the wages that a period is expected to bring. */

type Hours = { hoursPerDay: Decimal; daysPerWeek: Decimal }

type Period = { end: CivilDate; pays: readonly AuPastPay[]; taxable: Decimal }

/**
 * The last period before this one that was paid in full; of an employee without set hours, the last that paid anything. A
 * period is broken where hours are short of the standard ones, leave was unpaid or paid out. Null: none is known.
 */
export function lastFullPay(
  pays: readonly AuPastPay[],
  asked: PastQuestion,
  terms: Pick<AuPayInput, 'employmentStatus'> & { hasRate: boolean },
): FullPay | null {
  const periods = periodsOf(regularPays(pays, asked))
  const paid = periods.filter(({ taxable }) => taxable.gt(ZERO))
  const earlier = paid.filter(({ end }) => end < asked.timing.periodEnd)
  const full = earlier.find(isFull)
  if (full) return asFullPay(full)
  const isIrregular = terms.employmentStatus === 'CASUAL' || terms.employmentStatus === 'LABOUR_HIRE'
  if (!isIrregular && terms.hasRate) return null
  const any = earlier[0] ?? (terms.hasRate ? undefined : paid[0])
  return any ? asFullPay(any) : null
}

function periodsOf(pays: readonly AuPastPay[]): Period[] {
  return [...Map.groupBy(pays, (pay) => pay.periodEnd)]
    .map(([end, own]) => ({ end, pays: own, taxable: sumTexts(own.map((pay) => pay.periodTaxable)) }))
    .sort((a, b) => (a.end < b.end ? 1 : -1))
}

/** Earnings that count no hours, such as a salary for the period, are taken as full unless leave was unpaid. */
function isFull({ pays }: Period): boolean {
  const lines = pays.flatMap((pay) => pay.details?.lines ?? [])
  if (lines.some((line) => line.leaveType !== null && isUnusual(line.leaveType))) return false
  const hours = hoursOf(pays)
  if (hours.eq(ZERO)) return true
  const details = pays[0]?.details
  if (!details) return true
  const standard = standardHours((pays[0] as AuPastPay).payPeriod, {
    hoursPerDay: decimal(details.hoursPerDay),
    daysPerWeek: decimal(details.daysPerWeek),
  })
  // A month's hours are entered to the hundredth.
  return hours.plus(decimal('0.01')).gte(standard)
}

/** Leave that pays less or more than the usual wages of a period. */
const isUnusual = (leaveType: LeaveType) => leaveType === 'UNPAID' || isCashedOut(leaveType)

const hoursOf = (pays: readonly AuPastPay[]) => sumTexts(pays.map((pay) => pay.details?.hoursPaid ?? '0'))

function asFullPay({ end, pays, taxable }: Period): FullPay {
  return { periodEnd: end, taxable, hours: hoursOf(pays) }
}

/** An hourly rate behind pays that name none: the last full pay by its hours, or by the standard hours of its period. */
export function rateBehind(full: FullPay, hours: Hours, period: PayPeriod): Decimal {
  const over = full.hours.gt(ZERO) ? full.hours : standardHours(period, hours)
  return toCent(full.taxable.div(over))
}
