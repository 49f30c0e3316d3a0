import { sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'
import type { Service } from '../../../service.ts'

/** The company that the customer opened last through the redirect helper or the switcher; null when there is none. */
export async function defaultCompanyOf(service: Service, customerId: number): Promise<number | null> {
  const row = await service.database.query
    .selectFrom('customers')
    .select('default_company_id')
    .where('id', '=', customerId)
    .executeTakeFirst()
  return row?.default_company_id ?? null
}

/** The plan of a customer, and the employees that count towards it. */
export function findPlan(query: Queryable, customerId: number) {
  return query
    .selectFrom('customers as c')
    .leftJoin('products as p', 'p.id', 'c.product_id')
    .select([
      'c.subscription',
      'c.paid_through',
      'c.employee_cap as own_cap',
      'p.employee_cap as plan_cap',
      'p.name',
    ])
    .select(
      sql<number>`(select count(*)::int from employees e join companies k on k.id = e.company_id
        where k.customer_id = c.id and k.deleted_at is null and not e.is_deleted and not e.is_terminated)`.as(
        'employees',
      ),
    )
    .where('c.id', '=', customerId)
    .executeTakeFirstOrThrow()
}
