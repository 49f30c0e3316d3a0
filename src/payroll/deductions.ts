import type { DeductionLine } from './input.ts'
import { type Decimal, notBelowZero, smaller, sum } from './money.ts'
import { withinLimits } from './sacrifices.ts'
import { FIGURES_OF_THIS_PAY, ROW_WITHIN_LIMITS } from './sources.ts'
import { CalculationError, type Trace } from './trace.ts'

export type DeductionBasis = {
  gross: Decimal
  /** Gross less tax (NZ: less student loan and KiwiSaver too): what the deductions are taken from. */
  netBefore: Decimal
  /** What a child support deduction must leave; null: no figure is known; undefined: the country has no such rule. */
  protectedEarnings?: Decimal | null
}

export type Deductions = {
  amounts: readonly Decimal[]
  total: Decimal
  /** Deducted amounts that leave the super base. */
  outsideSuperBase: Decimal
  warnings: readonly string[]
}

/** Takes post-tax deductions in their order: fixed, a share of gross or of net, within limits, never beyond the net. */
export function applyDeductions(
  lines: readonly DeductionLine[],
  basis: DeductionBasis,
  trace: Trace,
): Deductions {
  const warnings: string[] = []
  let left = notBelowZero(basis.netBefore)
  const amounts = lines.map((line) => {
    const wanted = withinLimits(wantedAmount(line, basis), line)
    const amount = smaller(wanted, notBelowZero(left.minus(protectedFrom(line, basis) ?? '0')))
    if (amount.lt(wanted)) {
      warnings.push(
        `Deduction "${line.description}" was cut to ${amount.toFixed(2)}: the pay has no more net.`,
      )
    }
    left = left.minus(amount)
    return trace.step({
      name: 'deductions.line',
      amount,
      formula: FORMULAS[line.amountType],
      inputs: { row: line.description, amount: line.amount, gross: basis.gross, net: basis.netBefore },
      rule: `Deduction, ${line.classification}`,
      source: ROW_WITHIN_LIMITS,
    })
  })
  const total = trace.step({
    name: 'deductions',
    amount: sum(amounts),
    formula: 'sum of the deduction lines',
    inputs: { lines: lines.length.toString() },
    rule: 'Rows of the pay',
    source: FIGURES_OF_THIS_PAY,
  })
  const outsideSuperBase = sum(amounts.filter((_, index) => lines[index]?.isInSuper === false))
  return { amounts, total, outsideSuperBase, warnings }
}

const FORMULAS = {
  FIXED: 'fixed amount within its limits and the net, to the cent',
  PERCENT_OF_GROSS: 'share × gross within its limits and the net, to the cent',
  PERCENT_OF_NET: 'share × net before deductions within its limits, to the cent',
}

function wantedAmount(line: DeductionLine, basis: DeductionBasis): Decimal {
  if (line.amountType === 'FIXED') return line.amount
  return line.amount.times(line.amountType === 'PERCENT_OF_GROSS' ? basis.gross : basis.netBefore)
}

function protectedFrom(line: DeductionLine, basis: DeductionBasis): Decimal | undefined {
  if (line.classification !== 'CHILD_SUPPORT_DEDUCTION' || basis.protectedEarnings === undefined) return
  if (basis.protectedEarnings === null) {
    throw new CalculationError(
      `Deduction "${line.description}" cannot be taken: no protected earnings amount for child support is known for this pay date. Add the amount that Services Australia publishes to the rates (child-support-protected-earnings), or send what may be taken as NORMAL.`,
    )
  }
  return basis.protectedEarnings
}
