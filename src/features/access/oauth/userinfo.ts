import type { Caller } from '../../../http/caller.ts'
import type { Service } from '../../../service.ts'

/** The person who allowed the application and their customer, as promised on the consent page. */
export async function readUserinfo(service: Service, caller: Pick<Caller, 'userId' | 'customerId'>) {
  const row = await service.database.query
    .selectFrom('users as u')
    .innerJoin('customers as c', 'c.id', 'u.customer_id')
    .select(['u.id', 'u.name', 'u.email', 'c.id as customer_id', 'c.name as customer_name'])
    .where('u.id', '=', caller.userId)
    .where('c.id', '=', caller.customerId)
    .executeTakeFirstOrThrow()
  return {
    sub: String(row.id),
    name: row.name,
    email: row.email,
    customer_id: row.customer_id,
    customer_name: row.customer_name,
  }
}
