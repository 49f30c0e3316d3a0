import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { standardKey } from './secret.ts'

export type Signable = { deliveryId: number; envelopeId: string; eventType: string; body: string }

/** An endpoint's secret as the keys of the two signatures. */
export type SigningKeys = { payroll: KeyObject; standard: KeyObject }

export function signingKeys(secret: string): SigningKeys {
  return { payroll: createSecretKey(secret, 'utf8'), standard: createSecretKey(standardKey(secret)) }
}

/** The headers of one attempt, signed at this time over the exact bytes of the body. */
export function signedHeaders(delivery: Signable, keys: SigningKeys, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  // Stable over all retries, and new when a queued payload is rebuilt. Listeners use it to handle a message
  // only once.
  const messageId = `msg_${delivery.deliveryId}_${delivery.envelopeId}`
  const payroll = createHmac('sha256', keys.payroll).update(`${timestamp}.${delivery.body}`).digest('hex')
  const standard = createHmac('sha256', keys.standard)
    .update(`${messageId}.${timestamp}.${delivery.body}`)
    .digest('base64')
  return {
    'content-type': 'application/json',
    'user-agent': 'Tasman-Webhooks',
    'x-payroll-event': delivery.eventType,
    'x-payroll-delivery-id': String(delivery.deliveryId),
    'x-payroll-timestamp': timestamp,
    'x-payroll-signature': payroll,
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standard}`,
  }
}
