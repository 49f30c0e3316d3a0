import type { Sandbox } from '../../kernel/acting.ts'
import { type MailPort, MailRefused } from './port.ts'

/** Sends nothing: the mail stays in the outbox, which the web app shows. In a sandbox it can be down on request. */
export function createOutbox(sandbox: () => Sandbox | null): MailPort {
  return {
    transport: 'outbox',
    async send() {
      if (sandbox()?.faults.mail_server === 'down')
        throw new MailRefused('The mail server does not answer', false)
    },
  }
}
