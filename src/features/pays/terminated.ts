import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import { conflict } from '../../problem.ts'
import type { Service } from '../../service.ts'
import { changeLifecycle, recordEmployeesUpdated } from '../employees/index.ts'
import type { PayTask } from './task.ts'

/**
 * Holds the employees whose employment these pays end, and refuses those who have ended already or have a final pay waiting.
 * The company's pays are locked, so no other final pay can slip in between.
 */
export async function claimEndings(tx: Tx, tasks: readonly PayTask[]): Promise<void> {
  const ids = tasks.filter((task) => task.termination).map((task) => task.employee.id)
  if (ids.length === 0) return
  const { rows } = await sql<{ id: number; is_terminated: boolean; staged_in: number | null }>`
    select id, is_terminated, (
      select pay_run_id from pays
      where employee_id = employees.id and is_termination and status = 'pending' limit 1
    ) as staged_in
    from employees where id = any(${ids}::int[]) order by id for update`.execute(tx)
  for (const { id, is_terminated, staged_in } of rows) {
    if (is_terminated) throw conflict(`Employee ${id} is already terminated. Reinstate the employee first.`)
    if (staged_in !== null)
      throw conflict(
        `A termination pay of employee ${id} waits in pay run ${staged_in}. Process or delete that pay first.`,
      )
  }
}

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
