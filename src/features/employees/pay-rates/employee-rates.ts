import type { Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import { saying } from '../../../http/view.ts'
import { notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { recordHistory } from '../employees/index.ts'
import { ownRateAdvice, priceAdvice } from './advice.ts'
import {
  deleteOwnRate,
  insertOwnRate,
  listOwnRatesOf,
  lockOwnRate,
  updateOwnRate,
} from './employee-queries.ts'
import { changePrice, readPrice } from './price.ts'
import { draftsPricedBy, listPayRatesOf } from './queries.ts'
import type { EmployeePayRateCreate, EmployeePayRateUpdate, EmployeePayRateView } from './schema.ts'
import { viewListedRate, viewOrdinaryTime, viewOwnRate } from './view.ts'

const HOURS = 'hours'

/**
 * Lists every rate that can be used to pay the employee: ordinary time, individual rates, and the company rates listed
 * for them.
 */
export async function readEmployeeRates(
  service: Service,
  employee: Employee,
): Promise<EmployeePayRateView[]> {
  const { query } = service.database
  const own = await listOwnRatesOf(query, [employee.id])
  const listed = await listPayRatesOf(query, employee.company_id, employee.id)
  return [
    viewOrdinaryTime(employee.pay_rate_per_hour),
    ...own.map(viewOwnRate),
    ...listed.map(viewListedRate),
  ]
}

/** Adds an individual rate for the employee. */
export function createEmployeeRate(
  service: Service,
  employee: Employee,
  body: EmployeePayRateCreate,
): Promise<EmployeePayRateView> {
  const rate = {
    description: body.description.trim(),
    units: body.units?.trim() ?? HOURS,
    ...readPrice(body),
  }
  return service.database.transaction(async (tx) => {
    const now = service.clock.now()
    const view = viewOwnRate(await insertOwnRate(tx, employee.id, rate, now))
    await record(tx, employee, now, null, view)
    return saying(view, ownRateAdvice(body, view, employee))
  })
}

/** Changes an individual rate. Its reference stays the same. */
export function changeEmployeeRate(
  service: Service,
  employee: Employee,
  rateId: number,
  body: EmployeePayRateUpdate,
): Promise<EmployeePayRateView> {
  return service.database.transaction(async (tx) => {
    const stored = await lockOwnRate(tx, employee.id, rateId)
    if (!stored) throw notFound('Pay rate not found.')
    const rate = {
      description: body.description?.trim() ?? stored.description,
      units: body.units?.trim() ?? stored.units,
      ...changePrice({ rate: stored.rate, multiplier: stored.multiplier }, body),
    }
    if (Object.keys(body).length === 0) return viewOwnRate(stored)
    const now = service.clock.now()
    const view = viewOwnRate(await updateOwnRate(tx, rateId, rate, now))
    await record(tx, employee, now, viewOwnRate(stored), view)
    const drafts = await draftsPricedBy(tx, employee.company_id, view.reference)
    return saying(view, [...priceAdvice(stored, view, drafts), ...ownRateAdvice(body, view, employee)])
  })
}

/** Deletes an individual rate. Existing pays keep their amounts. */
export async function removeEmployeeRate(
  service: Service,
  employee: Employee,
  rateId: number,
): Promise<void> {
  const isGone = await service.database.transaction(async (tx) => {
    const stored = await lockOwnRate(tx, employee.id, rateId)
    if (stored) await record(tx, employee, service.clock.now(), viewOwnRate(stored), null)
    return deleteOwnRate(tx, employee.id, rateId)
  })
  if (!isGone) throw notFound('Pay rate not found.')
}

/** Records in the history that an individual rate was added, changed or deleted. */
function record(
  tx: Tx,
  employee: Employee,
  now: Date,
  before: EmployeePayRateView | null,
  after: EmployeePayRateView | null,
): Promise<void> {
  const change = { field: 'pay_rate', before: inWords(before), after: inWords(after) }
  const name = `${employee.first_name} ${employee.last_name}`
  recordAuditChange(`Own pay rate of ${name}`, { pay_rate: change.before }, { pay_rate: change.after })
  return recordHistory(tx, now, [{ employee, action: 'pay-rate', changes: [change] }])
}

function inWords(rate: EmployeePayRateView | null): string | null {
  if (!rate) return null
  return `${rate.description}: ${rate.rate === null ? `${rate.multiplier} × hourly rate` : `$${rate.rate}`}`
}
