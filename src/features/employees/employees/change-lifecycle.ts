import type { Tx } from '../../../database/connect.ts'
import type { HistoryAction } from '../../../database/tables/employee-history.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { present } from '../../../kernel/values/present.ts'
import { recordHistory } from './history.ts'
import { type LifecycleChange, writeLifecycle } from './queries.ts'

/** Changes an employee's lifecycle state and records the change. */
export async function changeLifecycle(
  tx: Tx,
  employeeId: number,
  change: LifecycleChange,
  now: Date,
): Promise<Employee> {
  const [employee] = await changeLifecycles(tx, [employeeId], change, now)
  return present(employee)
}

/** The same for several employees. */
export async function changeLifecycles(
  tx: Tx,
  employeeIds: readonly number[],
  change: LifecycleChange,
  now: Date,
): Promise<Employee[]> {
  const employees = await writeLifecycle(tx, employeeIds, change, now)
  const { termination_date: ended, start_date: started } = change
  const changes = [
    ...(ended ? [{ field: 'termination_date', before: null, after: ended }] : []),
    ...(started ? [{ field: 'start_date', before: null, after: started }] : []),
  ]
  const action = actionOf(change)
  await recordHistory(
    tx,
    now,
    employees.map((employee) => ({ employee, action, changes })),
  )
  return employees
}

function actionOf(change: LifecycleChange): HistoryAction {
  if (change.is_deleted !== undefined) return change.is_deleted ? 'deleted' : 'restored'
  if (change.is_terminated === undefined) return 'changed'
  return change.is_terminated ? 'terminated' : 'reinstated'
}
