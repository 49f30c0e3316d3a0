import type { Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { changeLifecycle } from './change-lifecycle.ts'
import { joinNext, undoEnd } from './employment-queries.ts'

/**
 * Deleting the final pay of an earlier employment: that employment never ended, and goes on in the one that followed. The employee with
 * the start of the earlier one, where that is the one they have now; undefined: nothing of the employee changed.
 */
export async function undoEarlierEnd(tx: Tx, finalPayId: number, now: Date): Promise<Employee | undefined> {
  const undone = await undoEnd(tx, finalPayId)
  if (!undone || (await joinNext(tx, undone))) return undefined
  return changeLifecycle(tx, undone.employee_id, { start_date: undone.start_date }, now)
}
