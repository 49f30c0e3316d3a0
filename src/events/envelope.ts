import { randomUUID } from 'node:crypto'
import { maskNumbers } from '../security/masking.ts'

export type Event = {
  type: string
  createdAt: Date
  customerId: number
  entity: { type: string; id: number }
  data: unknown
  /** `data` as JSON text, when it was serialised earlier. */
  json?: string | undefined
}

/** The id of an envelope and its exact bytes. The stored bytes are the ones that are signed and sent. */
export type Envelope = { id: string; body: string }

/** Wraps an event: compact JSON with every non-ASCII character escaped. */
export function buildEnvelope(event: Event, isMasked: boolean, id: string = randomUUID()): Envelope {
  const head = JSON.stringify({
    id,
    type: event.type,
    createdAt: event.createdAt.toISOString().slice(0, 19),
    customerId: event.customerId,
    entity: event.entity,
  })
  const json = event.json ?? JSON.stringify(event.data)
  const data = isMasked ? maskNumbers(json) : json
  return { id, body: escapeNonAscii(`${head.slice(0, -1)},"data":${data}}`) }
}

/** Replaces each character outside ASCII with its \uXXXX escape. The JSON value stays the same. */
export function escapeNonAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
