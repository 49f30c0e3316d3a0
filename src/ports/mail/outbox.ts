import type { Sandbox } from '../../kernel/acting.ts'
import { type MailPort, MailRefused } from './port.ts'

/**
 * Sends nothing. The email stays in the outbox, which the web app shows. A sandbox can simulate that the mail
 * server is down.
 */
export function createOutbox(sandbox: () => Sandbox | null): MailPort {
  return {
    transport: 'outbox',
    async send() {
      if (sandbox()?.faults.mail_server === 'down')
        throw new MailRefused('The mail server did not respond', false)
    },
  }
}
