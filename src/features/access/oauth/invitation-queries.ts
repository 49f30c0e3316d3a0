import { type Insertable, sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { InvitationsTable } from '../../../database/tables/customers.ts'
import type { PasswordHashes } from '../../../security/passwords.ts'

/** The user who signs in with this email address, in any account. */
export function findHolder(tx: Tx, email: string) {
  return tx
    .selectFrom('users')
    .select('customer_id')
    .where('email', '=', email)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Stores an invitation. Revokes an earlier one for the same person that has expired or is being resent.
 * Undefined when the address already has an open invitation, even one stored by a concurrent request.
 */
export async function storeInvitation(
  tx: Tx,
  invitation: Insertable<InvitationsTable>,
  isResend: boolean,
): Promise<number | undefined> {
  await tx
    .updateTable('invitations')
    .set({ revoked_at: invitation.created_at })
    .where('customer_id', '=', invitation.customer_id)
    .where('email', '=', invitation.email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where((where) =>
      where.or([
        where('expires_at', '<=', invitation.created_at),
        where.and([
          where(where.lit(isResend), '=', true),
          where('employee_id', 'is not distinct from', invitation.employee_id ?? null),
        ]),
      ]),
    )
    .execute()
  const stored = await tx
    .insertInto('invitations')
    .values(invitation)
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored?.id
}

/** The names of the inviter and of their account. */
export function readInviter(tx: Tx, userId: number) {
  return tx
    .selectFrom('users as u')
    .innerJoin('customers as c', 'c.id', 'u.customer_id')
    .select(['c.name as customer', 'u.name as inviter'])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
}

/**
 * The employer of an invited employee. A bureau may run the payroll in its own account, and the employee does not know
 * the bureau's name.
 */
export async function readEmployer(tx: Tx, employeeId: number): Promise<string> {
  const { legal_name } = await tx
    .selectFrom('employees')
    .innerJoin('companies', 'companies.id', 'employees.company_id')
    .select('companies.legal_name')
    .where('employees.id', '=', employeeId)
    .executeTakeFirstOrThrow()
  return legal_name
}

/** The cell of the account that this link belongs to. An invited employee's record is in that cell. */
export async function findInvitationCell(query: Queryable, tokenHash: Buffer): Promise<string | undefined> {
  const row = await query
    .selectFrom('invitations as i')
    .innerJoin('customers as c', 'c.id', 'i.customer_id')
    .select('c.cell')
    .where('i.token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row?.cell
}

/**
 * The valid invitation with this hash. An employee's invitation is valid only while the record still has the
 * address it was mailed to.
 */
export async function findOpenInvitation(
  query: Queryable | Tx,
  tokenHash: Buffer,
  now: Date,
  options: { lock?: boolean } = {},
) {
  let select = query
    .selectFrom('invitations as i')
    .innerJoin('customers as c', 'c.id', 'i.customer_id')
    .innerJoin('users as inviter', 'inviter.id', 'i.invited_by')
    .select(['i.id', 'i.customer_id', 'i.email', 'i.name', 'i.role', 'i.employee_id', 'i.invited_by'])
    .select(['c.name as customer_name', 'inviter.name as inviter_name'])
    .where('i.token_hash', '=', tokenHash)
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', now)
    .where('c.access_ended_at', 'is', null)
  if (options.lock) select = select.forUpdate('i')
  const found = await select.executeTakeFirst()
  if (!found) return undefined
  if (found.employee_id === null) return { ...found, employer: null }
  const employee = await query
    .selectFrom('employees')
    .innerJoin('companies', 'companies.id', 'employees.company_id')
    .select('companies.legal_name as employer')
    .where('employees.id', '=', found.employee_id)
    .where('employees.is_deleted', '=', false)
    .where(sql<string>`lower(trim(employees.email_address))`, '=', found.email)
    .executeTakeFirst()
  return employee && { ...found, ...employee }
}

export type OpenInvitation = NonNullable<Awaited<ReturnType<typeof findOpenInvitation>>>

/** Creates a user for the invited person and uses the invitation up. Returns the user's id. */
export async function joinByInvitation(
  tx: Tx,
  invitation: OpenInvitation,
  { name, hashes, now }: { name: string; hashes: PasswordHashes; now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('users')
    .values({
      customer_id: invitation.customer_id,
      email: invitation.email,
      name,
      role: invitation.role,
      employee_id: invitation.employee_id,
      ...hashes,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('invitations')
    .set({ accepted_at: now, user_id: id })
    .where('id', '=', invitation.id)
    .execute()
  return id
}
