import { sql } from 'kysely'
import type { Tx } from '../../../../database/connect.ts'
import type { Company } from '../../../../database/tables/companies.ts'
import { transactionHooks } from '../../../../database/transaction-hooks.ts'

/** Records the editor of pays, in the transaction that changes them. */
export async function recordEditors(
  tx: Tx,
  company: Company,
  payIds: readonly number[],
  now: Date,
): Promise<void> {
  const actor = transactionHooks.getStore()?.actor
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
