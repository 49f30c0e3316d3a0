import { sql } from 'kysely'
import type { Database } from '../../database/connect.ts'
import type { AnswerNote, SimulatorName } from '../../database/tables/reporting.ts'
import type { Faults, Sandbox } from '../../kernel/acting.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isRecord } from '../../kernel/is-record.ts'
import type { FieldCipher } from '../../security/field-encryption.ts'
import type { Settings } from '../../settings/index.ts'
import { type GatewayAnswer, GatewayDown } from './gateway.ts'

const ACCOUNT = 'gateway_messages.account'

export type SimulatorParts = {
  database: Database
  clock: Clock
  /** The sandbox of the message. Its own fault settings apply. */
  sandbox: () => Sandbox | null
  settings: Pick<Settings, 'gatewaySimulation' | 'gatewayDelaySeconds'>
  cipher: FieldCipher
}

export type Arrival = {
  messageId: string
  account: string
  kind: string
  transactionId: string
  /** The number of documents in the message: payees, or lines of a return. */
  documents: number
}

type Behaviour = NonNullable<Faults['super_gateway']>

/**
 * The store of a simulated gateway, which like an authority keeps each message once, with its first response.
 */
export type Received = {
  /** Accepts a message. A new one is checked and stored, and a repeated one gets its first response. */
  take(arrival: Arrival, judge: () => Promise<GatewayAnswer>): Promise<GatewayAnswer>
  collect(messageId: string): Promise<GatewayAnswer | null>
  /** How the gateway behaves now. */
  behaviour(): Promise<Behaviour>
  /** The kinds and transactions of an account's earlier messages. */
  takenFor(account: string): Promise<{ kind: string; transactionId: string }[]>
}

/** A simulator's store in its own table. The demo control sets its behaviour, or else the settings. */
export function createReceived(
  gateway: SimulatorName,
  { database, clock, sandbox, settings, cipher }: SimulatorParts,
): Received {
  const { query } = database

  const behaviour = async (): Promise<NonNullable<Faults['super_gateway']>> => {
    const own = sandbox()
    if (own) return own.faults[`${gateway}_gateway`] ?? 'accept'
    const row = await query
      .selectFrom('gateway_behaviours')
      .select('behaviour')
      .where('gateway', '=', gateway)
      .executeTakeFirst()
    return row?.behaviour ?? settings.gatewaySimulation
  }

  const find = async (messageId: string) =>
    query
      .selectFrom('gateway_messages')
      .select(['answer', 'answer_at'])
      .where('message_id', '=', messageId)
      .executeTakeFirst()

  const answerOf = (row: { answer: unknown; answer_at: Date }): GatewayAnswer =>
    row.answer_at > clock.now() ? { state: 'received' } : (row.answer as GatewayAnswer)

  return {
    behaviour,

    async take(arrival, judge) {
      const mode = await behaviour()
      if (mode === 'down') throw new GatewayDown('The gateway did not respond')
      const known = await find(arrival.messageId)
      if (known) {
        await query
          .updateTable('gateway_messages')
          .set({ times_received: sql`times_received + 1` })
          .where('message_id', '=', arrival.messageId)
          .execute()
        return answerOf(known)
      }
      const judged = mode === 'reject' ? refusal(gateway) : await judge()
      const answer =
        mode === 'partial' || mode === 'delay-partial' ? inPart(judged, arrival.documents) : judged
      const now = clock.now()
      const waitMs = mode === 'delay' || mode === 'delay-partial' ? settings.gatewayDelaySeconds * 1000 : 0
      const kept = await query
        .insertInto('gateway_messages')
        .values({
          message_id: arrival.messageId,
          gateway,
          // The account identifies the payer by its tax number, so it is encrypted.
          account: cipher.seal(ACCOUNT, arrival.messageId, arrival.account),
          account_hash: cipher.fingerprints(ACCOUNT, arrival.account)[0],
          kind: arrival.kind,
          transaction_id: arrival.transactionId,
          received_at: now,
          answer: JSON.stringify(answer),
          answer_at: new Date(now.getTime() + waitMs),
        })
        // With two concurrent senders, the first one's response applies to both.
        .onConflict((on) =>
          on.column('message_id').doUpdateSet({ times_received: sql`gateway_messages.times_received + 1` }),
        )
        .returning(['answer', 'answer_at'])
        .executeTakeFirstOrThrow()
      if (mode === 'lost') throw new GatewayDown('The answer was lost')
      return answerOf(kept)
    },

    async collect(messageId) {
      if ((await behaviour()) === 'down') throw new GatewayDown('The gateway did not respond')
      const known = await find(messageId)
      return known ? answerOf(known) : null
    },

    async takenFor(account) {
      const rows = await query
        .selectFrom('gateway_messages')
        .select(['kind', 'transaction_id', 'answer'])
        .where('gateway', '=', gateway)
        .where((where) =>
          where.or([
            where('account_hash', 'in', cipher.fingerprints(ACCOUNT, account)),
            where('account', '=', account),
          ]),
        )
        .execute()
      return rows
        .filter((row) => !(isRecord(row.answer) && row.answer.state === 'rejected'))
        .map((row) => ({ kind: row.kind, transactionId: row.transaction_id }))
    },
  }
}

/** The authority's response when it refuses a sender, whatever the message. */
function refusal(gateway: SimulatorName): GatewayAnswer {
  return { state: 'rejected', receipt: null, notes: [{ ...REFUSALS[gateway], document: null }] }
}

const REFUSALS: Record<SimulatorName, { code: string; message: string }> = {
  stp: { code: 'SBR.GEN.AUTH.006', message: 'The software id is not nominated for this payer.' },
  payday: { code: '4', message: 'Unauthorised delegation.' },
  super: { code: 'SIM.EMPLOYER', message: 'The employer is not registered with the provider.' },
}

/**
 * Refuses every second document of an acceptable message, including the last one. A message with a single
 * document is refused as a whole.
 */
function inPart(judged: GatewayAnswer, documents: number): GatewayAnswer {
  if (judged.state !== 'accepted') return judged
  const places = Array.from({ length: documents }, (_, index) => index + 1)
  const notes = places
    .filter((place) => (documents - place) % 2 === 0)
    .map(
      (document): AnswerNote => ({
        code: 'SIM.PARTIAL',
        message: 'This record is refused on request.',
        document,
      }),
    )
  return { ...judged, state: documents > 1 ? 'partial' : 'rejected', notes }
}
