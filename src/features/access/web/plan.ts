import { inCellOf } from '../../../database/cell-of-customer.ts'
import { daysBetween } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import { findPlan } from './queries.ts'

/** The account's plan, its employee cap and headcount, and the remaining days of a trial. */
export async function readPlan(service: Service, customerId: number) {
  const { query } = service.database
  const row = await inCellOf(query, customerId, () => findPlan(query, customerId))
  const today = service.clock.today()
  const daysLeft = row.paid_through ? daysBetween(today, row.paid_through) + 1 : null
  const isOver = daysLeft !== null && daysLeft <= 0
  return {
    name: row.name,
    state: isOver && row.subscription !== 'cancelled' ? 'lapsed' : row.subscription,
    paid_through: row.paid_through,
    days_left: daysLeft === null ? null : Math.max(0, daysLeft),
    employee_cap: row.own_cap ?? row.plan_cap ?? 0,
    employees: row.employees,
  }
}
