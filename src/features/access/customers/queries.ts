import type { Queryable, Tx } from '../../../database/connect.ts'
import type { SubscriptionState } from '../../../database/tables/customers.ts'

/** A customer's subscription state and the employee cap of its plan. */
export type Entitlement = { subscription: SubscriptionState; paidThrough: string | null; employeeCap: number }

/**
 * Reads a customer's entitlement. With `lock` it also locks the customer, so concurrent calls cannot exceed
 * the cap.
 */
export async function readEntitlement(
  query: Queryable | Tx,
  customerId: number,
  options: { lock?: boolean } = {},
): Promise<Entitlement> {
  let select = query
    .selectFrom('customers')
    .leftJoin('products', 'products.id', 'customers.product_id')
    .select([
      'subscription',
      'paid_through',
      'customers.employee_cap as own_cap',
      'products.employee_cap as plan_cap',
    ])
    .where('customers.id', '=', customerId)
  // A weaker lock than FOR UPDATE, so rows that only refer to the customer need not wait.
  if (options.lock) select = select.forNoKeyUpdate('customers')
  const row = await select.executeTakeFirstOrThrow()
  return {
    subscription: row.subscription,
    paidThrough: row.paid_through,
    employeeCap: row.own_cap ?? row.plan_cap ?? 0,
  }
}
