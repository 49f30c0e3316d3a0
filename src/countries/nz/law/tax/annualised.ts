import { addDays, type CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, sum, toCentOfQuotient, whole, ZERO } from '../../../../kernel/values/money.ts'
import { asPayOf, PERIOD_LENGTHS } from '../../../../payroll/earnings.ts'
import { type PayPeriod, periodsPerYear } from '../../../../payroll/pay-periods.ts'
import { FIGURES_OF_THIS_PAY, type StepSource } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { NzEarlierPay, NzFrequency } from '../input/input.ts'

/* Annualises pay, to find the income that decides the rate of an extra pay. */

const FOUR_WEEKS_IN_A_YEAR = whole(13)
const MONTHS_IN_A_YEAR = whole(12)

/** PAYE income of the four weeks that end on the payment day × 13, or the month's pay × 12. */
export function annualiseFourWeeks(
  pays: readonly Decimal[],
  frequency: NzFrequency,
  trace: Trace,
  source: StepSource = FIGURES_OF_THIS_PAY,
): Decimal {
  return trace.product({
    name: 'tax.extra-pay.annualised',
    formula: 'PAYE income of the four weeks ending on the payment day, without extra pays, × times in a year',
    multiply: { paid: sum(pays), factor: frequency === 'MONTHLY' ? MONTHS_IN_A_YEAR : FOUR_WEEKS_IN_A_YEAR },
    about: { pays: pays.length.toString() },
    rule: 'Extra pay: annualised income, four weeks',
    source,
  })
}

/** The last two periods with pay × the pairs of periods in a year. With fewer periods, uses those available. */
export function annualiseLastTwoPeriods(
  periods: readonly Decimal[],
  finalPay: Decimal,
  frequency: NzFrequency,
  trace: Trace,
  source: StepSource = FIGURES_OF_THIS_PAY,
): Decimal {
  const taken = periods.slice(0, 2)
  const count = taken.length === 0 ? 1 : taken.length
  const paid = taken.length === 0 ? finalPay : sum(taken)
  const formulas = [
    'no period was paid before: ordinary pay of the final pay × periods in a year',
    'only one period was paid before: its pay × periods in a year',
    'pay of the last two paid periods ÷ 2 × periods in a year',
  ]
  return trace.product({
    name: 'tax.extra-pay.annualised',
    formula: formulas[taken.length] ?? '',
    multiply: { paid, periodsPerYear: whole(periodsPerYear(frequency)) },
    divide: { periods: whole(count) },
    about: { paidPeriods: taken.length.toString() },
    rule: 'Extra pay at the end of employment: annualised income, Income Tax Act 2007 s RD 17',
    source,
  })
}

/**
 * The pays dated in the four weeks up to and including the payment day, weekly or fortnightly. For monthly pays, only the last
 * month's. The published rule does not cover months mixed with weeks. After such a change of pay frequency, the pays are scaled
 * to four weeks, or to a month.
 */
export function paysInFourWeeks(
  pays: readonly NzEarlierPay[],
  payDate: CivilDate,
  frequency: PayPeriod,
): Decimal[] {
  const first = addDays(payDate, -27)
  const within = pays.filter((pay) => pay.payDate >= first && pay.payDate <= payDate && pay.ordinary.gt(ZERO))
  const hasMonths = frequency === 'MONTHLY' || within.some((pay) => pay.payPeriod === 'MONTHLY')
  if (hasMonths && within.some((pay) => pay.payPeriod !== undefined))
    return [acrossFrequencies(within, frequency)]
  const last = within.reduce<string>((end, pay) => (pay.periodEnd > end ? pay.periodEnd : end), '')
  const counted = frequency === 'MONTHLY' ? within.filter((pay) => pay.periodEnd === last) : within
  return counted.map((pay) => pay.ordinary)
}

function acrossFrequencies(pays: readonly NzEarlierPay[], frequency: PayPeriod): Decimal {
  const periods = new Map(pays.map((pay) => [pay.periodEnd, PERIOD_LENGTHS[pay.payPeriod ?? frequency]]))
  const counted = frequency === 'MONTHLY' ? PERIOD_LENGTHS.MONTHLY : PERIOD_LENGTHS.WEEKLY.times(whole(4))
  const paid = sum(pays.map((pay) => pay.ordinary))
  return toCentOfQuotient(paid.times(counted).div(sum([...periods.values()])))
}

/**
 * Pay per period before this one, latest first, for periods with pay. A period of another length is converted to the length of
 * this pay's period.
 */
export function paidPeriodsBefore(
  pays: readonly NzEarlierPay[],
  periodEnd: CivilDate,
  frequency: PayPeriod,
): Decimal[] {
  const byPeriod = new Map<CivilDate, Decimal>()
  for (const pay of pays) {
    if (pay.periodEnd >= periodEnd) continue
    const ordinary = asPayOf(frequency, pay.ordinary, pay.payPeriod ?? frequency)
    byPeriod.set(pay.periodEnd, (byPeriod.get(pay.periodEnd) ?? ZERO).plus(ordinary))
  }
  return [...byPeriod.entries()]
    .filter(([, paid]) => paid.gt(ZERO))
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([, paid]) => paid)
}
