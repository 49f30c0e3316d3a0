import { settleAll, type Tx } from '../../../database/connect.ts'
import { lockCustomer } from '../../../database/customer-lock.ts'
import { forbidden } from '../../../kernel/problem.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import { type Entitlement, readEntitlement } from './queries.ts'

/** Whether the customer has a trial or a paid plan that has not expired. */
export function isSubscribed(entitlement: Entitlement, today: CivilDate): boolean {
  const { subscription, paidThrough } = entitlement
  if (subscription !== 'active' && subscription !== 'trial') return false
  return paidThrough === null || paidThrough >= today
}

/** Requires an active subscription, for lifecycle writes. */
export async function requireSubscription(service: Service, tx: Tx, customerId: number): Promise<void> {
  const entitlement = await readEntitlement(tx, customerId)
  if (!isSubscribed(entitlement, service.clock.today()))
    throw forbidden('No active subscription. Renew the subscription to make changes.')
}

/**
 * The number of employees the customer may have, or zero once the subscription has lapsed. Locks the
 * customer, so concurrent calls cannot exceed the cap.
 */
export async function lockEmployeeCap(service: Service, tx: Tx, customerId: number): Promise<number> {
  const [, entitlement] = await settleAll([lockCustomer(tx, customerId), readEntitlement(tx, customerId)])
  return isSubscribed(entitlement, service.clock.today()) ? entitlement.employeeCap : 0
}
