import { type Decimal, notBelowZero, sum, ZERO } from '../kernel/values/money.ts'
import { present } from '../kernel/values/present.ts'
import type { SacrificeLine } from './input.ts'
import { takeRow } from './limited-rows.ts'
import { FIGURES_OF_THIS_PAY } from './sources.ts'
import type { Trace } from './trace.ts'

export type Sacrifices = {
  amounts: readonly Decimal[]
  total: Decimal
  /** Paid into super (KiwiSaver has no sacrifice). */
  superTotal: Decimal
  /** Sacrificed for anything else. */
  otherTotal: Decimal
  /** Sacrifices that reduce the super base. */
  outsideSuperBase: Decimal
  warnings: readonly string[]
}

/**
 * Takes salary sacrifices from the gross before tax: fixed or a share of gross, within limits, and never more than may be
 * sacrificed.
 */
export function applySacrifices(
  lines: readonly SacrificeLine[],
  grossBefore: Decimal,
  trace: Trace,
  most = grossBefore,
): Sacrifices {
  const warnings: string[] = []
  let left = notBelowZero(most)
  const amounts = lines.map((line) => {
    const words = {
      name: 'sacrifices.line',
      formula: FORMULAS[line.amountType],
      rule: line.isSuper ? 'Salary sacrifice to super' : 'Salary sacrifice',
    }
    const share = line.amountType === 'FIXED' ? {} : { shareOf: { gross: grossBefore } }
    const { amount, isCut } = takeRow(line, { ...share, left }, words, trace)
    if (isCut) {
      warnings.push(
        `Sacrifice "${line.description}" was reduced to ${amount.toFixed(2)}: no more gross can be sacrificed.`,
      )
    }
    left = left.minus(amount)
    return amount
  })
  const totalWhere = (isCounted: (line: SacrificeLine) => boolean) =>
    sum(amounts.filter((_, index) => isCounted(present(lines[index]))))
  const parts = {
    superTotal: totalWhere((line) => line.isSuper),
    otherTotal: totalWhere((line) => !line.isSuper),
    outsideSuperBase: totalWhere((line) => !line.isInSuper),
  }
  if (lines.length === 0) return { amounts, total: ZERO, ...parts, warnings }
  const total = trace.sum({
    name: 'sacrifices',
    formula: 'sacrificed to super + sacrificed to anything else',
    add: { super: parts.superTotal, other: parts.otherTotal },
    rule: 'Rows of the pay',
    source: FIGURES_OF_THIS_PAY,
  })
  return { amounts, total, ...parts, warnings }
}

const FORMULAS = {
  FIXED: 'fixed amount within its limits and the gross, to the cent',
  PERCENT_OF_GROSS: 'share × gross within its limits and the gross, to the cent',
}
