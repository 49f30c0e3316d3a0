import { TasmanError } from './errors.ts'
import type { components, webhooks } from './generated/schema.d.ts'

type Models = components['schemas']

type Records = { company: Models['Company']; employee: Models['Employee']; pay: Models['Pay'] }
type EntityOf<T> = T extends `${infer E}.${string}` ? E & keyof Records : never

/** The events that an endpoint can subscribe to. */
export type EventType = keyof webhooks

/** The event of a webhook. Switch on `type`: `data` is that record after the change. New members may be added. */
export type WebhookEvent = { [T in EventType]: EventOf<T> }[EventType]

type EventOf<T extends EventType> = {
  id: string
  type: T
  createdAt: string
  /** The customer whose data changed, the same as `customer_id` of userinfo. */
  customerId: number
  entity: { type: EntityOf<T>; id: number }
  data: Records[EntityOf<T>]
  /** The same in every delivery of the event. Use it with `id` to skip events you already have. */
  deliveryId: string
}

/** The message was not signed with this secret, or the signature is too old. Answer 400 and do nothing. */
export class WebhookRefused extends TasmanError {
  override readonly name: string = 'WebhookRefused'
}

export type WebhookMessage = {
  /** The secret of the endpoint, or several during a rotation. */
  secret: string | readonly string[]
  headers: Headers | Record<string, string | string[] | undefined>
  /** The bytes as received, before any JSON parser. */
  body: string | Uint8Array<ArrayBuffer>
  /** How old the signature may be. Default five minutes. */
  toleranceSeconds?: number
}

/** Verifies that a message comes from the service, and parses it. */
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
  const isSignedWith = async (one: string) => {
    const key = await crypto.subtle.importKey('raw', encoder.encode(one), hash, false, ['verify'])
    // verify() compares in constant time.
    return crypto.subtle.verify('HMAC', key, fromHex(signature), signed)
  }
  const secrets = typeof secret === 'string' ? [secret] : secret
  const checked = await Promise.all(secrets.filter(Boolean).map(isSignedWith))
  if (!checked.includes(true)) throw new WebhookRefused(400, 'The signature does not match the message.')
  const event = JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent
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
