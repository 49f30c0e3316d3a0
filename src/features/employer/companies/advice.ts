import { allCountries, countryOf } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { keptOtherwise } from '../../../http/view.ts'
import type { CompanyCreate, CompanyPartialUpdate, CompanyView } from './schema.ts'

const IGNORED = ['id', 'employees'] as const
/** A different notation of the same number or code is not a change. */
const FORMS = ['abn', 'ird_number', 'nzbn', 'state', 'country', 'bank_name_code', 'bank_account_number']

/** Warns about values that were ignored or stored differently when a company was created. */
export function createdAdvice(body: CompanyCreate, view: CompanyView): string[] {
  const ignored = IGNORED.filter((name) => body[name] !== undefined).map(
    (name) => `The service sets ${name}: the value sent was ignored.`,
  )
  return [...ignored, ...otherwise(body, view), ...ineffectiveFields(body, view, null)]
}

/** Warns about values that were stored differently, and settings left unchanged, when a company was updated. */
export function changedAdvice(body: CompanyPartialUpdate, before: Company, view: CompanyView): string[] {
  const left =
    view.jurisdiction !== before.jurisdiction && view.employees.length > 0
      ? [
          `jurisdiction is ${view.jurisdiction} now; the ${view.employees.length} employees keep the tax and leave settings of ${before.jurisdiction}. Change them before the next pay.`,
        ]
      : []
  return [...left, ...otherwise(body, view), ...ineffectiveFields(body, view, before)]
}

/** Warns about fields that only other countries use. */
function ineffectiveFields(body: CompanyPartialUpdate, view: CompanyView, before: Company | null): string[] {
  const own = countryOf(view.jurisdiction).companyFields
  const idle = allCountries()
    .flatMap(({ companyFields }) => companyFields)
    .filter((name) => !own.includes(name) && body[name] && view[name] && view[name] !== before?.[name])
  return idle.map((name) => `${name} has no effect for a company whose jurisdiction is ${view.jurisdiction}.`)
}

function otherwise(body: CompanyPartialUpdate, view: CompanyView): string[] {
  const plain = Object.entries(body).filter(
    ([name, value]) => !FORMS.includes(name) && !IGNORED.some((ignored) => ignored === name) && value !== '',
  )
  return keptOtherwise(Object.fromEntries(plain), view)
}
