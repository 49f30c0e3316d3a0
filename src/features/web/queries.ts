import type { Service } from '../../service.ts'

/** The company that the customer opened last through the redirect helper or the switcher; null when there is none. */
export async function defaultCompanyOf(service: Service, customerId: number): Promise<number | null> {
  const row = await service.database.query
    .selectFrom('customers')
    .select('default_company_id')
    .where('id', '=', customerId)
    .executeTakeFirst()
  return row?.default_company_id ?? null
}
