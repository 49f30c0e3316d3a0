import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Role } from '../../../database/tables/customers.ts'

export type SignInPolicy = {
  /** The roles that need a second factor. */
  second_factor_roles: Role[]
  /** How long a proof of identity is valid for sensitive work. Null when it never expires. */
  proof_minutes: number | null
}

/** The account's sign-in policy. Without a row, only the password is required. */
export async function readPolicy(query: Queryable | Tx, customerId: number): Promise<SignInPolicy> {
  const row = await query
    .selectFrom('sign_in_policies')
    .select(['second_factor_roles', 'proof_minutes'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row ?? { second_factor_roles: [], proof_minutes: null }
}

export async function writePolicy(
  tx: Tx,
  customerId: number,
  policy: SignInPolicy,
  now: Date,
): Promise<void> {
  const values = { ...policy, updated_at: now }
  await tx
    .insertInto('sign_in_policies')
    .values({ customer_id: customerId, ...values })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(values))
    .execute()
}

/** Whether the account requires a second factor from this person. */
export async function isFactorRequired(query: Queryable | Tx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ is_required: boolean }>`
    select exists (select from users u join sign_in_policies p on p.customer_id = u.customer_id
      where u.id = ${userId} and u.role = any(p.second_factor_roles)) as is_required`.execute(query)
  return rows[0]?.is_required ?? false
}
