import type { Tx } from '../../../database/connect.ts'
import { draftsKeep, keptOtherwise } from '../../../http/view.ts'
import { countDrafts } from '../companies/index.ts'
import type { AllowanceRow } from './queries.ts'
import type { CompanyAllowanceUpdate } from './schema.ts'
import { viewAllowance } from './view.ts'

type Change = { before: AllowanceRow | null; after: AllowanceRow; body: CompanyAllowanceUpdate }

/** Warns about values stored differently from the request, employees who lost the allowance, and drafts that do not change. */
export async function adviceOf(tx: Tx, { before, after, body }: Change): Promise<string[]> {
  const { employee_ids: ids, allowance_category: category, ...members } = body
  const gone = before?.employee_ids.filter((id) => !after.employee_ids.includes(id)) ?? []
  const felt = new Set(before && isSame(before, after) ? gone : [...gone, ...after.employee_ids])
  const isApplied = after.auto_apply_to_pay || before?.auto_apply_to_pay
  const drafts = isApplied && hasChanged(before, after) ? await countDrafts(tx, [...felt]) : 0
  return [
    ...keptOtherwise(members, viewAllowance(after)),
    ...(category === 'Unclassified' ? ['allowance_category Unclassified is stored as none.'] : []),
    ...(ids && new Set(ids).size < ids.length
      ? ['employee_ids names an employee more than once; each counts once.']
      : []),
    ...(gone.length > 0 ? [`The allowance is detached from the employees ${gone.join(', ')}.`] : []),
    ...draftsKeep(drafts, 'their allowances'),
  ]
}

const isSame = (before: AllowanceRow, after: AllowanceRow) =>
  before.description === after.description &&
  before.amount === after.amount &&
  before.allowance_category === after.allowance_category &&
  before.auto_apply_to_pay === after.auto_apply_to_pay

function hasChanged(before: AllowanceRow | null, after: AllowanceRow): boolean {
  if (!before || !isSame(before, after)) return true
  return before.employee_ids.join() !== after.employee_ids.join()
}
