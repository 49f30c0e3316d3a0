import { randomUUID } from 'node:crypto'
import { mask } from '../security/field-encryption.ts'

export type Event = {
  type: string
  createdAt: Date
  customerId: number
  entity: { type: string; id: number }
  data: unknown
  /** `data` as JSON text, where somebody has written it already. */
  json?: string | undefined
}

/** The id of an envelope and its exact bytes: what is stored is what is signed and sent. */
export type Envelope = { id: string; body: string }

const SENSITIVE_ENDINGS = ['tax_file_number":', 'ird_number":', 'account_number":']
const SENSITIVE_MEMBER = /^(?:tax_file_number|ird_number|account_number|\w*bank_account_number)$/

/** Whether the text has members for tax or bank account numbers. */
export function holdsNumbers(json: string): boolean {
  return SENSITIVE_ENDINGS.some((ending) => json.includes(ending))
}

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

/** The same JSON without tax and bank account numbers. */
export function maskNumbers(json: string): string {
  // Most payloads hold nothing to hide; asking the text first spares them the slow member-by-member way.
  return holdsNumbers(json) ? JSON.stringify(JSON.parse(json), maskMember) : json
}

/** Replaces each character outside ASCII by its \uXXXX escape; the JSON value stays the same. */
export function escapeNonAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function maskMember(name: string, value: unknown): unknown {
  if (!SENSITIVE_MEMBER.test(name)) return value
  if (typeof value === 'string' && value !== '') return mask(value)
  return typeof value === 'number' ? mask(String(value)) : value
}
