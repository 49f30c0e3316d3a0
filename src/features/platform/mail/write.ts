import type { Tx } from '../../../database/connect.ts'
import { present } from '../../../kernel/values/present.ts'
import { rowName } from '../../../security/sealed-columns.ts'
import type { Service } from '../../../service.ts'
import { insertAttachments, insertMails, reserveMailIds } from './queries.ts'
import { composeText, type MailPart, subjectOf } from './words.ts'

const ATTACHMENTS_MAX_BYTES = 10 * 1024 * 1024

export type MailFile = { name: string; mediaType: string; content: Buffer }

/** An email to be sent. After `goodUntil` it is pointless, because its link has expired. */
export type NewMail = {
  /** The owner of the email. It appears in this customer's outbox and uses its branding. */
  customerId: number | null
  to: string
  subject: string
  /** One text, or paragraphs. A URL becomes a link only as a `MailLink`. */
  text: string | readonly MailPart[]
  goodUntil?: Date
  attachments?: readonly MailFile[]
}

/** Stores an email in the transaction of the change that causes it. A job sends it after the commit. */
export async function writeMail(service: Service, tx: Tx, mail: NewMail): Promise<number> {
  return present((await writeMails(service, tx, [mail]))[0])
}

/** Stores many emails and returns their ids in order. */
export async function writeMails(service: Service, tx: Tx, mails: readonly NewMail[]): Promise<number[]> {
  const ids = await reserveMailIds(tx, mails.length)
  const now = service.clock.now()
  await insertMails(
    tx,
    mails.map((mail, index) => {
      const id = present(ids[index])
      const { text, linkStarts } = composeText(mail.text)
      return {
        id,
        customer_id: mail.customerId,
        to_address: mail.to,
        subject: subjectOf(mail.subject),
        text: service.cipher.seal('outbox.text', id, text),
        link_starts: linkStarts,
        created_at: now,
        due_at: now,
        good_until: mail.goodUntil ?? null,
      }
    }),
  )
  for (const [index, mail] of mails.entries()) await writeFiles(service, tx, present(ids[index]), mail)
  return ids
}

async function writeFiles({ cipher }: Service, tx: Tx, id: number, mail: NewMail): Promise<void> {
  const attachments = mail.attachments ?? []
  const bytes = attachments.reduce((sum, { content }) => sum + content.length, 0)
  if (bytes > ATTACHMENTS_MAX_BYTES) throw new Error('the attachments of a mail are too large')
  await insertAttachments(
    tx,
    attachments.map(({ name, mediaType, content }, place) => ({
      customer_id: mail.customerId,
      mail_id: id,
      place,
      name,
      media_type: mediaType,
      content: cipher.seal('outbox_attachments.content', rowName(id, place), content.toString('base64')),
    })),
  )
}
