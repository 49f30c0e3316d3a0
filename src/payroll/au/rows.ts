import type { Earnings } from '../earnings.ts'
import { type Decimal, notBelowZero, smaller, sum, toCent, ZERO } from '../money.ts'
import { FIGURES_OF_THIS_PAY } from '../sources.ts'
import type { Trace } from '../trace.ts'
import type { Extra } from './bonuses.ts'
import type { AuPayInput } from './input.ts'

export type Taxable = {
  /** Taxed by the period's table. */
  normal: Decimal
  extras: readonly Extra[]
  extraTotal: Decimal
  returnToWork: Decimal
  total: Decimal
  beforeSacrifices: Decimal
}

/** Sorts the taxable earnings by how they are taxed; sacrifices come off the normal earnings first, then off the extras. */
export function splitTaxable(
  input: AuPayInput,
  earnings: Earnings,
  allowances: Decimal,
  sacrifices: Decimal,
  trace: Trace,
): Taxable {
  const extras: Extra[] = []
  let normal = earnings.total.plus(allowances)
  let returnToWork = ZERO
  for (const line of [...input.bonuses, ...input.backPayments]) {
    const amount = toCent(line.amount)
    if ('isReturnToWork' in line && line.isReturnToWork) returnToWork = returnToWork.plus(amount)
    else if (line.taxMethod === 'NORMAL_EARNINGS') normal = normal.plus(amount)
    else extras.push({ ...line, amount, taxMethod: line.taxMethod })
  }
  const before = normal.plus(returnToWork).plus(sum(extras.map((extra) => extra.amount)))
  const fromNormal = smaller(sacrifices, notBelowZero(normal))
  let left = sacrifices.minus(fromNormal)
  const taxedExtras = extras.map((extra) => {
    const cut = smaller(left, notBelowZero(extra.amount))
    left = left.minus(cut)
    return { ...extra, amount: extra.amount.minus(cut) }
  })
  const extraTotal = sum(taxedExtras.map((extra) => extra.amount))
  const own = trace.step({
    name: 'taxable',
    amount: normal.minus(fromNormal),
    formula: 'earnings + taxable allowances + bonuses taxed as earnings − sacrifices',
    inputs: { earnings: earnings.total, allowances, sacrifices: fromNormal },
    rule: 'Earnings taxed by the period’s table',
    source: FIGURES_OF_THIS_PAY,
  })
  if (extras.length > 0) {
    trace.step({
      name: 'taxable.extras',
      amount: extraTotal,
      formula: 'bonuses and back payments with a method of their own',
      inputs: { payments: extras.length.toString() },
      rule: 'Additional payments',
      source: FIGURES_OF_THIS_PAY,
    })
  }
  return {
    normal: own,
    extras: taxedExtras,
    extraTotal,
    returnToWork: returnToWork.minus(left),
    total: own.plus(extraTotal).plus(returnToWork.minus(left)),
    beforeSacrifices: before,
  }
}
