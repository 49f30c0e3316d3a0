import { createHmac } from 'node:crypto'
import { standardKey } from './secret.ts'

export type Signable = { deliveryId: number; envelopeId: string; eventType: string; body: string }

/** The headers of one attempt, signed at this instant over the exact bytes of the body. */
export function signedHeaders(delivery: Signable, secret: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  // Stable over all retries, and new when a queued payload is rebuilt: what a listener must not handle twice.
  const messageId = `msg_${delivery.deliveryId}_${delivery.envelopeId}`
  const payroll = createHmac('sha256', secret).update(`${timestamp}.${delivery.body}`).digest('hex')
  const standard = createHmac('sha256', standardKey(secret))
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
