import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { Decimal } from '../../../../kernel/values/money.ts'
import type { PayPeriod } from '../../../../payroll/pay-periods.ts'

/** An earlier pay of this employment. `ordinary` is PAYE income without extra pays, before any sacrifice uplift. */
export type NzEarlierPay = {
  payDate: CivilDate
  periodEnd: CivilDate
  ordinary: Decimal
  /** The length of its period, where it differs from that of this pay. */
  payPeriod?: PayPeriod
  /** Holiday pay of this period that an earlier pay paid in advance. */
  isAhead?: boolean
}
