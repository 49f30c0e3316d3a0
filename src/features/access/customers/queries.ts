import type { Queryable, Tx } from '../../../database/connect.ts'
import type { SubscriptionState } from '../../../database/tables/customers.ts'

/** A customer's subscription state and the employee cap of its plan. */
export type Entitlement = { subscription: SubscriptionState; paidThrough: string | null; employeeCap: number }

/** Reads a customer's entitlement. */
export async function readEntitlement(query: Queryable | Tx, customerId: number): Promise<Entitlement> {
  const row = await query
    .selectFrom('customers')
    .leftJoin('products', 'products.id', 'customers.product_id')
    .select([
      'subscription',
      'paid_through',
      'customers.employee_cap as own_cap',
      'products.employee_cap as plan_cap',
    ])
    .where('customers.id', '=', customerId)
    .executeTakeFirstOrThrow()
  return {
    subscription: row.subscription,
    paidThrough: row.paid_through,
    employeeCap: row.own_cap ?? row.plan_cap ?? 0,
  }
}
