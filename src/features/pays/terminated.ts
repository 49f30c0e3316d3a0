import type { Tx } from '../../database/connect.ts'
import type { Service } from '../../service.ts'
import { changeLifecycle, recordEmployeesUpdated } from '../employees/index.ts'
import type { PayTask } from './task.ts'

/** A processed final pay ends the employment; whoever listens is told by an employee.updated. */
export async function endEmployment(service: Service, tx: Tx, tasks: readonly PayTask[]): Promise<void> {
  for (const { termination, employee } of tasks) {
    if (!termination) continue
    const change = { is_terminated: true, termination_date: termination.termination_date }
    const ended = await changeLifecycle(tx, employee.id, change, service.clock.now())
    await recordEmployeesUpdated(service, tx, [ended])
  }
}

/** Deleting the final pay takes the ending back, unless the employee has been reinstated or ended anew since. */
export async function reverseTermination(
  service: Service,
  tx: Tx,
  pay: { employee_id: number; id: number },
): Promise<void> {
  const latest = await tx
    .selectFrom('terminations')
    .innerJoin('employees', 'employees.id', 'terminations.employee_id')
    .select(['terminations.pay_id', 'is_terminated'])
    .where('terminations.employee_id', '=', pay.employee_id)
    .orderBy('terminations.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (latest?.pay_id !== pay.id || !latest.is_terminated) return
  const change = { is_terminated: false, termination_date: null }
  const employee = await changeLifecycle(tx, pay.employee_id, change, service.clock.now())
  await recordEmployeesUpdated(service, tx, [employee])
}
