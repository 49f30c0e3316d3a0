import { allocate, type Decimal, notBelowZero, sum } from '../kernel/values/money.ts'
import { present } from '../kernel/values/present.ts'

/** One pay's share of a tax that was calculated for several pays together. */
export type TaxShare = { combinedTax: Decimal; combinedGross: Decimal; gross: Decimal; share: Decimal }

/** Allocates the tax on the combined earnings by gross, so that the parts always add up to the whole. */
export function redistributeByGross(combinedTax: Decimal, grosses: readonly Decimal[]): TaxShare[] {
  const weights = grosses.map(notBelowZero)
  const shares = allocate(combinedTax, weights)
  const combinedGross = sum(grosses)
  return shares.map((share, index) => ({
    combinedTax,
    combinedGross,
    gross: present(grosses[index]),
    share,
  }))
}
