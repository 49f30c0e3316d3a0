import type { Obligation } from '../api/types.ts'

/** The employer number that an amount is owed under. Empty for a company that had only one. */
export function numberName(employer: Obligation['employer']): string {
  if (!employer) return ''
  const { abn, branch_number: branch, ird_number: ird } = employer
  return abn ? `ABN ${abn}${branch ? `, branch ${branch}` : ''}` : `IRD number ${ird ?? 'missing'}`
}
