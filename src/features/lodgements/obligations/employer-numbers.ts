import { type Static, Type } from 'typebox'
import { closed, nullable } from '../../../http/schema.ts'
import type { Service } from '../../../service.ts'
import { loadNumbers } from './number-queries.ts'

/** The number of the employer that an amount is owed under. */
export const EmployerNumber = closed(
  {
    identity_id: nullable(Type.Integer({ description: 'Null: the current numbers.' })),
    abn: nullable(Type.String()),
    branch_number: nullable(Type.String()),
    ird_number: nullable(Type.String()),
  },
  {
    description:
      'The employer number that it belongs to. Only for a company whose numbers changed from a day on (`identity_change: "new-identity"`) after pays were lodged under the earlier ones.',
  },
)
export type EmployerNumber = Static<typeof EmployerNumber>

/** The numbers of companies that lodged pays under several, by company. Other companies are not in the map. */
export async function loadEmployerNumbers(
  { cipher, database }: Service,
  companyIds: readonly number[],
): Promise<Map<number, EmployerNumber[]>> {
  const rows = await loadNumbers(database.query, companyIds)
  const opened = rows.map(({ company_id, ...row }) => {
    const [column, id] =
      row.identity_id === null
        ? (['companies.ird_number', company_id] as const)
        : (['former_identities.ird_number', row.identity_id] as const)
    return { company_id, ...row, ird_number: row.ird_number && cipher.open(column, id, row.ird_number) }
  })
  return new Map(
    [...Map.groupBy(opened, (row) => row.company_id)].map(([id, own]) => [
      id,
      own.map(({ company_id: _, ...number }) => number),
    ]),
  )
}

/** The member `employer` of an answer; nothing for a company with one number. */
export function employerOf(
  numbers: readonly EmployerNumber[] | undefined,
  identityId: number | null,
): { employer?: EmployerNumber } {
  const employer = numbers?.find((number) => number.identity_id === identityId)
  return employer ? { employer } : {}
}

/** The number in a sentence, without the digits of a tax number. */
export function nameNumber({ abn, branch_number: branch, ird_number: ird }: EmployerNumber): string {
  if (abn) return branch ? `ABN ${abn}, branch ${branch}` : `ABN ${abn}`
  return ird ? `IRD number ending in ${ird.slice(-3)}` : 'no number'
}
