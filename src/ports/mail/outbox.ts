import type { MailPort } from './port.ts'

/** Sends nothing: the mail stays in the outbox, which the web app shows. */
export function createOutbox(): MailPort {
  return { transport: 'outbox', send: async () => {} }
}
