import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import { hasSecondFactor } from '../../../database/second-factor.ts'
import type { Role } from '../../../database/tables/customers.ts'

/** Lists the people of an account, owners and admins first. */
export async function listPeople(query: Queryable, customerId: number, employeeId?: number) {
  let select = query
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.email', 'u.role', 'u.employee_id', 'u.created_at'])
    .select(hasSecondFactor('u').as('has_second_factor'))
    .select((part) =>
      part
        .selectFrom('sessions as s')
        .select((fn) => fn.fn.max('s.last_seen_at').as('last'))
        .whereRef('s.user_id', '=', 'u.id')
        .where('s.opened_by_id', 'is', null)
        .as('last_seen_at'),
    )
    .where('u.customer_id', '=', customerId)
    .where('u.removed_at', 'is', null)
  if (employeeId !== undefined) select = select.where('u.employee_id', '=', employeeId)
  return select
    .orderBy(sql`array_position(array['owner', 'admin', 'member', 'reader', 'employee'], u.role)`)
    .orderBy('u.name')
    .orderBy('u.id')
    .execute()
}

/** Invitations that were neither accepted nor revoked, newest first. */
export function listInvitations(query: Queryable, customerId: number, employeeId?: number) {
  let select = query
    .selectFrom('invitations as i')
    .innerJoin('users as u', 'u.id', 'i.invited_by')
    .select(['i.id', 'i.email', 'i.name', 'i.role', 'i.employee_id', 'i.created_at', 'i.expires_at'])
    .select('u.name as invited_by')
    .where('i.customer_id', '=', customerId)
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
  if (employeeId !== undefined) select = select.where('i.employee_id', '=', employeeId)
  return select.orderBy('i.id', 'desc').execute()
}

/** Revokes one invitation, or all of an employee. Returns the number revoked. */
export async function revokeInvitations(
  tx: Tx,
  customerId: number,
  which: { id: number } | { employeeId: number },
  now: Date,
): Promise<number> {
  let update = tx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('customer_id', '=', customerId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
  if ('id' in which) update = update.where('id', '=', isId(which.id) ? which.id : 0)
  else update = update.where('employee_id', '=', which.employeeId)
  return (await update.returning('id').execute()).length
}

/** Finds a person in the account. */
export function findPerson(tx: Tx, customerId: number, userId: number) {
  return tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'employee_id', 'is_by_company'])
    .where('customer_id', '=', customerId)
    .where('id', '=', isId(userId) ? userId : 0)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

export async function setRole(tx: Tx, userId: number, role: Role): Promise<void> {
  await tx.updateTable('users').set({ role }).where('id', '=', userId).execute()
}

/** Marks a person as removed and clears their password and second factor. */
export async function markRemoved(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      removed_at: now,
      scim_removed: false,
      password_hash: null,
      totp_secret: null,
      totp_last_step: null,
    })
    .where('id', '=', userId)
    .execute()
  for (const table of ['recovery_codes', 'passkeys', 'known_devices'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}

/** Removes a person's authenticator codes, passkeys and recovery codes. */
export async function removeFactors(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({ totp_secret: null, totp_last_step: null })
    .where('id', '=', userId)
    .execute()
  for (const table of ['recovery_codes', 'passkeys'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}

/** An owner or admin counts for this number of days after someone removed them. */
const REMOVED_DAYS = 30

/**
 * Whether the account has another owner or admin, who could approve what the caller prepares. With `now`, also whether it had
 * one lately: an owner who removes the others does not become free to act alone.
 */
export async function hasOtherManager(
  tx: Tx,
  caller: { customerId: number; userId: number },
  now: Date | null,
  butId = 0,
): Promise<boolean> {
  const since = now && new Date(now.getTime() - REMOVED_DAYS * 24 * 60 * 60 * 1000)
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('customer_id', '=', caller.customerId)
    .where('id', 'not in', [caller.userId, butId])
    .where('role', 'in', ['owner', 'admin'])
    .where((e) => e.or([e('removed_at', 'is', null), ...(since ? [e('removed_at', '>', since)] : [])]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the e-mail address of an employee was entered or changed after their first processed pay. */
export async function hasNewAddress(tx: Tx, employeeId: number): Promise<boolean> {
  const { rows } = await sql`
    select from employee_history h, jsonb_array_elements(h.changes) change
    where h.employee_id = ${employeeId} and h.action = 'changed' and change ->> 'field' = 'email_address'
      and h.at >= (select min(created_at) - interval '1 second' from pays where employee_id = ${employeeId} and status = 'processed')
    limit 1`.execute(tx)
  return rows.length > 0
}
