import { readOutbox as readKeptMail } from '../../ports/mail/outbox.ts'
import type { Service } from '../../service.ts'

const OUTBOX_ROWS = 100

/** The company that the customer opened last through the redirect helper or the switcher; null when there is none. */
export async function defaultCompanyOf(service: Service, customerId: number): Promise<number | null> {
  const row = await service.database.query
    .selectFrom('customers')
    .select('default_company_id')
    .where('id', '=', customerId)
    .executeTakeFirst()
  return row?.default_company_id ?? null
}

/** The mail that was kept instead of sent, newest first; of everybody, since it exists in demo mode only. */
export function readOutbox(service: Service) {
  return readKeptMail(service.database, service.cipher, OUTBOX_ROWS)
}
