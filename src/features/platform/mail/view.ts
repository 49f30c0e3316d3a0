import { timestamp } from '../../../http/view.ts'
import type { ListedMail } from './queries.ts'

/** An email as the outbox shows it, never with its body. */
export function viewMail(mail: ListedMail) {
  return {
    id: mail.id,
    to_address: mail.to_address,
    subject: mail.subject,
    state: mail.state,
    transport: mail.transport,
    attempts: mail.attempts,
    next_attempt_at: mail.state === 'queued' ? timestamp(mail.due_at) : null,
    error: mail.error,
    attachments: mail.attachments,
    created_at: timestamp(mail.created_at),
    sent_at: timestamp(mail.sent_at),
  }
}
