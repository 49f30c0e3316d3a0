import { sql, type Updateable } from 'kysely'
import { isActiveGrant } from '../../../database/active-grants.ts'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { OauthClientsTable } from '../../../database/tables/oauth.ts'
import { WEB_CLIENT_ID } from '../../../http/limits.ts'
import { nameOfGrant } from '../oauth/index.ts'

/** The applications of a customer, oldest first. */
export function listClients(query: Queryable, customerId: number) {
  return query
    .selectFrom('oauth_clients')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('client_id')
    .execute()
}

/** Reads and locks one application of the customer. */
export function lockClient(tx: Tx, customerId: number, clientId: string) {
  return tx
    .selectFrom('oauth_clients')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Changes one application of the customer. Returns undefined when it does not exist. */
export function updateClient(
  query: Queryable | Tx,
  customerId: number,
  clientId: string,
  changes: Updateable<OauthClientsTable>,
) {
  return query
    .updateTable('oauth_clients')
    .set(changes)
    .where('client_id', '=', clientId)
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Active grants that concern a customer: those its own applications received, and those it gave to other
 * applications. Grants of this service's web app are left out.
 */
export function listConnections(query: Queryable, customerId: number, now: Date) {
  return query
    .selectFrom('oauth_grants as g')
    .innerJoin('oauth_clients as k', 'k.client_id', 'g.client_id')
    .innerJoin('customers as c', 'c.id', 'g.customer_id')
    .innerJoin(
      (from) =>
        from
          .selectFrom('oauth_tokens')
          .select(['grant_id', sql<Date>`max(created_at)`.as('last_token_at')])
          .groupBy('grant_id')
          .as('t'),
      (join) => join.onRef('t.grant_id', '=', 'g.id'),
    )
    .select([
      'g.id',
      'g.client_id',
      nameOfGrant.as('client_name'),
      'g.customer_id',
      'c.name as customer_name',
    ])
    .select(['g.scopes', 'g.created_at', 't.last_token_at'])
    .where((where) =>
      where.or([where('k.customer_id', '=', customerId), where('g.customer_id', '=', customerId)]),
    )
    .where('g.client_id', '<>', WEB_CLIENT_ID)
    .where(isActiveGrant('g', now))
    .orderBy('g.id')
    .execute()
}

/**
 * How often a customer's applications were called in a minute, per customer and in total (`customer_id`
 * null).
 */
export async function listUse(query: Queryable, customerId: number, windowStart: number) {
  const { rows } = await sql<{
    limit_class: string
    client_id: string
    customer_id: number | null
    hits: number
    factor: number
  }>`
    select split_part(bucket, ':', 1) as limit_class, k.client_id, hits,
      nullif(split_part(bucket, ':', 3), '')::int as customer_id,
      coalesce((select max(factor) from limit_raises r where r.ended_at is null and case when split_part(bucket, ':', 3) = ''
        then r.client_id = k.client_id
        else coalesce(r.client_id, k.client_id) = k.client_id and coalesce(r.customer_id::text, split_part(bucket, ':', 3)) = split_part(bucket, ':', 3)
        end), 1) as factor
    from rate_buckets join oauth_clients k on k.client_id = split_part(bucket, ':', 2)
    where window_start = ${windowStart} and k.customer_id = ${customerId} and k.deleted_at is null
    order by k.client_id, customer_id nulls first, limit_class`.execute(query)
  return rows
}

/** Ends the grants with which an application acts on its owner's account. Returns their ids. */
export async function endOwnGrants(
  tx: Tx,
  client: { client_id: string; customer_id: number | null },
  now: Date,
): Promise<number[]> {
  const ended = await tx
    .updateTable('oauth_grants')
    .set({ revoked_at: now })
    .where('client_id', '=', client.client_id)
    .where('customer_id', '=', client.customer_id ?? 0)
    .where('role', 'is not', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

/** The application and the customer of an active grant that concerns this customer. */
export async function findConnection(query: Queryable, customerId: number, grantId: number) {
  const row = await query
    .selectFrom('oauth_grants as g')
    .innerJoin('oauth_clients as k', 'k.client_id', 'g.client_id')
    .select(['g.client_id', 'g.customer_id'])
    .where('g.id', '=', grantId)
    .where((where) =>
      where.or([where('k.customer_id', '=', customerId), where('g.customer_id', '=', customerId)]),
    )
    .where('g.client_id', '<>', WEB_CLIENT_ID)
    .where('g.revoked_at', 'is', null)
    .executeTakeFirst()
  return row && { clientId: row.client_id, customerId: row.customer_id }
}
