import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { Decimal } from '../../../../kernel/values/money.ts'
import type { PayPeriod } from '../../../../payroll/pay-periods.ts'
import { declarationOn, isVaried, quotesTfn } from '../declarations/on-day.ts'
import type { AuPayInput, TaxDeclaration } from '../input/input.ts'
import { auPeriodOf } from '../input/period.ts'
import type { ScaleName, TfnRules } from '../rates/rates.ts'

/** The scale or table that sets a payee's withholding. */
export type Scale =
  | ScaleName
  | 'scale-4'
  | 'seniors'
  | 'working-holiday'
  | 'working-holiday-no-tfn'
  | OwnScale
/** Withholding set by a tax office notice or by the payee's work. */
type OwnScale = 'varied' | 'palm' | 'horticulture' | 'performing-artist' | 'promotional'

/** Chooses the scale from the declaration. A pending number is valid for 28 days from the declaration. */
export function scaleFor(declaration: TaxDeclaration, payDate: CivilDate, rules: TfnRules): Scale {
  const hasTfn = quotesTfn(declaration, payDate, rules)
  if (declaration.isWorkingHolidayMaker) {
    if (!hasTfn) return 'working-holiday-no-tfn'
    return declaration.isEmployerRegistered ? 'working-holiday' : 'scale-3'
  }
  // The PALM scheme has one rate, with or without a tax file number.
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

/** Schedule 2 is for payees who claim the threshold and for foreign residents. Schedule 3 is for residents. */
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

/** The declaration without the parts that apply to wages only. Lump sums and unused leave have separate schedules. */
export function forLumpSums(declaration: TaxDeclaration): TaxDeclaration {
  const { variation: _, specialTable, ...rest } = declaration
  return specialTable === 'PALM' ? { ...rest, specialTable } : rest
}

/** The declaration as it applies to a pay. Above the limit, an under-18 needs a tax file number too. */
export function declarationAt(
  input: Pick<AuPayInput, 'declaration' | 'startDate' | 'dateOfBirth' | 'payDate' | 'payPeriod'>,
  earnings: Decimal,
  rules: TfnRules,
): TaxDeclaration {
  const declaration = declarationOn(input.declaration, input, rules)
  const isAbove = declaration.tfn === 'UNDER_18' && earnings.gt(under18Limit(rules, input.payPeriod))
  return isAbove ? { ...declaration, tfn: 'NOT_QUOTED' } : declaration
}

export function under18Limit(
  { under18Limit: { weekly, fortnightly, monthly } }: TfnRules,
  period: PayPeriod,
): Decimal {
  return { WEEKLY: weekly, FORTNIGHTLY: fortnightly, MONTHLY: monthly }[auPeriodOf(period)]
}
