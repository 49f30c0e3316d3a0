import type { Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { changeLifecycle } from './change-lifecycle.ts'
import { joinNext, undoEnd } from './employment-queries.ts'

/**
 * When the final pay of an earlier employment is deleted, that employment continues into the next one. Returns the
 * employee with the earlier start date if the next one is the current employment. Returns undefined if the employee did
 * not change.
 */
export async function undoEarlierEnd(tx: Tx, finalPayId: number, now: Date): Promise<Employee | undefined> {
  const undone = await undoEnd(tx, finalPayId)
  if (!undone || (await joinNext(tx, undone))) return undefined
  return changeLifecycle(tx, undone.employee_id, { start_date: undone.start_date }, now)
}
