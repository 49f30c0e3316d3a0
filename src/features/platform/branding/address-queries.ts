import type { Selectable } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { OwnAddressesTable } from '../../../database/tables/branding.ts'

export type OwnAddresses = Selectable<OwnAddressesTable>

export function findAddresses(query: Queryable | Tx, customerId: number): Promise<OwnAddresses | undefined> {
  return query
    .selectFrom('own_addresses')
    .selectAll()
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
}

export async function storeAddresses(tx: Tx, row: OwnAddresses): Promise<void> {
  const { customer_id: _customer, ...changes } = row
  await tx
    .insertInto('own_addresses')
    .values(row)
    .onConflict((on) => on.column('customer_id').doUpdateSet(changes))
    .execute()
}

/** Customers with a verified address, by id. */
export function listVerified(query: Queryable, after: number, most: number): Promise<OwnAddresses[]> {
  return query
    .selectFrom('own_addresses')
    .selectAll()
    .where((where) =>
      where.or([where('sender_verified_at', 'is not', null), where('web_verified_at', 'is not', null)]),
    )
    .where('customer_id', '>', after)
    .orderBy('customer_id')
    .limit(most)
    .execute()
}

/** The key of the sign-in page that a verified web address leads to. */
export async function findKeyOfHost(query: Queryable, host: string): Promise<string | undefined> {
  const row = await query
    .selectFrom('own_addresses as own')
    .innerJoin('branding', 'branding.customer_id', 'own.customer_id')
    .select('branding.sign_in_key')
    .where('own.web_host', '=', host)
    .where('own.web_verified_at', 'is not', null)
    .executeTakeFirst()
  return row?.sign_in_key
}
