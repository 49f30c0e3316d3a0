import type { OutboxMail } from '../../../database/tables/mail.ts'
import { type Mail, MailRefused } from '../../../ports/mail/port.ts'
import { rowName } from '../../../security/sealed-columns.ts'
import type { Service } from '../../../service.ts'
import { printBrandOf, senderOf } from '../branding/index.ts'
import { brandedMail } from './html.ts'
import { claimMails, finishMail, type MailResult, readAttachments, removeOldMails } from './queries.ts'
import type { MailFile } from './write.ts'

/** Longer than any attempt takes, so an email has one sender at a time. */
const LEASE_MS = 120_000
const AT_ONCE = 10
const KEPT_MS = 90 * 86_400_000

/** Creates an email's attachments at the time it is sent. */
export type MakeFiles = (service: Service, mailId: number) => Promise<MailFile[]>

/** Sends every email that is due. A mail server that is down only delays the email. */
export async function sendDueMails(
  service: Service,
  stopped?: AbortSignal,
  makeFiles: MakeFiles = async () => [],
): Promise<number> {
  let count = 0
  while (!stopped?.aborted) {
    const sandboxId = service.sandbox()?.customerId ?? null
    const now = service.clock.now()
    const claimed = await claimMails(service.database.query, now, LEASE_MS, AT_ONCE, sandboxId)
    if (claimed.length === 0) break
    await Promise.all(claimed.map((mail) => send(service, mail, makeFiles)))
    count += claimed.length
  }
  return count
}

/** Deletes sent and failed emails after 90 days. */
export function forgetOldMail({ database, clock }: Service): Promise<void> {
  return removeOldMails(database.query, new Date(clock.now().getTime() - KEPT_MS))
}

/** The decrypted text of an email. */
export function textOf({ cipher }: Service, mail: Pick<OutboxMail, 'id' | 'text'>): string {
  return cipher.open('outbox.text', mail.id, mail.text)
}

async function send(service: Service, mail: OutboxMail, makeFiles: MakeFiles): Promise<void> {
  const { clock, database, ports, log } = service
  let result: MailResult
  try {
    if (mail.good_until && mail.good_until <= clock.now())
      throw new MailRefused('It could not be sent before its link expired', true)
    await ports.mail.send(await compose(service, mail, await makeFiles(service, mail.id)))
    const now = clock.now()
    result = { state: 'sent', due_at: now, error: null, transport: ports.mail.transport, sent_at: now }
  } catch (error) {
    const refusal = error instanceof MailRefused ? error : undefined
    log[refusal ? 'warn' : 'error']({ err: error, mail: mail.id }, 'a mail was not sent')
    result = afterFailure(service, mail, refusal)
  }
  await finishMail(database.query, mail, result)
}

function afterFailure(
  { clock, settings }: Service,
  mail: OutboxMail,
  refusal: MailRefused | undefined,
): MailResult {
  const waitSeconds = settings.mailRetryWaits[mail.attempts - 1]
  const isOver = refusal?.isFinal || waitSeconds === undefined
  return {
    state: isOver ? 'failed' : 'queued',
    due_at: new Date(clock.now().getTime() + (isOver ? 0 : waitSeconds * 1000)),
    error: refusal?.message ?? 'The mail could not be prepared',
    transport: null,
    sent_at: null,
  }
}

/** The branding of a customer without its own. */
const UNBRANDED = { name: null, primary: null, accent: null, logo: null }

async function compose(service: Service, mail: OutboxMail, made: readonly MailFile[]): Promise<Mail> {
  const { cipher, database, settings } = service
  const attachments = await readAttachments(database.query, mail.id)
  const text = textOf(service, mail)
  const brand = mail.customer_id === null ? undefined : await printBrandOf(service, mail.customer_id)
  const sender = mail.customer_id === null ? undefined : await senderOf(service, mail.customer_id)
  const branded = brandedMail(text, mail.link_starts, brand ?? UNBRANDED)
  return {
    id: `mail-${mail.id}-${mail.created_at.getTime()}@${new URL(settings.publicUrl).hostname}`,
    ...(sender ? { from: sender } : {}),
    to: mail.to_address,
    subject: mail.subject,
    text,
    html: branded.html,
    attachments: [
      ...branded.attachments,
      ...attachments.map(({ name, media_type: mediaType, place, content }) => ({
        name,
        mediaType,
        content: Buffer.from(
          cipher.open('outbox_attachments.content', rowName(mail.id, place), content),
          'base64',
        ),
      })),
      ...made,
    ],
  }
}
