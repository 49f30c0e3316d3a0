import type { Tx } from '../../database/connect.ts'
import { rowName } from '../../security/sealed-columns.ts'
import type { Service } from '../../service.ts'
import { insertAttachments, insertMail, reserveMailId } from './queries.ts'

const ATTACHMENTS_MAX_BYTES = 10 * 1024 * 1024

/** A mail to be sent. `goodUntil`: it is pointless afterwards, because the link in it has run out. */
export type NewMail = {
  /** Whose mail it is: it is listed in this customer's outbox and carries its branding. */
  customerId: number | null
  to: string
  subject: string
  text: string
  goodUntil?: Date
  attachments?: readonly { name: string; mediaType: string; content: Buffer }[]
}

/** Writes a mail down with the change that causes it; the job sends it once that change is committed. */
export async function writeMail(service: Service, tx: Tx, mail: NewMail): Promise<number> {
  const { cipher, clock } = service
  const attachments = mail.attachments ?? []
  const bytes = attachments.reduce((sum, { content }) => sum + content.length, 0)
  if (bytes > ATTACHMENTS_MAX_BYTES) throw new Error('the attachments of a mail are too large')
  const now = clock.now()
  const id = await reserveMailId(tx)
  await insertMail(tx, {
    id,
    customer_id: mail.customerId,
    to_address: mail.to,
    subject: mail.subject,
    text: cipher.seal('outbox.text', id, mail.text),
    created_at: now,
    due_at: now,
    good_until: mail.goodUntil ?? null,
  })
  await insertAttachments(
    tx,
    attachments.map(({ name, mediaType, content }, place) => ({
      mail_id: id,
      place,
      name,
      media_type: mediaType,
      content: cipher.seal('outbox_attachments.content', rowName(id, place), content.toString('base64')),
    })),
  )
  return id
}
