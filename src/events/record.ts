import { type Queryable, settleAll, type Tx } from '../database/connect.ts'
import type { Clock } from '../kernel/clock.ts'
import type { CivilDate } from '../kernel/values/dates.ts'
import { present } from '../kernel/values/present.ts'
import type { FieldCipher } from '../security/field-encryption.ts'
import { holdsMembers, holdsNumbers } from '../security/masking.ts'
import type { Settings } from '../settings/index.ts'
import type { EntityType, EventType } from './catalogue.ts'
import { coalesce, type Verb } from './coalesce.ts'
import { buildEnvelope, type Envelope, type Event } from './envelope.ts'
import { pack } from './payloads.ts'
import {
  type EventKey,
  enqueueDeferred,
  findSubscribers,
  holdUnwritten,
  queueDeliveries,
  retract,
  type Subscriber,
  setBody,
} from './queue.ts'

/**
 * A changed entity. `data` builds its read model and is called only when an endpoint subscribes. `json` is
 * the read model as text, when it was serialised earlier. `isMasked` means that the text contains no number a
 * payload must hide.
 */
export type ChangedEntity = { id: number; data?: () => unknown; json?: string; isMasked?: boolean }

type Changed = {
  /** The entities may still be being written. The subscribers are looked up in the meantime. */
  entities: readonly ChangedEntity[] | Promise<readonly ChangedEntity[]>
}
type ChangedLater = {
  ids: readonly number[] | Promise<readonly number[]>
  /**
   * Reads the entities in batches of ids when an endpoint subscribes. `isMasked` hides tax and account
   * numbers.
   */
  read(ids: readonly number[], isMasked: boolean): Promise<readonly ChangedEntity[]>
}

/** An event for one or more entities of one customer. */
export type RecordedEvent = { type: EventType; customerId: number } & (Changed | ChangedLater)

/** Records events in the transaction of the change that caused them. */
export type EventRecorder = { record(tx: Tx, event: RecordedEvent): Promise<void> }

/** Reads the JSON of entities by id, under the law of the given day. */
export type ReadLate = (
  query: Queryable,
  of: { customerId: number; lawDay: CivilDate; ids: readonly number[]; isMasked: boolean },
) => Promise<Map<number, string>>

/** The parts of the event module that webhook delivery and metrics use. */
export type EventDelivery = {
  /** The JSON of employees whose bodies are written at the first attempt. */
  readLate(
    query: Queryable,
    customerId: number,
    lawDay: CivilDate,
    ids: readonly number[],
  ): ReturnType<ReadLate>
  /** Writes the body of an event under the envelope id it was queued with. */
  writeBody(event: LateEvent, envelopeId: string): string
  /**
   * The number of recorded entities since the start, by event. A change that is rolled back later stays
   * counted.
   */
  counts: Map<string, number>
}

type LateEvent = Omit<Event, 'data'> & { json: string }

/** Payloads are packed from this number of entities on. */
const MANY = 20
const PART = 100
/** Read models are large, so this limits how many are in memory at once. */
const READ_AT_ONCE = 500
/** The only event whose bodies can be read at the first attempt. */
const DEFERRABLE = { event: 'employee.updated', entity: 'employee' } as const

/** The verb recorded so far in one transaction, by entity. */
type Notes = Map<string, Verb>

/** The subscribers found in one transaction, by customer. Every batch and event of a call needs the same ones. */
type Subscribers = Map<number, Promise<Subscriber[]>>

export function createEvents(
  settings: Settings,
  clock: Clock,
  cipher: FieldCipher,
  readLate: ReadLate,
): { recorder: EventRecorder; delivery: EventDelivery } {
  const notesOf = new WeakMap<Tx, Notes>()
  const subscribersOf = new WeakMap<Tx, Subscribers>()
  const isMasked = settings.webhookSensitiveFields !== 'clear'
  const counts = new Map<string, number>()
  // Payloads with numbers in plain text are encrypted one by one, so they are never packed.
  const isPacked = (count: number) => isMasked && count >= MANY

  const subscribersTo = async (tx: Tx, eventType: string, customerId: number): Promise<number[]> => {
    const known: Subscribers = subscribersOf.get(tx) ?? new Map()
    subscribersOf.set(tx, known)
    const found = known.get(customerId) ?? findSubscribers(tx, customerId, clock.now())
    known.set(customerId, found)
    return (await found).filter(({ events }) => events.includes(eventType)).map(({ id }) => id)
  }

  /** Applies the coalescing rule to each change and queues it for the subscribers. */
  const queueChanges = async <T extends { id: number }>(
    tx: Tx,
    { type, customerId }: RecordedEvent,
    entities: readonly T[],
    queue: (key: EventKey, endpointIds: readonly number[], changed: T[]) => Promise<void>,
  ) => {
    const [entityType, verb] = type.split('.') as [EntityType, Verb]
    counts.set(type, (counts.get(type) ?? 0) + entities.length)
    const notes = notesOf.get(tx) ?? new Map<string, Verb>()
    notesOf.set(tx, notes)
    const plan = planChanges(notes, entityType, verb, entities)
    for (const [earlier, entityIds] of plan.retracted)
      await retract(tx, { customerId, eventType: `${entityType}.${earlier}`, entityType }, entityIds)
    for (const [as, changed] of plan.queued) {
      const key = { customerId, eventType: `${entityType}.${as}`, entityType }
      const endpointIds = await subscribersTo(tx, key.eventType, customerId)
      if (endpointIds.length > 0) await queue(key, endpointIds, [...changed.values()])
    }
  }

  const recordEntities = (tx: Tx, event: RecordedEvent, entities: readonly ChangedEntity[]) =>
    queueChanges(tx, event, entities, async (key, endpointIds, changed) => {
      const now = clock.now()
      if (isPacked(changed.length)) return queuePacked(tx, cipher, key, endpointIds, changed, now)
      const { customerId, entityType, eventType: type } = key
      const queued = changed.map(({ id, data, json, isMasked: isClean }) => {
        const entity = { type: entityType, id }
        const event = () => ({ type, createdAt: now, customerId, entity, data: data?.(), json })
        return {
          entityId: id,
          envelope: () => sealNumbers(cipher, buildEnvelope(event(), isMasked && !isClean), isMasked),
        }
      })
      await queueDeliveries(tx, key, endpointIds, queued, now)
    })

  const recordIds = async (tx: Tx, event: RecordedEvent & ChangedLater, ids: readonly number[]) => {
    if (ids.length === 0 || (await subscribersTo(tx, event.type, event.customerId)).length === 0) return
    if (event.type === DEFERRABLE.event && ids.length >= MANY)
      return queueChanges(
        tx,
        event,
        ids.map((id, line) => ({ id, line })),
        (key, endpointIds, changed) =>
          enqueueDeferred(tx, key, endpointIds, changed, { lawDay: clock.today() }, clock.now()),
      )
    for (let start = 0; start < ids.length; start += READ_AT_ONCE)
      await recordEntities(tx, event, await event.read(ids.slice(start, start + READ_AT_ONCE), isMasked))
  }

  const writeBody = (event: LateEvent, envelopeId: string): string =>
    sealNumbers(cipher, buildEnvelope({ ...event, data: null }, false, envelopeId), isMasked).body

  /**
   * Writes the pending bodies of a deleted entity now, while the entity can still be read. It never gets
   * another update.
   */
  const writeWaiting = async (tx: Tx, { customerId }: RecordedEvent, ids: readonly number[]) => {
    const { event: type, entity: entityType } = DEFERRABLE
    const key = { customerId, eventType: type, entityType }
    for (const waiting of await holdUnwritten(tx, key, ids)) {
      const { id, entity_id, envelope_id, created_at, law_day } = waiting
      const texts = await readLate(tx, { customerId, lawDay: law_day, ids: [entity_id], isMasked })
      const entity = { type: entityType, id: entity_id }
      const event = {
        type,
        createdAt: created_at,
        customerId,
        entity,
        json: present(texts.get(entity_id)),
      }
      await setBody(tx, id, writeBody(event, envelope_id))
    }
  }

  const record = async (tx: Tx, event: RecordedEvent): Promise<void> => {
    const { type, customerId } = event
    const coming = 'entities' in event ? event.entities : event.ids
    if (coming instanceof Promise) await settleAll([coming, subscribersTo(tx, type, customerId)])
    if (!('entities' in event)) return recordIds(tx, event, [...new Set(await event.ids)])
    const entities = await event.entities
    if (type === 'employee.deleted')
      await writeWaiting(
        tx,
        event,
        entities.map(({ id }) => id),
      )
    return recordEntities(tx, event, entities)
  }

  return {
    recorder: { record },
    delivery: {
      readLate: (query, customerId, lawDay, ids) => readLate(query, { customerId, lawDay, ids, isMasked }),
      writeBody,
      counts,
    },
  }
}

/**
 * Queues many entities in packs of a hundred. A pack is large enough to compress well and small enough to
 * unpack for a few entities.
 */
async function queuePacked(
  tx: Tx,
  cipher: FieldCipher,
  key: EventKey,
  endpointIds: readonly number[],
  entities: readonly ChangedEntity[],
  now: Date,
): Promise<void> {
  const ordered = entities.toSorted((a, b) => a.id - b.id)
  for (let start = 0; start < ordered.length; start += PART) {
    const part = ordered.slice(start, start + PART)
    const jsons = part.map(({ data, json }) => json ?? JSON.stringify(data?.()))
    const lines = part.map(({ id }, line) => ({ id, line }))
    await enqueueDeferred(tx, key, endpointIds, lines, { content: await pack(jsons), cipher }, now)
  }
}

/** Encrypts a body that contains numbers in plain text. It is decrypted when it is signed and sent. */
function sealNumbers(cipher: FieldCipher, envelope: Envelope, isMasked: boolean): Envelope {
  const isClear = holdsMembers(envelope.body) || (!isMasked && holdsNumbers(envelope.body))
  if (!isClear) return envelope
  return { id: envelope.id, body: cipher.seal('webhook_deliveries.body', envelope.id, envelope.body) }
}

/** Decides for each entity which verb is queued and which is retracted, and notes the result. */
function planChanges<T extends { id: number }>(
  notes: Notes,
  entityType: string,
  verb: Verb,
  entities: readonly T[],
) {
  const retracted = new Map<Verb, number[]>()
  const queued = new Map<Verb, Map<number, T>>()
  const add = (as: Verb, entity: T) => {
    const changed = queued.get(as) ?? new Map<number, T>()
    queued.set(as, changed.set(entity.id, entity))
  }
  for (const entity of entities) {
    const key = `${entityType}:${entity.id}`
    const noted = notes.get(key)
    const earlier = noted && { verb: noted, isSameCommit: true, isUnattempted: true }
    const outcome = coalesce(earlier, verb)
    if (noted && (outcome === 'replace' || outcome === 'cancel')) {
      const entityIds = retracted.get(noted) ?? []
      entityIds.push(entity.id)
      retracted.set(noted, entityIds)
    }
    if (outcome === 'cancel') {
      notes.delete(key)
      continue
    }
    const as = noted && outcome === 'rewrite' ? noted : verb
    notes.set(key, as)
    add(as, entity)
  }
  return { retracted, queued }
}
