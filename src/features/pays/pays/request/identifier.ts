import type { IdentifierType } from './check.ts'
import type { PayCreate } from './schema.ts'

type Named = { id: number; number: string | null; first_name: string; last_name: string }

/** Warns if the other identifier, which is ignored, refers to someone else. */
export function otherIdentifier(
  item: PayCreate,
  employee: Named,
  identifierType: IdentifierType | undefined,
): string[] {
  if (identifierType === undefined) return []
  const [other, own] =
    identifierType === 'employee_id'
      ? (['employee_number', employee.number] as const)
      : (['employee_id', employee.id] as const)
  const sent = item[other]
  if (sent === undefined || sent === null || sent === own) return []
  return [
    `${other} ${sent} is ignored, because identifier_type is ${identifierType}: this pays ${employee.first_name} ${employee.last_name}.`,
  ]
}
