import { sql } from 'kysely'
import { companions } from '../../database/companion.ts'
import type { Queryable, Tx } from '../../database/connect.ts'
import type { Company } from '../../database/tables/companies.ts'
import { WEB_CLIENT_ID } from '../../http/limits.ts'
import { timestamp } from '../../http/view.ts'
import type { PayView } from './answer/schema.ts'

/** Who changed a pay last; empty where no caller has changed it since it was made. */
export type Editor = Pick<PayView, 'changed_by' | 'changed_at'>

/** Writes down who changes the rows of pays, in the transaction that changes them. */
export async function recordEditors(
  tx: Tx,
  company: Company,
  payIds: readonly number[],
  now: Date,
): Promise<void> {
  const actor = companions.getStore()?.actor
  if (!actor || payIds.length === 0) return
  await sql`
    insert into pay_editors (pay_id, customer_id, user_id, client_id, changed_at)
    select pay_id, ${company.customer_id}, ${actor.userId}::int, ${actor.clientId}::text, ${now.toISOString()}::timestamptz
    from unnest(${payIds}::int[]) as changed (pay_id)
    on conflict (pay_id) do update
      set user_id = excluded.user_id, client_id = excluded.client_id, changed_at = excluded.changed_at`.execute(
    tx,
  )
}

/** Who changed these pays last, by pay: the person in the web app, elsewhere the application by its name. */
export async function loadEditors(query: Queryable, payIds: readonly number[]): Promise<Map<number, Editor>> {
  if (payIds.length === 0) return new Map()
  const { rows } = await sql<{ pay_id: number; name: string | null; changed_at: Date }>`
    select pay_id, coalesce(client.name, users.name, editor.client_id) as name, changed_at
    from pay_editors editor left join users on users.id = editor.user_id
    left join oauth_clients client on client.client_id = editor.client_id and client.client_id <> ${WEB_CLIENT_ID}
    where pay_id = any(${payIds}::int[])`.execute(query)
  return new Map(
    rows.map(({ pay_id, name, changed_at }) => [
      pay_id,
      { ...(name ? { changed_by: name } : {}), changed_at: timestamp(changed_at) },
    ]),
  )
}
