import { createTransport } from 'nodemailer'
import { type MailPort, MailRefused } from './port.ts'

const TIMEOUTS = { connectionTimeout: '10000', greetingTimeout: '10000', socketTimeout: '30000' }

/** Sends email through the mail server at this URL. */
export function createSmtpMail(url: string, from: string): MailPort {
  const address = new URL(url)
  for (const [name, value] of Object.entries(TIMEOUTS))
    if (!address.searchParams.has(name)) address.searchParams.set(name, value)
  const transport = createTransport(address.href)
  return {
    transport: 'smtp',
    async send({ id, to, from: own, subject, text, html, attachments }) {
      try {
        await transport.sendMail({
          from: own ?? from,
          // Bounces go to the operator.
          ...(own ? { envelope: { from, to } } : {}),
          to,
          subject,
          text,
          ...(html === undefined ? {} : { html }),
          messageId: `<${id}>`,
          attachments: attachments.map((attachment) => ({
            filename: attachment.name,
            contentType: attachment.mediaType,
            content: attachment.content,
            ...(attachment.contentId ? { cid: attachment.contentId } : {}),
          })),
        })
      } catch (error) {
        throw refusalOf(error)
      }
    },
  }
}

/** An error message that reveals neither addresses nor the server's own words. */
function refusalOf(error: unknown): MailRefused {
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number }
  const status = responseCode ? `, status ${responseCode}` : ''
  // Only a problem with this email is final. A wrong password or a full disk on the server can be fixed.
  const isFinal = (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500
  const sentence = isFinal ? 'The mail server refused this mail' : 'The mail server did not accept the mail'
  return new MailRefused(`${sentence} (${code}${status})`, isFinal)
}
