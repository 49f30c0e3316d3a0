import { allCountries } from '../../../countries/index.ts'
import type { Country } from '../../../payroll/words.ts'
import type { CompanyCreate, CompanyPartialUpdate } from './schema.ts'

type Fields = Omit<CompanyPartialUpdate, 'jurisdiction'>

/** Normalises the fields: codes in upper case, numbers without spaces, names trimmed, and empty strings as null. */
export function tidyFields(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? (TIDY[name] ?? trim)(value) || null : value,
    ]),
  )
}

const trim = (value: string) => value.trim()
const upper = (value: string) => value.trim().toUpperCase()
const digits = (value: string) => value.replaceAll(/\D/g, '')

const TIDY: Record<string, (value: string) => string> = {
  abn: digits,
  ird_number: digits,
  nzbn: digits,
  state: upper,
  country: upper,
  bank_name_code: upper,
}

/** The country of a new company: as sent, or else from its tax number, or else the deployment's default. */
export function chooseJurisdiction(body: CompanyCreate, deployment: Country): Country {
  if (body.jurisdiction) return body.jurisdiction
  return allCountries().find(({ companyNumber }) => body[companyNumber])?.code ?? deployment
}
