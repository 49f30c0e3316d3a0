import { createTransport } from 'nodemailer'
import type { MailPort } from './port.ts'

/** Hands mail to the mail server at this address. */
export function createSmtpMail(url: string, from: string): MailPort {
  const transport = createTransport(url)
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to, subject, text })
    },
  }
}
