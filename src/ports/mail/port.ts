export type MailAttachment = {
  name: string
  mediaType: string
  content: Buffer
  /** Shown inside the email under `cid:<contentId>` and not offered as a file. */
  contentId?: string
}

/** An email in the form in which it is sent. */
export type Mail = {
  /** The same for every attempt, so a mail server can recognise a repeat. */
  id: string
  /** A customer's own verified sender. Omitted for the service's own. */
  from?: { name: string; address: string }
  to: string
  subject: string
  text: string
  html?: string
  attachments: readonly MailAttachment[]
}

/** The mail server refused this email, temporarily or for ever. The message may be shown. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
  readonly isFinal: boolean
  constructor(sentence: string, isFinal: boolean) {
    super(sentence)
    this.isFinal = isFinal
  }
}

/** Sends the service's email. Fails with `MailRefused`. */
export type MailPort = { transport: 'smtp' | 'outbox'; send(mail: Mail): Promise<void> }
