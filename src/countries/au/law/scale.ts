import { addDays, type CivilDate, completedYears } from '../../../kernel/values/dates.ts'
import type { Decimal } from '../../../kernel/values/money.ts'
import type { PayPeriod } from '../../../payroll/pay-periods.ts'
import type { AuPayInput, TaxDeclaration } from './input.ts'
import { auPeriodOf } from './period.ts'
import type { ScaleName, TfnRules } from './rates.ts'

/** The table a payee's withholding is read from. */
export type Scale =
  | ScaleName
  | 'scale-4'
  | 'seniors'
  | 'working-holiday'
  | 'working-holiday-no-tfn'
  | OwnScale
/** Withholding that a notice or the payee's work decides. */
type OwnScale = 'varied' | 'palm' | 'horticulture' | 'performing-artist' | 'promotional'

/** Chooses the scale from the declaration; a pending number is valid for 28 days from the declaration. */
export function scaleFor(declaration: TaxDeclaration, payDate: CivilDate, rules: TfnRules): Scale {
  const hasTfn = quotesTfn(declaration, payDate, rules)
  if (declaration.isWorkingHolidayMaker) {
    if (!hasTfn) return 'working-holiday-no-tfn'
    return declaration.isEmployerRegistered ? 'working-holiday' : 'scale-3'
  }
  // The scheme has one rate, whether a number was quoted or not.
  if (declaration.specialTable === 'PALM' && declaration.isForeignResident) return 'palm'
  if (!hasTfn) return 'scale-4'
  if (isVaried(declaration, payDate)) return 'varied'
  return ownScale(declaration) ?? residentScale(declaration)
}

function residentScale(declaration: TaxDeclaration): Scale {
  if (declaration.isForeignResident) return 'scale-3'
  if (!declaration.claimsTaxFreeThreshold) return 'scale-1'
  if (declaration.seniors) return 'seniors'
  if (declaration.medicareExemption === 'FULL') return 'scale-5'
  return declaration.medicareExemption === 'HALF' ? 'scale-6' : 'scale-2'
}

/** Schedule 2 needs the threshold claimed, or foreign residence; Schedule 3 is for residents. */
function ownScale({
  specialTable,
  isForeignResident,
  claimsTaxFreeThreshold,
}: TaxDeclaration): OwnScale | null {
  if (specialTable === 'PROMOTIONAL_ACTIVITY') return 'promotional'
  if (specialTable === 'HORTICULTURE_SHEARING')
    return isForeignResident || claimsTaxFreeThreshold ? 'horticulture' : null
  return specialTable === 'PERFORMING_ARTIST' && !isForeignResident ? 'performing-artist' : null
}

/** Whether the notice of the tax office applies to a payment of this day. */
export function isVaried({ variation }: TaxDeclaration, payDate: CivilDate): boolean {
  if (!variation || (!variation.rate && !variation.amount)) return false
  return (variation.from ?? payDate) <= payDate && payDate <= (variation.to ?? payDate)
}

/** The declaration without what holds for wages alone: lump sums and unused leave have schedules of their own. */
export function forLumpSums(declaration: TaxDeclaration): TaxDeclaration {
  const { variation: _, specialTable, ...rest } = declaration
  return specialTable === 'PALM' ? { ...rest, specialTable } : rest
}

/** The declaration as it counts for a pay: when a pending number runs out, and when an under-18 is no longer exempt. */
export function declarationAt(
  input: Pick<AuPayInput, 'declaration' | 'startDate' | 'dateOfBirth' | 'payDate' | 'payPeriod'>,
  earnings: Decimal,
  rules: TfnRules,
): TaxDeclaration {
  const { declaration, startDate, dateOfBirth, payDate, payPeriod } = input
  if (declaration.tfn === 'PENDING' && declaration.declarationDate === null)
    return { ...declaration, declarationDate: startDate }
  if (declaration.tfn !== 'UNDER_18') return declaration
  const isAdult = dateOfBirth !== null && completedYears(dateOfBirth, payDate) >= rules.adultAge
  return isAdult || earnings.gt(under18Limit(rules, payPeriod))
    ? { ...declaration, tfn: 'NOT_QUOTED' }
    : declaration
}

export function under18Limit(
  { under18Limit: { weekly, fortnightly, monthly } }: TfnRules,
  period: PayPeriod,
): Decimal {
  return { WEEKLY: weekly, FORTNIGHTLY: fortnightly, MONTHLY: monthly }[auPeriodOf(period)]
}

/** Whether withholding treats the payee as having a tax file number. */
export function quotesTfn(declaration: TaxDeclaration, payDate: CivilDate, rules: TfnRules): boolean {
  if (declaration.tfn === 'NOT_QUOTED') return false
  if (declaration.tfn !== 'PENDING' || declaration.declarationDate === null) return true
  return payDate <= addDays(declaration.declarationDate, rules.pendingDays)
}
