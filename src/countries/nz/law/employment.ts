import type { PastQuestion } from '../../../payroll/history.ts'
import type { NzPastPay } from './past-pay.ts'

/**
 * The pays of the employment that the question is about. Somebody who was employed before and came back has earned nothing since
 * the start (Holidays Act 2003 ss 16, 22(3) and 63): periods that ended before it, the earlier final pay, and what was paid with
 * that pay's period before it belong to the earlier employment.
 */
export function ofEmployment(pays: readonly NzPastPay[], { startDate }: PastQuestion): NzPastPay[] {
  const ended = pays.filter((pay) => pay.lastDay !== null && pay.lastDay < startDate)
  const isBefore = (pay: NzPastPay, final: NzPastPay) =>
    pay.payPeriod === final.payPeriod && pay.periodEnd === final.periodEnd && pay.id <= final.id && pay.id > 0
  return pays.filter(
    (pay) => pay.periodEnd >= startDate && !ended.some((final) => final === pay || isBefore(pay, final)),
  )
}
