import { decimal } from '../../../../kernel/values/money.ts'
import { asPayOf, PERIOD_LENGTHS } from '../../../../payroll/earnings.ts'
import type { PayTiming } from '../../../../payroll/history.ts'
import { periodStartFor } from '../../../../payroll/pay-periods.ts'
import type { AuPastPay } from '../figures/past-pay.ts'
import type { Payment } from './by-declaration.ts'

type Advance = AuPastPay['advances'][number]

/**
 * Leave of this period that earlier pays paid in advance, with the tax on it. After a change of pay frequency, a longer period
 * has the leave of the shorter ones that end in it, and a shorter period its share of the longer one.
 */
export function advancesFor(pays: readonly AuPastPay[], timing: PayTiming): Payment[] {
  return pays.flatMap((pay) =>
    pay.advances.length === 0
      ? []
      : pay.advances
          .flatMap((advance) => inPeriod(advance, pay.payPeriod, timing))
          .map(({ taxable, tax }) => ({ pay, isAdvance: true as const, taxable, tax })),
  )
}

function inPeriod(
  advance: Advance,
  paidBy: PayTiming['payPeriod'],
  { payPeriod, periodStart, periodEnd }: PayTiming,
): Advance[] {
  if (paidBy === payPeriod) return advance.periodEnd === periodEnd ? [advance] : []
  if (PERIOD_LENGTHS[paidBy].lt(PERIOD_LENGTHS[payPeriod]))
    return advance.periodEnd >= periodStart && advance.periodEnd <= periodEnd ? [advance] : []
  const isWithin = periodEnd <= advance.periodEnd && periodEnd >= periodStartFor(paidBy, advance.periodEnd)
  const share = (figure: string) => asPayOf(payPeriod, decimal(figure), paidBy).toFixed()
  return isWithin ? [{ periodEnd, taxable: share(advance.taxable), tax: share(advance.tax) }] : []
}
