import { mapYielding } from '../../../http/yield-to-event-loop.ts'
import { isRecord } from '../../../kernel/is-record.ts'
import { EMPLOYMENT_STATUSES } from '../../../payroll/words.ts'
import { EMPLOYEE_FIELDS, type EmployeeField, fieldOf } from './fields.ts'

const STATUS_BY_LETTERS = new Map(EMPLOYMENT_STATUSES.map((status) => [lettersOf(status), status]))
const DECIMAL = /^-?\d{1,9}(\.\d{1,8})?$/

/**
 * Normalises a request before validation: trims strings, upper-cases codes, converts decimal strings to numbers and empty
 * optional strings to null. Anything unexpected is left for the schema to reject.
 */
export async function normaliseEmployees(body: unknown): Promise<unknown> {
  return Array.isArray(body) ? mapYielding(body, normaliseEmployee) : body
}

export function normaliseEmployee(item: unknown): unknown {
  if (!isRecord(item) || Array.isArray(item)) return item
  const result: Record<string, unknown> = {}
  for (const name in item) {
    const value = item[name]
    result[name] = typeof value === 'string' && isField(name) ? normaliseText(name, value) : value
  }
  return result
}

function normaliseText(name: EmployeeField, value: string): unknown {
  const field = fieldOf(name)
  switch (field.kind) {
    case 'flag':
    case 'date':
      return value
    case 'decimal':
    case 'whole':
      return DECIMAL.test(value.trim()) ? Number(value) : value
    case 'choice':
      return name === 'employment_status' ? (STATUS_BY_LETTERS.get(lettersOf(value)) ?? value) : value
  }
  const trimmed = (SEPARATORS[name] ? value.replaceAll(SEPARATORS[name], '') : value).trim()
  if (trimmed === '' && field.isNullable) return null
  if (field.kind === 'bsb')
    return /^\d{6}$/.test(trimmed) ? `${trimmed.slice(0, 3)}-${trimmed.slice(3)}` : trimmed
  return field.isUpperCased ? trimmed.toUpperCase() : trimmed
}

/** Separators that people put between the digits of a number. */
const SEPARATORS: Partial<Record<EmployeeField, RegExp>> = {
  tax_file_number: /[ -]/g,
  abn: / /g,
  ird_number: /[ .-]/g,
}

function lettersOf(status: string): string {
  return status.toLowerCase().replaceAll(/[^a-z]/g, '')
}

function isField(name: string): name is EmployeeField {
  return Object.hasOwn(EMPLOYEE_FIELDS, name)
}
