import { countryOf } from '../../../countries/index.ts'
import { badRequest } from '../../../kernel/problem.ts'
import { decimal, toPlaces, ZERO } from '../../../kernel/values/money.ts'
import type { Country } from '../../../payroll/words.ts'
import type { CompanyAllowanceUpdate } from './schema.ts'

const DESCRIPTION_MAX = 60
const AMOUNT_LIMIT = decimal('1000000000')

/** The stored fields of an allowance. */
export type AllowanceFields = {
  description?: string
  amount?: string
  allowance_category?: string | null
  auto_apply_to_pay?: boolean
}

/** Checks the given fields of a company allowance and converts them to stored form. Each error is a 400. */
export function checkAllowance(body: CompanyAllowanceUpdate, jurisdiction: Country): AllowanceFields {
  const fields: AllowanceFields = {}
  if (body.description !== undefined) fields.description = checkDescription(body.description, jurisdiction)
  if (body.amount !== undefined) fields.amount = checkAmount(body.amount)
  if (body.allowance_category !== undefined)
    fields.allowance_category = checkCategory(body.allowance_category, jurisdiction)
  if (body.auto_apply_to_pay === null) throw badRequest('auto_apply_to_pay must not be null')
  if (body.auto_apply_to_pay !== undefined) fields.auto_apply_to_pay = body.auto_apply_to_pay
  if (body.employee_ids === null)
    throw badRequest('employee_ids must not be null; send [] to detach everyone')
  return fields
}

/** Checks and trims a description that may appear on pays and reports. */
export function checkDescription(given: string | null, jurisdiction: Country): string {
  if (given === null) throw badRequest('description must not be null')
  const description = given.trim()
  if (description === '') throw badRequest('description must not be blank')
  if ([...description].length > DESCRIPTION_MAX)
    throw badRequest(`description must not be longer than ${DESCRIPTION_MAX} characters`)
  if (!countryOf(jurisdiction).authority.descriptions.test(description))
    throw badRequest(
      'description has a character that the tax office does not accept; use letters, digits, spaces and ! @ $ % & * ( ) - _ = [ ] ; : \' " , . ? /',
    )
  return description
}

function checkAmount(given: number | string | null): string {
  if (given === null) throw badRequest('amount must not be null')
  const amount = toPlaces(decimal(String(given)), 6)
  if (!amount.gt(ZERO)) throw badRequest('amount must be greater than 0')
  if (!amount.lt(AMOUNT_LIMIT)) throw badRequest('amount is too large')
  return amount.toFixed()
}

function checkCategory(given: string | null, jurisdiction: Country): string | null {
  const category = given === 'Unclassified' ? null : given
  if (category === null && countryOf(jurisdiction).law.isAllowanceCategoryNeeded)
    throw badRequest('allowance_category is required for an Australian company and cannot be Unclassified')
  return category
}

/** An Australian company must also give the category on create. */
export function requireCategory(body: CompanyAllowanceUpdate, jurisdiction: Country): void {
  checkCategory(body.allowance_category ?? null, jurisdiction)
}
