import { type Insertable, sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type { OutboxAttachmentsTable, OutboxMail, OutboxTable } from '../../../database/tables/mail.ts'
import { findTenantClock } from '../../../database/tenant-clock-filter.ts'

const SHOWN = [
  'id',
  'to_address',
  'subject',
  'state',
  'transport',
  'attempts',
  'due_at',
  'error',
  'created_at',
  'sent_at',
] as const

/** An email without its body, which may contain a link that opens an account. */
export type ListedMail = Pick<OutboxMail, (typeof SHOWN)[number]> & { attachments: string[] }

/** Reserves ids for new emails, because the text is encrypted with the id. */
export async function reserveMailIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval('outbox_id_seq')::integer as id
    from generate_series(1, ${count})`.execute(tx)
  return rows.map((row) => row.id)
}

export async function insertMails(tx: Tx, rows: readonly Insertable<OutboxTable>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += 500)
    await tx
      .insertInto('outbox')
      .values(rows.slice(from, from + 500))
      .execute()
}

export async function insertAttachments(tx: Tx, rows: Insertable<OutboxAttachmentsTable>[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('outbox_attachments').values(rows).execute()
}

const attachmentNames = sql<string[]>`array(select a.name from outbox_attachments a
  where a.mail_id = outbox.id order by a.place)
  || array(select p.file_name from payslip_mails p where p.mail_id = outbox.id)`.as('attachments')

/** The customer's emails, newest first. */
export function listMails(query: Queryable, customerId: number, limit: number): Promise<ListedMail[]> {
  return query
    .selectFrom('outbox')
    .select([...SHOWN, attachmentNames])
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The customer's newest emails with their bodies, for the demo, which sends none. */
export function listWholeMails(query: Queryable, customerId: number, limit: number) {
  return query
    .selectFrom('outbox')
    .select([...SHOWN, 'text', attachmentNames])
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function findMail(query: Queryable, customerId: number, id: number) {
  if (!isId(id)) return undefined
  return query
    .selectFrom('outbox')
    .select([...SHOWN, 'good_until', attachmentNames])
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
}

/** Queues a failed email again, with a new set of attempts. */
export async function requeueMail(query: Queryable, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('outbox')
    .set({ state: 'queued', attempts: 0, due_at: now, error: null })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Claims emails that are due, and those of a process that died while sending. The lease keeps other processes
 * from claiming them.
 */
export async function claimMails(
  query: Queryable,
  now: Date,
  leaseMs: number,
  limit: number,
  sandboxId: number | null,
): Promise<OutboxMail[]> {
  const isOfClock = await findTenantClock(query, 'outbox.customer_id', sandboxId)
  const { rows } = await sql<OutboxMail>`
    update outbox set state = 'sending', attempts = attempts + 1,
      leased_until = ${new Date(now.getTime() + leaseMs)}
    where id in (
      select id from outbox
      where ((state = 'queued' and due_at <= ${now}) or (state = 'sending' and leased_until < ${now}))
        and ${isOfClock}
      order by due_at limit ${limit} for update skip locked)
    returning *`.execute(query)
  return rows
}

export type MailResult = Pick<OutboxMail, 'state' | 'due_at' | 'error' | 'transport' | 'sent_at'>

/** Records the result of an attempt. The attempt number shuts out a sender whose lease was taken over. */
export async function finishMail(query: Queryable, mail: OutboxMail, result: MailResult): Promise<void> {
  await query
    .updateTable('outbox')
    .set({ ...result, leased_until: null })
    .where('id', '=', mail.id)
    .where('state', '=', 'sending')
    .where('attempts', '=', mail.attempts)
    .execute()
}

export function readAttachments(query: Queryable, mailId: number) {
  return query
    .selectFrom('outbox_attachments')
    .select(['name', 'media_type', 'place', 'content'])
    .where('mail_id', '=', mailId)
    .orderBy('place')
    .execute()
}

/** Deletes sent and failed emails created before this time. */
export async function removeOldMails(query: Queryable, before: Date): Promise<void> {
  await query
    .deleteFrom('outbox')
    .where('state', 'in', ['sent', 'failed'])
    .where('created_at', '<', before)
    .execute()
}
