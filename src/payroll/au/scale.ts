import { addDays, type CivilDate } from '../dates.ts'
import type { TaxDeclaration } from './input.ts'
import type { ScaleName, TfnRules } from './rates.ts'

/** The table a payee's withholding is read from. */
export type Scale = ScaleName | 'scale-4' | 'working-holiday' | 'working-holiday-no-tfn'

/** Chooses the scale from the declaration; a pending number is good for 28 days from the declaration. */
export function scaleFor(declaration: TaxDeclaration, payDate: CivilDate, rules: TfnRules): Scale {
  const hasTfn = quotesTfn(declaration, payDate, rules)
  if (declaration.isWorkingHolidayMaker) {
    if (!hasTfn) return 'working-holiday-no-tfn'
    return declaration.isEmployerRegistered ? 'working-holiday' : 'scale-3'
  }
  if (!hasTfn) return 'scale-4'
  if (declaration.isForeignResident) return 'scale-3'
  if (!declaration.claimsTaxFreeThreshold) return 'scale-1'
  if (declaration.medicareExemption === 'FULL') return 'scale-5'
  return declaration.medicareExemption === 'HALF' ? 'scale-6' : 'scale-2'
}

/** Whether withholding treats the payee as having a tax file number. */
export function quotesTfn(declaration: TaxDeclaration, payDate: CivilDate, rules: TfnRules): boolean {
  if (declaration.tfn === 'NOT_QUOTED') return false
  if (declaration.tfn !== 'PENDING' || declaration.declarationDate === null) return true
  return payDate <= addDays(declaration.declarationDate, rules.pendingDays)
}
