import { sql } from 'kysely'
import { countryOf } from '../../../../countries/index.ts'
import type { Tx } from '../../../../database/connect.ts'
import type { Company } from '../../../../database/tables/companies.ts'
import { conflict } from '../../../../kernel/problem.ts'
import type { Service } from '../../../../service.ts'
import {
  changeLifecycle,
  recordEmployeesUpdated,
  undoEarlierEnd,
} from '../../../employees/employees/index.ts'
import type { PipelineRun } from '../context/pipeline-run.ts'
import type { PayJob } from '../job/pay-job.ts'

type EndingState = {
  id: number
  is_terminated: boolean
  termination_date: string | null
  /** The run with the employee's pending final pay. */
  staged_in: number | null
  /** The runs with other pending pays of the employee. */
  drafted_in: number[] | null
}

/**
 * Locks the employees whose employment these pays end. Rejects a second termination and an employee with a pending final
 * pay. The company's pay lock keeps out concurrent final pays. A pending draft is kept, with a warning.
 */
export async function claimEndings(
  tx: Tx,
  jobs: readonly PayJob[],
  { jurisdiction }: Pick<Company, 'jurisdiction'>,
): Promise<readonly PayJob[]> {
  const { hasFurtherPayments } = countryOf(jurisdiction).finalPay
  const ending = jobs.filter((job) => job.termination)
  if (ending.length === 0) return jobs
  const ids = ending.map((job) => job.employee.id)
  const { rows } = await sql<EndingState>`
    select id, is_terminated, termination_date,
      (select min(pay_run_id) filter (where is_termination) from pays
        where employee_id = employees.id and status = 'pending') as staged_in,
      (select array_agg(distinct pay_run_id) filter (where not is_termination) from pays
        where employee_id = employees.id and status = 'pending') as drafted_in
    from employees where id = any(${ids}::int[]) order by id for update`.execute(tx)
  const states = new Map(rows.map((row) => [row.id, row]))
  return jobs.map((job) => {
    if (!job.termination) return job
    const state = states.get(job.employee.id)
    const isFurther = hasFurtherPayments && state?.termination_date === job.termination.termination_date
    if (state?.is_terminated && !isFurther)
      throw conflict(`Employee ${state.id} is already terminated. Reinstate the employee first.`)
    if (state?.staged_in)
      throw conflict(
        `A termination pay of employee ${state.id} waits in pay run ${state.staged_in}. Process or delete that pay first.`,
      )
    const drafts = (state?.drafted_in ?? []).map(
      (run) => `A draft pay of the employee waits in pay run ${run}: process or delete it.`,
    )
    return { ...job, notes: [...(job.notes ?? []), ...drafts] }
  })
}

/** A processed final pay ends the employment and records an employee.updated event. */
export async function endEmployment(
  { service, tx, company }: PipelineRun,
  jobs: readonly PayJob[],
): Promise<void> {
  const { isDeath } = countryOf(company.jurisdiction).finalPay
  for (const { termination, employee } of jobs) {
    // A further termination payment finds the employment already ended.
    if (!termination || employee.is_terminated) continue
    const { termination_date } = termination
    const deceased_on = isDeath(termination) ? termination_date : null
    const change = { is_terminated: true, termination_date, deceased_on }
    const ended = await changeLifecycle(tx, employee.id, change, service.clock.now())
    await recordEmployeesUpdated(service, tx, [ended])
  }
}

/**
 * Deleting a final pay reverses its termination. If the employee was reinstated since, the earlier employment continues
 * into the later one.
 */
export async function reverseTermination(
  service: Service,
  tx: Tx,
  pay: { employee_id: number; id: number },
): Promise<void> {
  const now = service.clock.now()
  const rejoined = await undoEarlierEnd(tx, pay.id, now)
  if (rejoined) return recordEmployeesUpdated(service, tx, [rejoined])
  const latest = await tx
    .selectFrom('terminations')
    .innerJoin('employees', 'employees.id', 'terminations.employee_id')
    .select(['terminations.pay_id', 'is_terminated'])
    .where('terminations.employee_id', '=', pay.employee_id)
    .orderBy('terminations.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (latest?.pay_id !== pay.id || !latest.is_terminated || (await hasOtherPayment(tx, pay))) return
  const change = { is_terminated: false, termination_date: null, deceased_on: null }
  const employee = await changeLifecycle(tx, pay.employee_id, change, now)
  await recordEmployeesUpdated(service, tx, [employee])
}

/** Whether another payment of the same termination remains, which keeps the employment ended. */
async function hasOtherPayment(tx: Tx, pay: { employee_id: number; id: number }): Promise<boolean> {
  const other = await tx
    .selectFrom('terminations')
    .innerJoin('employees', 'employees.id', 'terminations.employee_id')
    .innerJoin('pays', 'pays.id', 'terminations.pay_id')
    .select('terminations.id')
    .where('terminations.employee_id', '=', pay.employee_id)
    .where('terminations.pay_id', '!=', pay.id)
    .where('pays.status', '=', 'processed')
    .whereRef('terminations.termination_date', '=', 'employees.termination_date')
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
