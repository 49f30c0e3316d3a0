import { sumTexts } from '../../../../kernel/values/money.ts'
import type { PastQuestion } from '../../../../payroll/history.ts'
import type { AuPastPay } from '../figures/past-pay.ts'
import type { LaterPeriod } from '../input/input.ts'
import { byDeclaration, type Declared, type Payment } from './by-declaration.ts'

/** Payments already made for later periods: the pays of those periods, and leave paid in advance. */
export function laterPeriods(
  pays: readonly AuPastPay[],
  asked: PastQuestion,
  declared: Declared,
): LaterPeriod[] {
  const { payPeriod, periodEnd } = asked.timing
  const payments = pays.flatMap((pay): (Payment & Pick<LaterPeriod, 'periodEnd'>)[] => {
    const isOfLater = !pay.isSum && pay.payPeriod === payPeriod && pay.periodEnd > periodEnd
    return [
      ...(isOfLater
        ? [{ pay, periodEnd: pay.periodEnd, taxable: pay.periodTaxable, tax: pay.periodTax }]
        : []),
      ...pay.advances
        .filter((advance) => advance.periodEnd > periodEnd)
        .map((advance) => ({ pay, isAdvance: true as const, ...advance })),
    ]
  })
  return [...Map.groupBy(payments, (payment) => payment.periodEnd)].flatMap(([end, group]) => {
    const { same, before, otherDeclarations } = byDeclaration(group, asked, declared)
    if (same.length === 0 && before.length === 0) return []
    const underOtherDeclaration = sumTexts(before.map(({ taxable }) => taxable))
    return {
      periodEnd: end,
      taxable: sumTexts(same.map(({ taxable }) => taxable)).plus(underOtherDeclaration),
      tax: sumTexts(same.map(({ tax }) => tax)),
      ...(before.length === 0 ? {} : { underOtherDeclaration }),
      ...(otherDeclarations ? { otherDeclarations } : {}),
    }
  })
}

/** Whether a pay shares a period with leave paid in advance. Both are then taxed by their own declarations, which are details. */
export function readsDetailsOf(pay: AuPastPay, { timing, leaveTypes }: PastQuestion): boolean {
  const { payPeriod, periodEnd } = timing
  if (pay.isSum || pay.payPeriod !== payPeriod) return false
  const isOfLater = (end: string) => leaveTypes.length > 0 && end > periodEnd
  return (
    isOfLater(pay.periodEnd) ||
    pay.advances.some((advance) => advance.periodEnd === periodEnd || isOfLater(advance.periodEnd))
  )
}
