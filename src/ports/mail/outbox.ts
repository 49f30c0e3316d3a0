import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/connect.ts'
import type { MailPort } from './port.ts'

/** Keeps mail in a table instead of sending it; the demo shows it at /demo/mail. */
export function createOutbox(database: Database, clock: Clock): MailPort {
  return {
    async send({ to, subject, text }) {
      await database.query
        .insertInto('outbox')
        .values({ to_address: to, subject, text, created_at: clock.now() })
        .execute()
    },
  }
}
