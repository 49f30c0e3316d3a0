import type { Tx } from '../../../database/connect.ts'
import type { HistoryAction } from '../../../database/tables/employee-history.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { recordHistory } from './history.ts'
import { type LifecycleChange, writeLifecycle } from './queries.ts'

/** Changes an employee's lifecycle state and records the change. */
export async function changeLifecycle(
  tx: Tx,
  employeeId: number,
  change: LifecycleChange,
  now: Date,
): Promise<Employee> {
  const employee = await writeLifecycle(tx, employeeId, change, now)
  const { termination_date: ended, start_date: started } = change
  const changes = [
    ...(ended ? [{ field: 'termination_date', before: null, after: ended }] : []),
    ...(started ? [{ field: 'start_date', before: null, after: started }] : []),
  ]
  await recordHistory(tx, now, [{ employee, action: actionOf(change), changes }])
  return employee
}

function actionOf(change: LifecycleChange): HistoryAction {
  if (change.is_deleted !== undefined) return change.is_deleted ? 'deleted' : 'restored'
  if (change.is_terminated === undefined) return 'changed'
  return change.is_terminated ? 'terminated' : 'reinstated'
}
