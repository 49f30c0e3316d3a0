import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/connect.ts'
import { present } from '../../payroll/present.ts'
import type { FieldCipher } from '../../security/field-encryption.ts'
import type { MailPort } from './port.ts'

/** Keeps mail in a table instead of sending it; the demo shows it at /demo/mail. A mail may hold a one-time link. */
export function createOutbox(database: Database, clock: Clock, cipher: FieldCipher): MailPort {
  return {
    async send({ to, subject, text }) {
      const { rows } = await sql<{ id: number }>`
        select nextval(pg_get_serial_sequence('outbox', 'id'))::integer as id`.execute(database.query)
      const id = present(rows[0]).id
      const sealed = cipher.seal('outbox.text', id, text)
      await database.query
        .insertInto('outbox')
        .values({ id, to_address: to, subject, text: sealed, created_at: clock.now() })
        .execute()
    },
  }
}

/** The newest kept mail, readable. */
export async function readOutbox(database: Database, cipher: FieldCipher, limit: number) {
  const rows = await database.query
    .selectFrom('outbox')
    .select(['id', 'to_address', 'subject', 'text', 'created_at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, text: cipher.open('outbox.text', row.id, row.text) }))
}
