import type { Country } from '../payroll/words.ts'
import { countryOf } from './index.ts'

/** Why a deduction of this class has no payee; undefined when it may have one. */
export function payeeRefusal(jurisdiction: Country, classification: string | null): string | undefined {
  const { authority, words } = countryOf(jurisdiction)
  return authority.deductionsWithTax.some((each) => each === classification)
    ? `Child support is paid to ${authority.name} with the ${words.tax}, so a payee would be paid the same money again`
    : undefined
}
