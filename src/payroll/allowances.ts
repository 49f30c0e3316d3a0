import { type Decimal, greater, ONE, sum, toCent, ZERO } from '../kernel/values/money.ts'
import { present } from '../kernel/values/present.ts'
import type { AllowanceLine } from './input.ts'
import { FIGURES_OF_THIS_PAY, ROW } from './sources.ts'
import type { Trace } from './trace.ts'

export type Allowances = {
  amounts: readonly Decimal[]
  total: Decimal
  taxable: Decimal
  inSuper: Decimal
}

/** Prices each allowance line separately. Units multiply only above one, and each line is rounded to the cent. */
export function addAllowances(lines: readonly AllowanceLine[], trace: Trace): Allowances {
  const amounts = lines.map((line) =>
    trace.made({
      name: 'allowances.line',
      formula: 'amount per unit × units (units below one count as one), to the cent',
      inputs: { row: line.description, amount: line.amountPerUnit, units: line.units },
      make: ({ amount, units }) => toCent(amount.times(greater(units, ONE))),
      rule: line.isTaxable ? 'Taxable allowance' : 'Allowance that is not taxed',
      source: ROW,
    }),
  )
  const taxable = sum(amounts.filter((_, index) => present(lines[index]).isTaxable))
  const inSuper = sum(amounts.filter((_, index) => present(lines[index]).isInSuper))
  if (lines.length === 0) return { amounts, total: ZERO, taxable, inSuper }
  const total = trace.sum({
    name: 'allowances',
    formula: 'taxable allowances + allowances that are not taxed',
    add: { taxable, untaxed: sum(amounts.filter((_, index) => !present(lines[index]).isTaxable)) },
    about: { lines: lines.length.toString() },
    rule: 'Rows of the pay',
    source: FIGURES_OF_THIS_PAY,
  })
  return { amounts, total, taxable, inSuper }
}
