import { addDays, type CivilDate, completedYears } from '../../../../kernel/values/dates.ts'
import type { AuPayInput, TaxDeclaration } from '../input/input.ts'
import type { TfnRules } from '../rates/rates.ts'

/* A tax declaration on the day of a payment. */

/** A pending number expires, and an under-18 comes of age. */
const DATED: ReadonlySet<TaxDeclaration['tfn']> = new Set(['PENDING', 'UNDER_18'])

/**
 * The declaration as it applies to a payment on its day, without dates. A pending number expires, an under-18 comes of age,
 * and a variation begins and ends. Each affects only the payments made from that day on.
 */
export function declarationOn(
  declaration: TaxDeclaration,
  { payDate, startDate, dateOfBirth }: Pick<AuPayInput, 'payDate' | 'startDate' | 'dateOfBirth'>,
  rules: TfnRules,
): TaxDeclaration {
  const { variation } = declaration
  // Most declarations have no dates.
  const isDated = variation || declaration.declarationDate !== null || DATED.has(declaration.tfn)
  if (!isDated) return declaration
  const { variation: _, ...rest } = declaration
  const varied = variation && isVaried(declaration, payDate) ? { ...variation, from: null, to: null } : null
  const tfn = () => {
    if (rest.tfn === 'PENDING') {
      const signed = { ...rest, declarationDate: rest.declarationDate ?? startDate }
      return quotesTfn(signed, payDate, rules) ? 'QUOTED' : 'NOT_QUOTED'
    }
    const isAdult = dateOfBirth !== null && completedYears(dateOfBirth, payDate) >= rules.adultAge
    return rest.tfn === 'UNDER_18' && isAdult ? 'NOT_QUOTED' : rest.tfn
  }
  return { ...rest, tfn: tfn(), declarationDate: null, ...(varied ? { variation: varied } : {}) }
}

/** Whether the tax office's variation applies to a payment on this day. */
export function isVaried({ variation }: Pick<TaxDeclaration, 'variation'>, payDate: CivilDate): boolean {
  if (!variation || (!variation.rate && !variation.amount)) return false
  return (variation.from ?? payDate) <= payDate && payDate <= (variation.to ?? payDate)
}

/** Whether withholding treats the payee as having a tax file number. */
export function quotesTfn(declaration: TaxDeclaration, payDate: CivilDate, rules: TfnRules): boolean {
  if (declaration.tfn === 'NOT_QUOTED') return false
  if (declaration.tfn !== 'PENDING' || declaration.declarationDate === null) return true
  return payDate <= addDays(declaration.declarationDate, rules.pendingDays)
}
