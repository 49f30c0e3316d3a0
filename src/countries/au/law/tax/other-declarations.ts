import { type Decimal, sum, ZERO } from '../../../../kernel/values/money.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { OtherPays } from '../input/input.ts'
import { type Withholder, withholdingOn } from './withholder.ts'

/**
 * The tax to count for the other payments of a period. Payments under another declaration count at the tax that the current
 * declaration would withhold on them, on top of what the period had paid before them. So tax that was correct under the
 * other declaration is neither refunded nor withheld twice. `own` are the earnings of the pay that is calculated.
 */
export function taxOfOthers(
  others: Pick<OtherPays, 'tax' | 'taxable' | 'underOtherDeclaration' | 'otherDeclarations'>,
  own: Decimal,
  by: Withholder,
  trace: Trace,
  name = 'tax.period.earlier',
): Decimal {
  const { tax, taxable, underOtherDeclaration: earlier } = others
  if (!earlier) return tax
  const places = others.otherDeclarations ?? [{ before: taxable.minus(earlier), taxable: earlier }]
  const withThem: Decimal[] = []
  const beforeThem: Decimal[] = []
  for (const place of places) {
    const before = place.before.plus(place.isAfterThis ? own : ZERO)
    withThem.push(withholdingOn(before.plus(place.taxable), by))
    beforeThem.push(withholdingOn(before, by))
  }
  return trace.sum({
    name,
    formula:
      'withheld under this declaration + its withholding on the payments of another declaration and those before them − its withholding on those before them',
    add: { tax, withThem: sum(withThem) },
    subtract: { beforeThem: sum(beforeThem) },
    about: { earlier },
    rule: 'A declaration applies to payments made after it is provided (NAT 3348)',
    source: by.source,
  })
}
