export type MailAttachment = {
  name: string
  mediaType: string
  content: Buffer
  /** Shown inside the mail under `cid:<contentId>` and not offered as a file. */
  contentId?: string
}

/** A mail as it leaves the house. */
export type Mail = {
  /** The same for every attempt, so that a mail server can recognise a second one. */
  id: string
  to: string
  subject: string
  text: string
  html?: string
  attachments: readonly MailAttachment[]
}

/** The mail server does not take this mail, now or ever; the sentence may be shown. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
  readonly isFinal: boolean
  constructor(sentence: string, isFinal: boolean) {
    super(sentence)
    this.isFinal = isFinal
  }
}

/** Takes the service's mail; fails with `MailRefused`. */
export type MailPort = { transport: 'smtp' | 'outbox'; send(mail: Mail): Promise<void> }
