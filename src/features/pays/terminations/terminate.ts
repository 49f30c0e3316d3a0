import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { Caller } from '../../../http/caller.ts'
import { requireMatch, versionTag } from '../../../http/etag.ts'
import { draftsWait, saying } from '../../../http/view.ts'
import { badRequest, conflict } from '../../../kernel/problem.ts'
import { type CivilDate, civilDate, civilDateOrNone } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import { requireSubscription } from '../../access/customers/index.ts'
import { paysStand, requireEmployee, requireNotDeleted } from '../../employees/employees/index.ts'
import { countDrafts, findCompany } from '../../employer/companies/index.ts'
import { loadOwedTotals, owedAtTheEnd } from '../back-pay/index.ts'
import {
  type CreateOptions,
  checkTermination,
  createPaysIn,
  lockCompanyPays,
  type PayView,
  type StoredPay,
} from '../pays/index.ts'
import { sumYear } from './queries.ts'
import type { TerminateRequest, Termination } from './schema.ts'
import { terminationOf, viewYear } from './view.ts'

export type TerminateCall = {
  caller: Caller
  employeeId: number
  request: TerminateRequest
  isDryRun: boolean
  ifMatch: string | undefined
}

/**
 * Ends an employment. The final pay goes through the normal pay pipeline, and the termination is stored in the same
 * transaction.
 */
export function terminateEmployee(service: Service, call: TerminateCall): Promise<Termination> {
  return service.database.transaction((tx) => terminateIn(service, tx, call), { dryRun: call.isDryRun })
}

async function terminateIn(service: Service, tx: Tx, call: TerminateCall): Promise<Termination> {
  const { caller, request, isDryRun } = call
  const { pay_date, period_end_date, ...termination } = request
  const company = await companyOf(service, tx, call)
  checkTermination(termination, company.jurisdiction)
  await requireSubscription(service, tx, caller.customerId)
  // Lock the pays before the employee, as all pay writes do, to avoid deadlocks.
  await lockCompanyPays(tx, company.id)
  const employee = await requireEmployee(service, caller, call.employeeId, {
    answer: 400,
    query: tx,
    lock: true,
  })
  requireMatch(call.ifMatch, versionTag(employee.version))
  requireNotDeleted(employee)
  if (employee.is_terminated)
    throw conflict(`Employee ${employee.id} is already terminated. Reinstate the employee first.`)

  const payDate = civilDate(pay_date)
  const status = statusOf(service, company, payDate)
  const options: CreateOptions = {
    payDate,
    periodEnd: civilDateOrNone(period_end_date ?? null),
    identifierType: 'employee_id',
    isDryRun,
    isTaxRedistributed: true,
    isWorkersComp: false,
    status,
  }
  const [written] = await createPaysIn(
    service,
    tx,
    company,
    [{ employee_id: employee.id, termination }],
    options,
  )
  const pay = viewOf(written)
  const view = terminationOf({
    result: pay.termination ?? {},
    payId: pay.id,
    endDate: pay.pay_run_end_date,
    status,
    employee,
    isTerminated: status === 'processed',
  })
  const affected = written?.affected ?? []
  const waiting = [
    ...(await draftAdvice(tx, employee, status)),
    ...(affected.length > 0 ? [paysStand(affected.length)] : []),
    ...(await backPayAdvice(service, tx, company, employee.id, payDate)),
  ]
  const ended = affected.length > 0 ? { ...view, affected_pays: affected } : view
  if (isDryRun)
    return { ...saying(ended, waiting), preview: await previewOf(tx, company, employee, pay, payDate) }
  // A staged pay shows its own warnings until it is processed.
  return saying(ended, [...(status === 'processed' ? pay.warnings : []), ...waiting])
}

/** Warns that earlier drafts will still be paid when their runs are processed. */
async function draftAdvice(tx: Tx, employee: Employee, status: 'pending' | 'processed'): Promise<string[]> {
  const drafts = (await countDrafts(tx, [employee.id])) - (status === 'pending' ? 1 : 0)
  if (drafts <= 0) return []
  return [`${draftsWait(drafts)}; processing the run pays it in addition to the final pay.`]
}

async function backPayAdvice(
  service: Service,
  tx: Tx,
  company: Company,
  employeeId: number,
  payDate: CivilDate,
): Promise<string[]> {
  const owed = await loadOwedTotals(service, tx, company, [employeeId], payDate)
  return [...owed.values()].map(owedAtTheEnd)
}

function viewOf(stored: StoredPay | undefined): PayView {
  if (!stored?.view) throw new Error('the final pay was stored without its read model')
  return stored.view
}

async function companyOf(service: Service, tx: Tx, { caller, employeeId }: TerminateCall): Promise<Company> {
  const { company_id } = await requireEmployee(service, caller, employeeId, { answer: 400, query: tx })
  const company = await findCompany(tx, service.cipher, company_id)
  if (!company) throw badRequest('No employee found with the given employee_id')
  return company
}

/** In New Zealand, a future pay date stages the final pay. All others are processed at once. */
function statusOf(service: Service, company: Company, payDate: CivilDate): 'pending' | 'processed' {
  const { isStagedWhenFuture } = countryOf(company.jurisdiction).finalPay
  return isStagedWhenFuture && payDate > service.clock.today() ? 'pending' : 'processed'
}

async function previewOf(
  tx: Tx,
  company: Company,
  employee: Employee,
  pay: PayView,
  payDate: CivilDate,
): Promise<NonNullable<Termination['preview']>> {
  const year = countryOf(company.jurisdiction).law.taxYear(payDate)
  const sums = await sumYear(tx, employee.id, year.start, payDate)
  return { pay, year_to_date: viewYear(sums, year.start, company.jurisdiction) }
}
