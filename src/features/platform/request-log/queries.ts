import { type Insertable, sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'
import type { RequestLogTable } from '../../../database/tables/request-log.ts'

export type LoggedRequest = Insertable<RequestLogTable>

export async function insertRequests(query: Queryable, rows: readonly LoggedRequest[]): Promise<void> {
  await query.insertInto('request_log').values(rows).execute()
}

export type RequestFilter = {
  client_id?: string
  is_error?: boolean
  before?: number
  limit: number
}

/** The requests of a customer's applications, newest first. */
export function listRequests(query: Queryable, customerId: number, filter: RequestFilter) {
  let select = query
    .selectFrom('request_log as r')
    .innerJoin('oauth_clients as k', 'k.client_id', 'r.client_id')
    .innerJoin('customers as c', 'c.id', 'r.customer_id')
    .select(['r.id', 'r.at', 'r.client_id', 'k.name as application', 'c.name as customer', 'r.method'])
    .select(['r.path', 'r.operation', 'r.status', 'r.duration_ms', 'r.request_id', 'r.error'])
    .where('k.customer_id', '=', customerId)
  if (filter.client_id !== undefined) select = select.where('r.client_id', '=', filter.client_id)
  if (filter.is_error !== undefined) select = select.where('r.status', filter.is_error ? '>=' : '<', 400)
  if (filter.before !== undefined) select = select.where('r.id', '<', filter.before)
  return select.orderBy('r.id', 'desc').limit(filter.limit).execute()
}

/** Deletes requests before this time, and all but the newest `mostEach` of each application. */
export async function deleteRequests(query: Queryable, before: Date, mostEach: number): Promise<void> {
  await query.deleteFrom('request_log').where('at', '<', before).execute()
  await sql`
    delete from request_log r using (
      select k.client_id, (select id from request_log own where own.client_id = k.client_id
        order by id desc offset ${mostEach} limit 1) as last_id from oauth_clients k) old
    where r.client_id = old.client_id and r.id <= old.last_id`.execute(query)
}
