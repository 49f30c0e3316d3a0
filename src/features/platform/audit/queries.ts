import { sql } from 'kysely'
import { countryOf } from '../../../countries/index.ts'
import type { Service } from '../../../service.ts'

export type AuditFilter = { limit?: number; from_date?: string; to_date?: string }

/** The customer's entries, newest first; dates are days of the deployment, both ends included. */
export function readAuditLog(service: Service, customerId: number, filter: AuditFilter) {
  const zone = countryOf(service.settings.region).timeZone
  let select = service.database.query
    .selectFrom('audit_log as a')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.id', 'a.at', 'a.user_id', 'u.email as user_email', 'a.client_id', 'a.action', 'a.target'])
    .select(['a.outcome', 'a.ip', 'a.request_id', 'a.changes', 'u.name as user_name'])
    .where('a.customer_id', '=', customerId)
  if (filter.from_date)
    select = select.where('a.at', '>=', sql<Date>`${filter.from_date}::date::timestamp at time zone ${zone}`)
  if (filter.to_date)
    select = select.where(
      'a.at',
      '<',
      sql<Date>`(${filter.to_date}::date + 1)::timestamp at time zone ${zone}`,
    )
  return select
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(filter.limit ?? 100)
    .execute()
}
