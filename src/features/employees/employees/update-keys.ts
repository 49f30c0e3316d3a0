import { invalid } from '../../../kernel/problem.ts'
import type { EmployeeUpdate } from './schema.ts'

export type KeyOptions = {
  identifierType: 'employee_id' | 'employee_number'
  ifMatch: string | undefined
}

/** The query decides which key an item needs, so the schema alone cannot require it. */
export function checkKeys(items: readonly EmployeeUpdate[], { identifierType, ifMatch }: KeyOptions): void {
  if (ifMatch !== undefined && items.length > 1)
    throw invalid(['header', 'if-match'], 'If-Match needs a list with exactly one employee')
  for (const [index, item] of items.entries()) {
    if (identifierType === 'employee_id' && item.id === undefined)
      throw invalid(['body', index, 'id'], 'id is required', 'missing')
    if (identifierType === 'employee_number' && typeof item.number !== 'string')
      throw invalid(['body', index, 'number'], 'number is required', 'missing')
    if (identifierType === 'employee_number' && item.id !== undefined)
      throw invalid(['body', index, 'id'], 'Unknown field: id', 'extra_forbidden')
  }
}

export function unknownSentence(item: EmployeeUpdate, byId: boolean): string {
  return byId
    ? `There is no employee with id ${item.id} in this company.`
    : `There is no employee with number ${item.number} in this company.`
}
