import type { AllowanceLine } from './input.ts'
import { type Decimal, ONE, sum, toCent } from './money.ts'
import { FIGURES_OF_THIS_PAY, ROW_WITHIN_LIMITS } from './sources.ts'
import type { Trace } from './trace.ts'

export type Allowances = {
  amounts: readonly Decimal[]
  total: Decimal
  taxable: Decimal
  inSuper: Decimal
}

/** Prices each allowance line on its own: units multiply only above one, and each line is rounded to the cent. */
export function addAllowances(lines: readonly AllowanceLine[], trace: Trace): Allowances {
  const amounts = lines.map((line) =>
    trace.step({
      name: 'allowances.line',
      amount: toCent(line.units.gt(ONE) ? line.amountPerUnit.times(line.units) : line.amountPerUnit),
      formula: 'amount per unit × units (units below one count as one), to the cent',
      inputs: { row: line.description, amount: line.amountPerUnit, units: line.units },
      rule: line.isTaxable ? 'Taxable allowance' : 'Allowance that is not taxed',
      source: ROW_WITHIN_LIMITS,
    }),
  )
  const total = sum(amounts)
  const taxable = sum(amounts.filter((_, index) => lines[index]?.isTaxable))
  const inSuper = sum(amounts.filter((_, index) => lines[index]?.isInSuper))
  if (lines.length > 0) {
    trace.step({
      name: 'allowances',
      amount: total,
      formula: 'sum of the allowance lines',
      inputs: { taxable, lines: lines.length.toString() },
      rule: 'Rows of the pay',
      source: FIGURES_OF_THIS_PAY,
    })
  }
  return { amounts, total, taxable, inSuper }
}
