import { sql } from 'kysely'
import type { Database } from '../../database/connect.ts'
import type { AnswerNote, GatewayName } from '../../database/tables/reporting.ts'
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
  /** The sandbox that a message comes from: its own switches decide. */
  sandbox: () => Sandbox | null
  settings: Pick<Settings, 'gatewaySimulation' | 'gatewayDelaySeconds'>
  cipher: FieldCipher
}

export type Arrival = {
  messageId: string
  account: string
  kind: string
  transactionId: string
  /** How many documents it holds: payees, or lines of a return. */
  documents: number
}

/** The memory of a built-in gateway, like an authority's: each message once, with its first answer. */
export type Received = {
  /** Takes a message: a new one is judged and kept, one that came before gets its first answer. */
  take(arrival: Arrival, judge: () => Promise<GatewayAnswer>): Promise<GatewayAnswer>
  collect(messageId: string): Promise<GatewayAnswer | null>
  /** Kinds and transactions taken before for an account. */
  takenFor(account: string): Promise<{ kind: string; transactionId: string }[]>
}

/** A simulator's memory in a table of its own; how it behaves comes from the demo control, else from the settings. */
export function createReceived(
  gateway: GatewayName,
  { database, clock, sandbox, settings, cipher }: SimulatorParts,
): Received {
  const { query } = database

  const behaviour = async (): Promise<NonNullable<Faults['stp_gateway']>> => {
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
    async take(arrival, judge) {
      const mode = await behaviour()
      if (mode === 'down') throw new GatewayDown('The gateway does not answer')
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
      const answer = mode === 'partial' ? inPart(judged, arrival.documents) : judged
      const now = clock.now()
      const waitMs = mode === 'delay' ? settings.gatewayDelaySeconds * 1000 : 0
      const kept = await query
        .insertInto('gateway_messages')
        .values({
          message_id: arrival.messageId,
          gateway,
          // It names the payer by its tax number.
          account: cipher.seal(ACCOUNT, arrival.messageId, arrival.account),
          account_hash: cipher.fingerprints(ACCOUNT, arrival.account)[0],
          kind: arrival.kind,
          transaction_id: arrival.transactionId,
          received_at: now,
          answer: JSON.stringify(answer),
          answer_at: new Date(now.getTime() + waitMs),
        })
        // Two senders at once: the first one's answer holds for both.
        .onConflict((on) =>
          on.column('message_id').doUpdateSet({ times_received: sql`gateway_messages.times_received + 1` }),
        )
        .returning(['answer', 'answer_at'])
        .executeTakeFirstOrThrow()
      return answerOf(kept)
    },

    async collect(messageId) {
      if ((await behaviour()) === 'down') throw new GatewayDown('The gateway does not answer')
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

/** What the authority says when it refuses a sender, whatever was sent. */
function refusal(gateway: GatewayName): GatewayAnswer {
  const note =
    gateway === 'stp'
      ? { code: 'SBR.GEN.AUTH.006', message: 'The software id is not nominated for this payer.' }
      : { code: '4', message: 'Unauthorised delegation.' }
  return { state: 'rejected', receipt: null, notes: [{ ...note, document: null }] }
}

/**
 * Of a message that would be accepted, every second document is refused, the last one among them; one that holds a single
 * document, whole.
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
