import { type Decimal, isZero, notBelowZero, toCent, whole } from '../../../kernel/values/money.ts'
import type { PayPeriod } from '../../../payroll/pay-periods.ts'
import type { Dated } from '../../../payroll/rates/timeline.ts'
import { cite, FIGURES_OF_THIS_PAY } from '../../../payroll/sources.ts'
import type { Trace } from '../../../payroll/trace.ts'
import type { AuPayInput } from './input/input.ts'
import { auPeriodOf } from './input/period.ts'
import type { AuRates, ProtectedEarnings } from './rates/rates.ts'

const DAYS_PER_WEEK = whole(7)

/**
 * The amount of the period's pay that a child support deduction must leave. Null when the pay has no such deduction, or no
 * amount is known.
 */
export function protectedEarningsOf(input: AuPayInput, rates: AuRates, trace: Trace): Decimal | null {
  if (!input.deductions.some((line) => line.classification === 'CHILD_SUPPORT_DEDUCTION')) return null
  if (input.childSupportProtectedEarnings !== undefined) return input.childSupportProtectedEarnings
  const table = rates.protectedEarnings.find(input.payDate) ?? lastKnown(input, rates)
  if (!table) return null
  return trace.made({
    name: 'deductions.protected-earnings',
    formula: FORMULAS[auPeriodOf(input.payPeriod)],
    inputs: { ...table.value, period: input.payPeriod },
    make: ofPeriod,
    rule: 'Child support: protected earnings amount',
    source: cite(table),
  })
}

/**
 * The amount of the last table still applies after its year, with a warning. A deduction required by law must not stop a
 * pay.
 */
function lastKnown({ payDate }: AuPayInput, { protectedEarnings }: AuRates): Dated<ProtectedEarnings> | null {
  const last = protectedEarnings.entries.at(-1)
  return last && last.from < payDate ? last : null
}

export function childSupportWarnings(input: AuPayInput, rates: AuRates): string[] {
  const isAsked = input.deductions.some((line) => line.classification === 'CHILD_SUPPORT_DEDUCTION')
  if (!isAsked || input.childSupportProtectedEarnings || rates.protectedEarnings.find(input.payDate))
    return []
  const last = lastKnown(input, rates)
  if (!last) return []
  return [
    `The protected earnings amount for child support is not known for ${input.payDate}: that of the year from ${last.from} was used. Look up the amount that Services Australia publishes each January.`,
  ]
}

/** Several pays of a period share one protected amount. The amount that the other pays left is already protected. */
export function leftToProtect(
  amount: Decimal | null,
  { otherPays }: AuPayInput,
  trace: Trace,
): Decimal | null {
  if (amount === null || (isZero(otherPays.net) && isZero(otherPays.childSupport))) return amount
  return trace.sum({
    name: 'deductions.protected-earnings.left',
    formula:
      'protected earnings amount + child support of the period’s other pays − their net before it, not below zero',
    add: { amount, childSupport: otherPays.childSupport },
    subtract: { net: otherPays.net },
    to: notBelowZero,
    rule: 'Child support: one protected earnings amount for a period',
    source: FIGURES_OF_THIS_PAY,
  })
}

const FORMULAS = {
  WEEKLY: 'a week’s amount',
  FORTNIGHTLY: 'two weeks’ amounts',
  MONTHLY: 'a seventh of a week’s amount × the days of a month, to the cent',
}

function ofPeriod({ weekly, daysPerMonth, period }: ProtectedEarnings & { period: PayPeriod }): Decimal {
  if (period === 'WEEKLY') return weekly
  if (period === 'FORTNIGHTLY') return weekly.times(whole(2))
  return toCent(weekly.times(daysPerMonth).div(DAYS_PER_WEEK))
}
