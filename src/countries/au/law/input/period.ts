import { CalculationError } from '../../../../kernel/values/calculation-error.ts'
import type { PayPeriod } from '../../../../payroll/pay-periods.ts'

/** The pay periods of Australian employees. The ATO publishes no four-weekly table. */
export type AuPayPeriod = Exclude<PayPeriod, 'FOUR_WEEKLY'>

export function auPeriodOf(period: PayPeriod): AuPayPeriod {
  if (period === 'FOUR_WEEKLY')
    throw new CalculationError('Australian employees are paid weekly, fortnightly or monthly.')
  return period
}
