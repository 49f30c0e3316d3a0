import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { Caller } from '../../../http/caller.ts'
import { requireMatch, versionTag } from '../../../http/etag.ts'
import { draftsWait } from '../../../http/view.ts'
import { badRequest, conflict, forbidden } from '../../../kernel/problem.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { lockEmployeeCap, requireSubscription } from '../../access/customers/index.ts'
import { countDrafts, findCompany } from '../../employer/companies/index.ts'
import type { PayEffects } from './affected-schema.ts'
import { changeLifecycle, changeLifecycles } from './change-lifecycle.ts'
import { closeEmployment } from './employments.ts'
import { recordChange } from './events.ts'
import { requireEmployee, requireNotDeleted, viewStoredEmployee } from './find.ts'
import { holdReturning } from './hold-returning.ts'
import { reinstatedAdvice, restoredAdvice } from './lifecycle-advice.ts'
import { countEmployees } from './queries.ts'
import type { EmployeeView } from './schema.ts'
import { findStagedTermination } from './waiting-pays.ts'

export type LifecycleCall = { caller: Caller; employeeId: number; ifMatch: string | undefined }

/** Marks an employee as deleted. Nothing is reported to authorities, and the employee keeps the number. */
export function deleteEmployee(
  service: Service,
  call: LifecycleCall & { isDryRun?: boolean },
): Promise<{ employee: EmployeeView; warnings: string[] }> {
  const work = async (tx: Tx) => {
    const employee = await begin(service, tx, call)
    if (employee.is_deleted) throw conflict('The employee is already deleted.')
    const [deleted] = await deleteEmployeesIn(service, tx, [employee.id])
    const drafts = await countDrafts(tx, [employee.id])
    return {
      employee: viewStoredEmployee(service, present(deleted)).view,
      warnings: drafts > 0 ? [`${draftsWait(drafts)}; the run cannot be processed until it is deleted.`] : [],
    }
  }
  return service.database.transaction(work, { dryRun: call.isDryRun })
}

/** Deletes employees of one company together, inside a transaction that has checked them. */
export async function deleteEmployeesIn(
  service: Service,
  tx: Tx,
  employeeIds: readonly number[],
): Promise<Employee[]> {
  const deleted = await changeLifecycles(tx, employeeIds, { is_deleted: true }, service.clock.now())
  await recordChange(service, tx, 'employee.deleted', deleted)
  return deleted
}

/** Restores a deleted employee. A termination stays in place. */
export function restoreEmployee(service: Service, call: LifecycleCall) {
  return service.database.transaction(async (tx) => {
    const employee = await begin(service, tx, call)
    if (!employee.is_deleted) throw conflict('The employee is not deleted.')
    if (!employee.is_terminated) await requirePlace(service, tx, employee)
    const restored = await changeLifecycle(tx, employee.id, { is_deleted: false }, service.clock.now())
    await holdReturning(service, tx, restored)
    await recordChange(service, tx, 'employee.updated', [restored])
    return { ...viewStoredEmployee(service, restored), warnings: await restoredAdvice(tx, restored) }
  })
}

/** Reinstates a terminated employee in a new employment. Year-to-date figures, number, history and the termination are kept. */
export function reinstateEmployee(
  service: Service,
  call: LifecycleCall & {
    startDate: string | undefined
    isContinuous: boolean
    payEffects: PayEffects
  },
) {
  return service.database.transaction(async (tx) => {
    const company = await companyOf(service, tx, call)
    // Code that reads pays before a change must lock the company before it locks employees.
    await call.payEffects.lock(tx, company)
    const employee = await begin(service, tx, call)
    requireNotDeleted(employee)
    const payRunId = await findStagedTermination(tx, employee.id)
    if (payRunId !== undefined)
      throw conflict(
        `A termination pay of the employee waits in pay run ${payRunId}. Process or delete that pay first.`,
      )
    if (!employee.is_terminated) throw conflict('The employee is not terminated.')
    const startDate = call.startDate ?? service.clock.today()
    if (employee.termination_date !== null && startDate < employee.termination_date)
      throw badRequest(`start_date ${startDate} is before the termination date ${employee.termination_date}.`)
    await requirePlace(service, tx, employee)
    const { isContinuous } = call
    const from = civilDate(startDate)
    const touched = await call.payEffects.watch(service, tx, company, [{ employeeId: employee.id, from }])
    const ended = await closeEmployment(service, tx, employee, {
      isContinuous,
      startDate: from,
    })
    const change = {
      is_terminated: false,
      termination_date: null,
      deceased_on: null,
      start_date: startDate,
    }
    const reinstated = await changeLifecycle(tx, employee.id, change, service.clock.now())
    await holdReturning(service, tx, reinstated)
    await recordChange(service, tx, 'employee.updated', [reinstated])
    const warnings = [...(await reinstatedAdvice(tx, employee, reinstated, isContinuous)), ...ended]
    const affected = (await touched()).get(employee.id) ?? []
    return { ...viewStoredEmployee(service, reinstated), affected, warnings }
  })
}

async function companyOf(service: Service, tx: Tx, { caller, employeeId }: LifecycleCall): Promise<Company> {
  const { company_id } = await requireEmployee(service, caller, employeeId, { answer: 400, query: tx })
  return present(await findCompany(tx, service.cipher, company_id))
}

/** The shared first steps: check the subscription, lock the caller's employee and compare the version. */
async function begin(service: Service, tx: Tx, { caller, employeeId, ifMatch }: LifecycleCall) {
  // Always lock the customer before the employee, so that two requests cannot deadlock.
  await requireEmployee(service, caller, employeeId, { answer: 400, query: tx })
  await requireSubscription(service, tx, caller.customerId)
  await lockEmployeeCap(service, tx, caller.customerId)
  const employee = await requireEmployee(service, caller, employeeId, { answer: 400, query: tx, lock: true })
  requireMatch(ifMatch, versionTag(employee.version))
  return employee
}

/** An employee who counts towards the plan's cap again needs a free place under it. */
async function requirePlace(service: Service, tx: Tx, { customer_id }: Employee): Promise<void> {
  const cap = await lockEmployeeCap(service, tx, customer_id)
  if ((await countEmployees(tx, customer_id)) >= cap)
    throw forbidden(`The plan’s limit of ${cap} employees is reached.`)
}
