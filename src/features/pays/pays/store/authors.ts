import { sql } from 'kysely'
import type { Tx } from '../../../../database/connect.ts'
import type { Company } from '../../../../database/tables/companies.ts'
import { transactionHooks } from '../../../../database/transaction-hooks.ts'
import { asksApproval, listKeepers } from '../../../platform/approvals/index.ts'

/**
 * Records the caller as an author of these pays, with the people who control the application that the caller used: none of
 * them may be the only one who approves the pays. What two people approved has no author.
 */
export async function recordAuthors(
  tx: Tx,
  company: Company,
  payIds: readonly number[],
  now: Date,
): Promise<void> {
  const hook = transactionHooks.getStore()
  if (!hook?.actor || !asksApproval() || hook.approval || payIds.length === 0) return
  const { userId, clientId } = hook.actor
  const keepers = clientId === null ? [] : await listKeepers(tx, clientId)
  const ids = [...new Set([...(userId === null ? [] : [userId]), ...keepers])]
  await sql`
    insert into pay_editors (pay_id, customer_id, user_id, client_id, changed_at, author_ids)
    select pay_id, ${company.customer_id}, null, null, ${now.toISOString()}::timestamptz, ${ids}::int[]
    from unnest(${payIds}::int[]) as entered (pay_id)
    on conflict (pay_id) do update set author_ids = (
      select array(select unnest(pay_editors.author_ids) union select unnest(excluded.author_ids)))`.execute(
    tx,
  )
}

/** Forgets the authors of pays that two people have now approved. */
export async function forgetAuthors(tx: Tx, payIds: readonly number[]): Promise<void> {
  if (!transactionHooks.getStore()?.approval) return
  await sql`
    update pay_editors set author_ids = '{}'
    where pay_id = any(${payIds}::int[]) and author_ids <> '{}'`.execute(tx)
}
