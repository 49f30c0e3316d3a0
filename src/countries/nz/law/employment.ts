import { isEarlier, type PastQuestion } from '../../../payroll/history.ts'
import type { NzPastPay } from './past-pay.ts'

/**
 * The pays of the employment that the question is about. Someone who was employed before and came back has earned nothing since
 * the start (Holidays Act 2003 ss 16, 22(3) and 63): periods that ended before it, the earlier final pay, and what was paid with
 * that pay's period before it belong to the earlier employment. For that earlier final pay the new employment is not there: pays
 * that were made after it for periods after its last day.
 */
export function ofEmployment(pays: readonly NzPastPay[], asked: PastQuestion): NzPastPay[] {
  const { startDate, lastDay } = asked
  const ended = pays.filter((pay) => pay.lastDay !== null && pay.lastDay < startDate)
  const isBefore = (pay: NzPastPay, final: NzPastPay) =>
    pay.payPeriod === final.payPeriod && pay.periodEnd === final.periodEnd && pay.id <= final.id && pay.id > 0
  const isAfter = (pay: NzPastPay) => lastDay !== null && pay.periodStart > lastDay && !isEarlier(pay, asked)
  return pays.filter(
    (pay) =>
      !isAfter(pay) &&
      pay.periodEnd >= startDate &&
      !ended.some((final) => final === pay || isBefore(pay, final)),
  )
}
