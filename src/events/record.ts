import type { Tx } from '../database/connect.ts'
import type { Clock } from '../kernel/clock.ts'
import type { CivilDate } from '../kernel/values/dates.ts'
import type { FieldCipher } from '../security/field-encryption.ts'
import type { Settings } from '../settings/index.ts'
import type { EntityType, EventType } from './catalogue.ts'
import { coalesce, type Verb } from './coalesce.ts'
import { buildEnvelope, type Envelope, type Event, holdsNumbers } from './envelope.ts'
import { type Packed, pack } from './payloads.ts'
import {
  type EventKey,
  findListeners,
  holdUnwritten,
  type LaterSource,
  queueDeliveries,
  queueForLater,
  takeBack,
  writeBody,
} from './queue.ts'

/** A changed entity; `data` builds its read model and is called only when somebody listens. `json`: its text, if there is one;
 * `isMasked`: it holds no number that a payload must not show. */
export type ChangedEntity = { id: number; data: () => unknown; json?: string; isMasked?: boolean }

/** From so many entities on, the payloads of a change are written down together. */
const MANY = 20
const PART = 100

/** Writes events down with the change that caused them, in its transaction. */
export type EventRecorder = {
  record(tx: Tx, type: EventType, customerId: number, entities: readonly ChangedEntity[]): Promise<void>
  /** The same for many whose read models somebody has packed already. */
  recordPacked(tx: Tx, type: EventType, customerId: number, packed: Packed): Promise<void>
  /** The same for many whose read models are read when they are sent first, and show the law of this day. */
  recordForLater(
    tx: Tx,
    type: 'employee.updated',
    customerId: number,
    entityIds: readonly number[],
    lawDay: CivilDate,
  ): Promise<void>
  /** Writes the bodies now that `recordForLater` left unwritten for an entity: it is about to change in a way of which they must not tell. */
  writeWaiting(
    tx: Tx,
    type: 'employee.updated',
    customerId: number,
    entityId: number,
    read: (lawDay: CivilDate) => Promise<string>,
  ): Promise<void>
  /** Whether somebody listens: asked before much is read for an event. */
  isHeard(tx: Tx, type: EventType, customerId: number): Promise<boolean>
  /** Whether payloads hide tax and bank account numbers. */
  isMasked: boolean
  /** Whether the payloads of so many are packed; those that show numbers in clear never are, for each is sealed. */
  isPacked(count: number): boolean
  /** Whether so many are enough to be recorded for later. */
  isMany(count: number): boolean
  /** How many entities were recorded since the start, by event; a change that is rolled back later stays counted. */
  counts: ReadonlyMap<string, number>
}

/** What one transaction has recorded so far, by entity. */
type Notes = Map<string, Verb>

/** Who listens, by event and customer, as one transaction has found it: many parts of a call ask the same. */
type Listeners = Map<string, Promise<number[]>>

export function createEventRecorder(settings: Settings, clock: Clock, cipher: FieldCipher): EventRecorder {
  const notesOf = new WeakMap<Tx, Notes>()
  const listenersOf = new WeakMap<Tx, Listeners>()
  const isMasked = settings.webhookSensitiveFields !== 'clear'
  const counts = new Map<string, number>()
  const isMany = (count: number) => count >= MANY
  const isPacked = (count: number) => isMasked && isMany(count)

  const listenersOn = (tx: Tx, eventType: string, customerId: number): Promise<number[]> => {
    const listeners = listenersOf.get(tx) ?? new Map<string, Promise<number[]>>()
    listenersOf.set(tx, listeners)
    const key = `${eventType}:${customerId}`
    const found = listeners.get(key) ?? findListeners(tx, eventType, customerId, clock.now())
    listeners.set(key, found)
    return found
  }

  const queue = async (tx: Tx, key: EventKey, endpointIds: readonly number[], entities: ChangedEntity[]) => {
    const { customerId, entityType, eventType: type } = key
    const now = clock.now()
    if (isPacked(entities.length)) return queueParts(tx, key, endpointIds, entities, now)
    const queued = entities.map(({ id, data, json, isMasked: isClean }) => {
      const entity = { type: entityType, id }
      const event = () => ({ type, createdAt: now, customerId, entity, data: data(), json })
      return {
        entityId: id,
        envelope: () => sealNumbers(cipher, buildEnvelope(event(), isMasked && !isClean), isMasked),
      }
    })
    await queueDeliveries(tx, key, endpointIds, queued, now)
  }

  /** Decides what becomes of each change, and queues it for those who listen. */
  const recordAs = async <T extends { id: number }>(
    tx: Tx,
    type: EventType,
    customerId: number,
    entities: readonly T[],
    queueThem: (key: EventKey, endpointIds: readonly number[], changed: T[]) => Promise<void>,
  ) => {
    const [entityType, verb] = type.split('.') as [EntityType, Verb]
    counts.set(type, (counts.get(type) ?? 0) + entities.length)
    const notes = notesOf.get(tx) ?? new Map<string, Verb>()
    notesOf.set(tx, notes)
    const plan = planChanges(notes, entityType, verb, entities)
    for (const [earlier, entityIds] of plan.takenBack)
      await takeBack(tx, { customerId, eventType: `${entityType}.${earlier}`, entityType }, entityIds)
    for (const [as, changed] of plan.queued) {
      const key = { customerId, eventType: `${entityType}.${as}`, entityType }
      const endpointIds = await listenersOn(tx, key.eventType, customerId)
      if (endpointIds.length > 0) await queueThem(key, endpointIds, [...changed.values()])
    }
  }

  const recordLines = (
    tx: Tx,
    type: EventType,
    customerId: number,
    entityIds: readonly number[],
    source: LaterSource,
  ) =>
    recordAs(
      tx,
      type,
      customerId,
      entityIds.map((id, line) => ({ id, line })),
      (key, endpointIds, changed) => queueForLater(tx, key, endpointIds, changed, source, clock.now()),
    )

  return {
    isMasked,
    isPacked,
    isMany,
    counts,
    isHeard: async (tx, type, customerId) => (await listenersOn(tx, type, customerId)).length > 0,
    record: (tx, type, customerId, entities) =>
      recordAs(tx, type, customerId, entities, (key, endpointIds, changed) =>
        queue(tx, key, endpointIds, changed),
      ),
    recordPacked: (tx, type, customerId, { entityIds, content }) =>
      recordLines(tx, type, customerId, entityIds, { content }),
    recordForLater: (tx, type, customerId, entityIds, lawDay) =>
      recordLines(tx, type, customerId, entityIds, { lawDay }),
    async writeWaiting(tx, type, customerId, entityId, read) {
      const entity = { type: 'employee', id: entityId }
      const key = { customerId, eventType: type, entityType: entity.type }
      for (const { id, envelope_id, created_at, law_day } of await holdUnwritten(tx, key, entityId)) {
        const json = await read(law_day)
        const event = { type, createdAt: created_at, customerId, entity, json }
        await writeBody(tx, id, writeLateBody(cipher, isMasked, event, envelope_id))
      }
    },
  }
}

/** Queues many entities, packed in parts of a hundred: enough to resemble each other, few enough to be unpacked for some of them. */
async function queueParts(
  tx: Tx,
  key: EventKey,
  endpointIds: readonly number[],
  entities: readonly ChangedEntity[],
  now: Date,
): Promise<void> {
  const ordered = entities.toSorted((a, b) => a.id - b.id)
  for (let start = 0; start < ordered.length; start += PART) {
    const part = ordered.slice(start, start + PART)
    const jsons = part.map(({ data, json }) => json ?? JSON.stringify(data()))
    const packed = await pack(
      part.map(({ id }) => id),
      jsons,
    )
    const lines = part.map(({ id }, line) => ({ id, line }))
    await queueForLater(tx, key, endpointIds, lines, packed, now)
  }
}

/** The body of an event under the id it was queued with. Its JSON shows numbers only where it may: nothing is left to mask. */
export function writeLateBody(
  cipher: FieldCipher,
  isMasked: boolean,
  event: Omit<Event, 'data'> & { json: string },
  envelopeId: string,
): string {
  const envelope = buildEnvelope({ ...event, data: null }, false, envelopeId)
  return sealNumbers(cipher, envelope, isMasked).body
}

/** A body with numbers in clear is stored sealed; it opens when it is signed and sent. */
function sealNumbers(cipher: FieldCipher, envelope: Envelope, isMasked: boolean): Envelope {
  if (isMasked || !holdsNumbers(envelope.body)) return envelope
  return { id: envelope.id, body: cipher.seal('webhook_deliveries.body', envelope.id, envelope.body) }
}

/** Decides for each entity under which verb it is queued and what is taken back, and notes it. */
function planChanges<T extends { id: number }>(
  notes: Notes,
  entityType: string,
  verb: Verb,
  entities: readonly T[],
) {
  const takenBack = new Map<Verb, number[]>()
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
      const entityIds = takenBack.get(noted) ?? []
      entityIds.push(entity.id)
      takenBack.set(noted, entityIds)
    }
    if (outcome === 'cancel') {
      notes.delete(key)
      continue
    }
    const as = noted && outcome === 'rewrite' ? noted : verb
    notes.set(key, as)
    add(as, entity)
  }
  return { takenBack, queued }
}
