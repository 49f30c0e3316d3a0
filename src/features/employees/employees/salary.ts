import type { Country } from '../../../countries/index.ts'
import type { EmployeeFields } from '../../../database/tables/employees.ts'
import { decimal, isZero, toPlaces, whole } from '../../../kernel/values/money.ts'
import type { ItemErrors } from './declarations.ts'
import type { EmployeeField } from './fields.ts'
import type { LawRates } from './law-rates.ts'

const WEEKS_IN_YEAR = whole(52)
const HOURS = ['standard_hours_per_day', 'standard_days_per_week'] as const

/** Annual pay sets the hourly rate, which all calculations use. A sent hourly rate replaces annual pay. */
export function settleSalary(
  fields: EmployeeFields,
  isGiven: (field: EmployeeField) => boolean,
  country: Country,
  law: LawRates,
  errors: ItemErrors,
): void {
  const isByYear = isGiven('annual_salary') || isGiven('annual_package')
  if (isGiven('pay_rate_per_hour') && !isByYear) {
    fields.annual_salary = null
    fields.annual_package = null
    return
  }
  if (isGiven('annual_salary') && !isGiven('annual_package')) fields.annual_package = null
  const { annual_package } = fields
  if (annual_package !== null && isByYear) {
    const salary = law.salaryOf(country, annual_package)
    if (salary === null)
      errors.annual_package = `annual_package has no meaning in ${country.name}: send annual_salary.`
    else fields.annual_salary = salary
  }
  const { annual_salary: salary } = fields
  if (salary === null || !(isByYear || HOURS.some(isGiven))) return
  const weekly = decimal(fields.standard_hours_per_day).times(whole(Number(fields.standard_days_per_week)))
  if (isZero(weekly)) {
    errors.annual_salary = 'annual_salary needs standard_hours_per_day and standard_days_per_week above 0.'
    return
  }
  fields.pay_rate_per_hour = toPlaces(decimal(salary).div(WEEKS_IN_YEAR.times(weekly)), 8).toFixed()
}
