import { addDays, type CivilDate, completedYears } from '../../../kernel/values/dates.ts'
import type { Decimal } from '../../../kernel/values/money.ts'
import type { PayPeriod } from '../../../payroll/pay-periods.ts'
import type { AuPayInput, TaxDeclaration } from './input.ts'
import { auPeriodOf } from './period.ts'
import type { ScaleName, TfnRules } from './rates.ts'

/** The table a payee's withholding is read from. */
export type Scale = ScaleName | 'scale-4' | 'seniors' | 'working-holiday' | 'working-holiday-no-tfn'

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
  if (declaration.seniors) return 'seniors'
  if (declaration.medicareExemption === 'FULL') return 'scale-5'
  return declaration.medicareExemption === 'HALF' ? 'scale-6' : 'scale-2'
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
