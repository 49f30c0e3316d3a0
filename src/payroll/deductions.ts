import { CalculationError } from '../kernel/values/calculation-error.ts'
import { type Decimal, isZero, notBelowZero, sum } from '../kernel/values/money.ts'
import { present } from '../kernel/values/present.ts'
import type { DeductionLine } from './input.ts'
import { takeRow } from './limited-rows.ts'
import { FIGURES_OF_THIS_PAY } from './sources.ts'
import { rowsAsTerms, type Trace } from './trace.ts'

export type DeductionBasis = {
  gross: Decimal
  /** Gross less tax (NZ: also less student loan and KiwiSaver), from which deductions are taken. */
  netBefore: Decimal
  /** The pay that child support must leave. Null when the figure is unknown, undefined when the country has no such rule. */
  protectedEarnings?: Decimal | null
}

export type Deductions = {
  amounts: readonly Decimal[]
  total: Decimal
  /** Deductions that reduce the super base. */
  outsideSuperBase: Decimal
  warnings: readonly string[]
}

/**
 * Takes post-tax deductions: fixed, or a share of gross or net, within limits and never beyond the net. Child
 * support comes first, as Services Australia tells employers (after tax and salary sacrifice). The other rows
 * follow in their order.
 */
export function applyDeductions(
  lines: readonly DeductionLine[],
  basis: DeductionBasis,
  trace: Trace,
): Deductions {
  const warnings: string[] = []
  let left = notBelowZero(basis.netBefore)
  const amounts: Decimal[] = []
  for (const [index, line] of inOrder(lines)) {
    const words = {
      name: 'deductions.line',
      formula: FORMULAS[line.amountType],
      rule: `Deduction, ${line.classification}`,
    }
    const available = { ...shareOf(line, basis), left, ...protectedFrom(line, basis) }
    const { amount, isCut } = takeRow(line, available, words, trace)
    left = left.minus(amount)
    if (isCut)
      warnings.push(
        `Deduction "${line.description}" was reduced to ${amount.toFixed(2)}: ${reasonOfCut(line, basis, left)}`,
      )
    amounts[index] = amount
  }
  const total = trace.sum({
    name: 'deductions',
    formula: 'sum of the deduction rows',
    add: rowsAsTerms(amounts),
    rule: 'Rows of the pay',
    source: FIGURES_OF_THIS_PAY,
  })
  const outsideSuperBase = sum(amounts.filter((_, index) => !present(lines[index]).isInSuper))
  return { amounts, total, outsideSuperBase, warnings }
}

function reasonOfCut(line: DeductionLine, basis: DeductionBasis, left: Decimal): string {
  const { protectedEarnings } = protectedFrom(line, basis)
  if (protectedEarnings === undefined || isZero(left)) return 'no more net pay is left.'
  return `child support must leave protected earnings of ${protectedEarnings.toFixed(2)}. Net pay of ${left.toFixed(2)} is left.`
}

function inOrder(lines: readonly DeductionLine[]): [number, DeductionLine][] {
  const rows = [...lines.entries()]
  return [
    ...rows.filter(([, line]) => isChildSupport(line)),
    ...rows.filter(([, line]) => !isChildSupport(line)),
  ]
}

function isChildSupport({ classification }: DeductionLine): boolean {
  return classification === 'CHILD_SUPPORT_DEDUCTION' || classification === 'CHILD_SUPPORT_GARNISHEE'
}

const FORMULAS = {
  FIXED: 'fixed amount within its limits and the net, to the cent',
  PERCENT_OF_GROSS: 'share × gross within its limits and the net, to the cent',
  PERCENT_OF_NET: 'share × net before deductions within its limits, to the cent',
}

function shareOf(line: DeductionLine, basis: DeductionBasis) {
  if (line.amountType === 'FIXED') return {}
  return {
    shareOf: line.amountType === 'PERCENT_OF_GROSS' ? { gross: basis.gross } : { net: basis.netBefore },
  }
}

function protectedFrom(
  line: DeductionLine,
  { protectedEarnings }: DeductionBasis,
): { protectedEarnings?: Decimal } {
  if (line.classification !== 'CHILD_SUPPORT_DEDUCTION' || protectedEarnings === undefined) return {}
  if (protectedEarnings === null) {
    throw new CalculationError(
      `Deduction "${line.description}" cannot be deducted: no protected earnings amount for child support is known for this pay date. Add the amount that Services Australia publishes to the rates (child-support-protected-earnings), or send the amount as NORMAL.`,
    )
  }
  return { protectedEarnings }
}
