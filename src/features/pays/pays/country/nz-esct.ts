import type { Rates } from '../../../../countries/index.ts'
import { esctRateFor } from '../../../../countries/nz/law/retirement.ts'
import { type Decimal, decimal, percent, sum, whole, ZERO } from '../../../../kernel/values/money.ts'
import { periodsPerYear } from '../../../../payroll/pay-periods.ts'
import { Trace } from '../../../../payroll/trace.ts'
import type { PayJob } from '../job/pay-job.ts'
import { setting } from './setting.ts'
import type { Calculated, YearBefore } from './types.ts'

/**
 * Says when another ESCT rate follows from salary and gross employer contributions of the tax year before; for somebody who was not
 * employed for all of it, from what this pay comes to in a year.
 */
export function esctAdvice(
  { employee, timing }: PayJob,
  { figures }: Calculated,
  before: YearBefore | null,
  rates: Rates,
): string[] {
  const employer = decimal(figures.kiwisaver_employer ?? '0')
  if (employer.lte(ZERO) || employee.employer_contrib_tax_method !== 'ESCT') return []
  const isFullYear = before !== null && employee.start_date <= before.start && decimal(before.gross).gt(ZERO)
  const amount = isFullYear
    ? sum([decimal(before.gross), decimal(before.employer)])
    : yearOf(sum([decimal(figures.ordinary ?? '0'), employer]), timing.payPeriod)
  const rate = esctRateFor(amount, rates.nz.esct.at(timing.payDate), new Trace())
  const own = setting(employee.esct_rate)
  if (own.eq(rate)) return []
  const basis = isFullYear ? 'the tax year before' : 'this pay in a year'
  return [
    `esct_rate is ${percent(own)}; ${percent(rate)} follows from ${amount.toFixed(2)} of salary and employer contributions (${basis}).`,
  ]
}

const yearOf = (amount: Decimal, period: PayJob['timing']['payPeriod']) =>
  amount.times(whole(periodsPerYear(period)))
