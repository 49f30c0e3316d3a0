import type { Rates } from '../../../../countries/index.ts'
import { employerRateAt } from '../../../../countries/nz/law/kiwisaver/membership.ts'
import { esctRateFor } from '../../../../countries/nz/law/kiwisaver/retirement.ts'
import { addDays, type CivilDate, civilDate, nzTaxYear } from '../../../../kernel/values/dates.ts'
import { type Decimal, decimal, percent, sum, toCent, whole, ZERO } from '../../../../kernel/values/money.ts'
import type { FigureTexts } from '../../../../payroll/figures.ts'
import type { PayTiming } from '../../../../payroll/history.ts'
import { periodsLong, periodsPerYear } from '../../../../payroll/pay-periods.ts'
import { Trace } from '../../../../payroll/trace.ts'
import type { PayEmployee } from '../job/pay-employee.ts'
import { spanOf } from './nz-terms.ts'
import { optionalSetting, setting } from './setting.ts'
import type { AdvisedPay, Calculated, YearBefore } from './types.ts'

/**
 * Warns when the ESCT rate should differ, given the salary and gross employer contributions of the previous tax year. For
 * an employee not employed for that whole year, projects this pay over its own tax year instead.
 */
export function esctAdvice(
  { employee, timing }: AdvisedPay,
  { figures, termination }: Calculated,
  before: YearBefore | null,
  rates: Rates,
): string[] {
  const employer = decimal(figures.kiwisaver_employer ?? '0')
  if (employer.lte(ZERO) || employee.employer_contrib_tax_method !== 'ESCT') return []
  const isFullYear = before !== null && isPaidAllYear(employee.start_date, before)
  // A final pay is not followed by others like it, so the year cannot be estimated from it.
  if (!isFullYear && termination !== null) return []
  const amount = isFullYear
    ? sum([decimal(before.gross), decimal(before.employer)])
    : estimateOf(figures, employer, timing, employee.start_date)
  const rate = esctRateFor(amount, rates.nz.esct.at(timing.payDate), new Trace())
  const own = setting(employee.esct_rate)
  if (own.eq(rate)) return []
  const basis = isFullYear ? 'the tax year before' : 'an estimate for this tax year'
  return [
    `esct_rate is ${percent(own)}; ${percent(rate)} follows from ${amount.toFixed(2)} of salary and employer contributions (${basis}).`,
  ]
}

/** An employee whose first pay is later than this in the tax year was not paid for the whole year. */
const FIRST_PAY_WITHIN_DAYS = 31

/** Whether an employee was employed and paid for a whole tax year, so that its figures decide the next year's rate. */
export const isPaidAllYear = (
  startDate: string,
  { start, first_paid }: Pick<YearBefore, 'start' | 'first_paid'>,
) =>
  startDate <= start && first_paid !== null && first_paid <= addDays(civilDate(start), FIRST_PAY_WITHIN_DAYS)

/** The ESCT rate for a year's salary and employer contributions. Null if the bands for the day are not known. */
export function esctRateOn(amount: Decimal, day: CivilDate, rates: Rates): Decimal | null {
  const table = rates.nz.esct.find(day)
  return table ? esctRateFor(amount, table, new Trace()) : null
}

/** The employee settings that decide the employer's KiwiSaver rate. */
export type EmployerRateTerms = Pick<
  PayEmployee,
  'kiwisaver_employer_rate' | 'nz_kiwisaver_reduction_from' | 'nz_kiwisaver_reduction_to'
>

/** The employer's KiwiSaver rate on a day. Null if the rates for the day are not known. */
export function employerRateOn(terms: EmployerRateTerms, day: CivilDate, rates: Rates): Decimal | null {
  const table = rates.nz.kiwiSaver.find(day)?.value
  if (!table) return null
  const kiwiSaver = {
    employerRate: optionalSetting(terms.kiwisaver_employer_rate),
    reduction: spanOf(terms.nz_kiwisaver_reduction_from, terms.nz_kiwisaver_reduction_to),
  }
  return employerRateAt({ kiwiSaver, payDate: day }, table) ?? table.minimumEmployer
}

/** The year's salary and contributions if every pay were like this one. Extra pay, and the contribution on it, count once. */
function estimateOf(figures: FigureTexts, employer: Decimal, timing: PayTiming, startDate: string): Decimal {
  const [ordinary, extra] = [decimal(figures.ordinary ?? '0'), decimal(figures.extra_pay ?? '0')]
  const both = ordinary.plus(extra)
  const regular = both.lte(ZERO) ? employer : toCent(employer.times(ordinary).div(both))
  return sum([inTaxYear(ordinary.plus(regular), timing, startDate), extra, employer.minus(regular)])
}

/** Projects a pay over its tax year, from the start of employment if that is later. */
function inTaxYear(amount: Decimal, { payPeriod, payDate }: PayTiming, startDate: string): Decimal {
  const year = nzTaxYear(payDate)
  const from = civilDate(startDate) > year.start ? civilDate(startDate) : year.start
  const periods = Math.min(periodsPerYear(payPeriod), periodsLong(payPeriod, from, year.end))
  return amount.times(whole(Math.max(1, periods)))
}
