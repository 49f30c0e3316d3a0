import { unpack } from '../../../events/payloads.ts'
import type { Service } from '../../../service.ts'
import { type Claim, keepBodies, type Payload, readPayloads } from './claim-queries.ts'

/**
 * Claims that now have a body, and those whose entity no longer exists. A claim taken over by another process
 * is in neither list.
 */
export type Written = { ready: Claim[]; gone: Claim[] }

type Unpacked = Payload & { lines: readonly string[] }

/**
 * The number of unpacked payloads to cache. Successive claims of a busy endpoint read lines of the same
 * payloads.
 */
const UNPACKED_KEPT = 8

/**
 * Writes the missing bodies of claimed deliveries. A packed payload never changes, so every attempt sends the
 * same bytes. A body that was read just now is stored before it is sent, so later attempts send the same
 * bytes.
 */
export function createBodyWriter(service: Service): (claims: readonly Claim[]) => Promise<Written> {
  const { database, eventDelivery } = service
  const kept = new Map<number, Unpacked>()

  /**
   * These payloads by id. Sweeps of several clocks may call this at the same time, so each gets its own map.
   */
  const open = async (ids: readonly number[]): Promise<Map<number, Unpacked>> => {
    const opened = new Map<number, Unpacked>()
    for (const id of ids) {
      const known = kept.get(id)
      if (known) opened.set(id, known)
    }
    const missing = ids.filter((id) => !opened.has(id))
    if (missing.length === 0) return opened
    for (const payload of await readPayloads(database.query, missing)) {
      const lines = payload.content
        ? await unpack(
            service.cipher.openBytes('webhook_payloads.content', payload.id, Buffer.from(payload.content)),
          )
        : []
      opened.set(payload.id, { ...payload, content: null, lines })
    }
    for (const [id, payload] of opened) kept.set(id, payload)
    for (const id of [...kept.keys()].slice(0, -UNPACKED_KEPT)) kept.delete(id)
    return opened
  }

  const bodyOf = (claim: Claim, createdAt: Date, json: string): string => {
    const { customer_id: customerId, event_type: type, entity_type, entity_id } = claim
    const entity = { type: entity_type, id: entity_id }
    const event = { type, createdAt, customerId, entity, json }
    return eventDelivery.writeBody(event, claim.envelope_id)
  }

  return async (claims) => {
    const groups = Map.groupBy(claims, (claim) => claim.payload_id ?? 0)
    const payloads = await open([...groups.keys()])
    const packed: Claim[] = []
    const read: Claim[] = []
    const gone: Claim[] = []
    for (const [id, some] of groups) {
      const payload = payloads.get(id)
      const textOf = payload ? await openTexts(service, payload, some) : () => undefined
      for (const claim of some) {
        const json = textOf(claim)
        if (!payload || json === undefined) gone.push(claim)
        else
          (payload.law_day ? read : packed).push({ ...claim, body: bodyOf(claim, payload.created_at, json) })
      }
    }
    const ours = new Set(await keepBodies(database, read))
    return { ready: [...packed, ...read.filter(({ id }) => ours.has(id))], gone }
  }
}

/** Finds the JSON of each claim in the payload. All claims belong to one customer. */
async function openTexts(
  service: Service,
  { law_day, lines }: Unpacked,
  claims: readonly Claim[],
): Promise<(claim: Claim) => string | undefined> {
  if (!law_day) return ({ payload_line }) => lines[payload_line ?? -1]
  const ids = claims.map(({ entity_id }) => entity_id)
  const customerId = claims[0]?.customer_id ?? 0
  const texts = await service.eventDelivery.readLate(service.database.query, customerId, law_day, ids)
  return ({ entity_id }) => texts.get(entity_id)
}
