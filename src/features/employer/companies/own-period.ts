import { countryOf } from '../../../countries/index.ts'
import { invalid } from '../../../kernel/problem.ts'
import type { PayPeriod } from '../../../payroll/pay-periods.ts'

/** The country decides which pay periods are allowed. `name` is the member of the request. */
export function requireOwnPeriod(
  { jurisdiction }: { jurisdiction: string },
  period: PayPeriod | undefined,
  name = 'pay_period',
): void {
  const { payPeriods } = countryOf(jurisdiction)
  if (period === undefined || payPeriods.includes(period)) return
  throw invalid(
    ['body', name],
    `${name} must be ${payPeriods.join(', ')}; ${period} is not used in this country`,
  )
}

type Default = { jurisdiction: string; default_pay_period: PayPeriod | undefined }
type Change = { [K in keyof Default]?: Default[K] | null | undefined }

/** The same for the default of a company, after a change of it. */
export function requireOwnDefault(company: Default, change: Change = {}): void {
  const jurisdiction = change.jurisdiction ?? company.jurisdiction
  const period = change.default_pay_period ?? company.default_pay_period
  requireOwnPeriod({ jurisdiction }, period, 'default_pay_period')
}
