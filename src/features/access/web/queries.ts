import { sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'
import type { Service } from '../../../service.ts'

/**
 * The company that the customer opened last through the redirect helper or the picker. Null when there is
 * none or the person may not see it.
 */
export async function defaultCompanyOf(
  service: Service,
  user: { userId: number; customerId: number },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select c.default_company_id as id from customers c
    join users u on u.id = ${user.userId} and u.customer_id = c.id
    where c.id = ${user.customerId} and (not u.is_by_company or exists (
      select from companies_of(u.id, ${service.clock.today()}::date) reached
      where reached.company_id = c.default_company_id))`.execute(service.database.query)
  return rows[0]?.id ?? null
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
