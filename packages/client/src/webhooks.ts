import { TasmanError } from './errors.ts'
import type { components } from './generated/schema.d.ts'

type Models = components['schemas']

/** What a webhook brings. `data` is the whole record after the change; parse it permissively, it can grow. */
export type WebhookEvent = {
  id: string
  type: string
  createdAt: string
  /** The customer whose data changed: `customer_id` of userinfo. */
  customerId: number
  entity: { type: 'company' | 'employee' | 'pay'; id: number }
  data: Partial<Models['Company'] & Models['Employee'] & Models['Pay']> & Record<string, unknown>
  /** Stays the same when a delivery is repeated: leave out what you had before with this and `id`. */
  deliveryId: string
}

/** The message was not signed with this secret, or not lately. Answer 400 and do nothing. */
export class WebhookRefused extends TasmanError {
  override readonly name: string = 'WebhookRefused'
}

export type WebhookMessage = {
  secret: string
  headers: Headers | Record<string, string | string[] | undefined>
  /** The bytes as they came, before any JSON parser. */
  body: string | Uint8Array<ArrayBuffer>
  /** How old the signature may be. Default five minutes. */
  toleranceSeconds?: number
}

/** Proves that a message comes from the service, and reads it. */
export async function verifyWebhook(message: WebhookMessage): Promise<WebhookEvent> {
  const { secret, body, toleranceSeconds = 300 } = message
  const headers = readHeaders(message.headers)
  const timestamp = headers.get('x-payroll-timestamp') ?? ''
  const signature = headers.get('x-payroll-signature') ?? ''
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!/^\d+$/.test(timestamp) || age > toleranceSeconds)
    throw new WebhookRefused(400, 'The message is too old, or has no timestamp.')
  const encoder = new TextEncoder()
  const bytes = typeof body === 'string' ? encoder.encode(body) : body
  const signed = new Uint8Array([...encoder.encode(`${timestamp}.`), ...bytes])
  const hash = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), hash, false, ['verify'])
  // verify() takes the same time for every wrong signature.
  if (!(await crypto.subtle.verify('HMAC', key, fromHex(signature), signed)))
    throw new WebhookRefused(400, 'The signature does not fit the message.')
  const event = JSON.parse(new TextDecoder().decode(bytes)) as Omit<WebhookEvent, 'deliveryId'>
  return { ...event, deliveryId: headers.get('x-payroll-delivery-id') ?? '' }
}

function readHeaders(headers: WebhookMessage['headers']): Headers {
  if (headers instanceof Headers) return headers
  const read = new Headers()
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) read.set(name, String(value))
  return read
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const isHex = /^(?:[0-9a-f]{2})*$/i.test(text)
  return Uint8Array.from(isHex ? (text.match(/../g) ?? []) : [], (pair) => Number.parseInt(pair, 16))
}
