import { isEarlier, type PastQuestion } from '../../../../payroll/history.ts'
import type { NzPastPay } from '../figures/past-pay.ts'

/**
 * The pays of the employment in question. A rehired employee starts again (Holidays Act 2003 ss 16, 22(3) and 63). Periods that
 * ended before the start belong to the earlier employment. So do its final pay, and pays of that final pay's period made before
 * it. For the earlier final pay, the new employment does not exist: pays made after it for periods that reach beyond its last
 * day are left out.
 */
export function ofEmployment(pays: readonly NzPastPay[], asked: PastQuestion): NzPastPay[] {
  const { startDate, lastDay } = asked
  const ended = pays.filter((pay) => pay.lastDay !== null && pay.lastDay < startDate)
  const isBefore = (pay: NzPastPay, final: NzPastPay) =>
    pay.payPeriod === final.payPeriod && pay.periodEnd === final.periodEnd && pay.id <= final.id && pay.id > 0
  const isAfter = (pay: NzPastPay) => lastDay !== null && pay.periodEnd > lastDay && !isEarlier(pay, asked)
  return pays.filter(
    (pay) =>
      !isAfter(pay) &&
      pay.periodEnd >= startDate &&
      !ended.some((final) => final === pay || isBefore(pay, final)),
  )
}
