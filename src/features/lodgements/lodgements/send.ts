import { countryOfAuthority } from '../../../countries/index.ts'
import type { Submission } from '../../../database/tables/reporting.ts'
import type { GatewayAnswer } from '../../../ports/lodgement/gateway.ts'
import { GatewayDown, requireNamedLines } from '../../../ports/lodgement/gateway.ts'
import type { Service } from '../../../service.ts'
import { openIrdNumber } from '../../employer/companies/index.ts'
import { lockCompanyPays } from '../../pays/pays/index.ts'
import { writeAnswer } from './answer.ts'
import { claimSubmission, markReceived, postpone } from './claims.ts'
import { recordLodged } from './events.ts'
import { loadFormerIdentities } from './load-identities.ts'
import { listPlaces } from './place-queries.ts'
import { openText } from './seal.ts'

const ASK_AGAIN_MS = 15_000
const AT_ONCE = 200
const SENDERS = 8

/** Sends one submission now if it is next in order. Otherwise, or if that fails, the background job sends it later. */
export async function sendSubmission(service: Service, id: number): Promise<void> {
  try {
    const claimed = await claimSubmission(service.database.query, service.clock.now(), id, sandboxOf(service))
    if (claimed) await send(service, claimed)
  } catch (error) {
    service.log.error({ err: error, submission: id }, 'a submission could not be sent')
  }
}

/**
 * Sends every submission that is due and collects pending answers. Returns the number of submissions handled.
 * Several are sent concurrently, so that one slow gateway call does not delay the others. When at most one is
 * due, it makes few queries.
 */
export async function sendDueSubmissions(service: Service, stopped?: AbortSignal): Promise<number> {
  let count = 0
  const take = () => claimSubmission(service.database.query, service.clock.now(), null, sandboxOf(service))
  const work = async (first?: Submission) => {
    for (let claimed = first ?? (await take()); claimed; claimed = await take()) {
      count += 1
      await send(service, claimed)
      if (count >= AT_ONCE || stopped?.aborted) return
    }
  }
  const first = stopped?.aborted ? undefined : await take()
  const second = first && (await take())
  const others = second ? [work(second), ...Array.from({ length: SENDERS - 2 }, () => work())] : []
  if (first) await Promise.all([work(first), ...others])
  return count
}

const sandboxOf = (service: Service) => service.sandbox()?.customerId ?? null

async function send(service: Service, claimed: Submission): Promise<void> {
  const { clock, database, settings, log } = service
  const later = (ms: number) => new Date(clock.now().getTime() + ms)
  let answer: GatewayAnswer
  try {
    answer = await askGateway(service, claimed)
    if (answer.state === 'partial') requireNamedLines(answer, await listPlaces(database.query, claimed.id))
  } catch (error) {
    const waits = settings.gatewayRetryWaits
    const waitSeconds = waits[claimed.attempts - 1] ?? waits.at(-1) ?? 60
    const isDown = error instanceof GatewayDown
    if (!isDown) log.error({ err: error, submission: claimed.id }, 'a submission could not be prepared')
    const sentence = isDown ? `${error.message}.` : 'The message could not be prepared.'
    await postpone(database.query, claimed, later(waitSeconds * 1000), sentence)
    return
  }
  await database.transaction(async (tx) => {
    await lockCompanyPays(tx, claimed.company_id)
    if (answer.state !== 'received') return writeAnswer(service, tx, claimed, answer, clock.now())
    const payIds = await markReceived(tx, claimed, clock.now(), later(ASK_AGAIN_MS))
    await recordLodged(service, tx, claimed, payIds)
  })
}

const SERVICE_ACTIONS = { submit: 'Submit.004.00', update: 'Update.004.00' } as const

/** The ids that a message is sent under. */
async function senderOf({ database, settings }: Service, { company_id: companyId, kind }: Submission) {
  const system = await database.query
    .selectFrom('stp_systems')
    .select(['bms_id', 'ssid'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return {
    ssid: system?.ssid ?? null,
    productId: settings.stpProductId,
    bmsId: system?.bms_id ?? '',
    serviceAction: SERVICE_ACTIONS[kind === 'update' || kind === 'finalise' ? 'update' : 'submit'],
  }
}

type Outgoing = {
  submission: Submission
  content: string
  /** The employer numbers that the message was created with. */
  payer: { abn: string | null; branch_number: string | null; ird_number: string | null }
}

/** The message format of each gateway. */
const GATEWAYS = {
  stp: {
    of: ({ ports }: Service) => ports.lodgement,
    send: async (service: Service, { submission, content, payer }: Outgoing): Promise<GatewayAnswer> =>
      service.ports.lodgement.send({
        messageId: submission.message_id,
        transactionId: submission.transaction_id,
        action:
          submission.kind === 'submit' || submission.kind === 'full-file-replacement' ? 'submit' : 'update',
        abn: payer.abn ?? '',
        branch: payer.branch_number ?? '1',
        year: submission.year,
        isReplacement: submission.kind === 'full-file-replacement',
        ...(await senderOf(service, submission)),
        xml: content,
      }),
  },
  payday: {
    of: ({ ports }: Service) => ports.payday,
    send: ({ ports, cipher }: Service, { submission, content, payer }: Outgoing): Promise<GatewayAnswer> =>
      ports.payday.send({
        messageId: submission.message_id,
        transactionId: submission.transaction_id,
        irdNumber: payer.ird_number ?? '',
        payDate: submission.pay_date,
        isAmendment: submission.kind === 'amend',
        file: content,
        detailsFile:
          submission.details === null
            ? null
            : openText(cipher, 'submissions.details', submission.message_id, submission.details),
      }),
  },
} as const

/**
 * Asks for the answer to a message that has arrived. Sends a message that has not arrived, or whose fate is
 * unknown.
 */
async function askGateway(service: Service, submission: Submission): Promise<GatewayAnswer> {
  const { gateway: name } = countryOfAuthority(submission.authority).authority
  if (name === null) throw new Error(`Messages to ${submission.authority} are lodged by hand only.`)
  const gateway = GATEWAYS[name]
  if (submission.status === 'sent') {
    const answer = await gateway.of(service).collect(submission.message_id)
    if (answer) return answer
  }
  const content = openText(service.cipher, 'submissions.content', submission.message_id, submission.content)
  return gateway.send(service, { submission, content, payer: await payerOf(service, submission) })
}

/** The company's current numbers, or those it had when the message was created. */
async function payerOf(
  { database: { query }, cipher }: Service,
  submission: Submission,
): Promise<Outgoing['payer']> {
  const formers =
    submission.identity_id === null ? [] : await loadFormerIdentities(query, cipher, submission.company_id)
  const former = formers.find(({ id }) => id === submission.identity_id)
  if (former) return former
  const company = await query
    .selectFrom('companies')
    .select(['id', 'abn', 'branch_number', 'ird_number'])
    .where('id', '=', submission.company_id)
    .executeTakeFirstOrThrow()
  return openIrdNumber(cipher, company)
}
