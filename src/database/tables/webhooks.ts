import type { Generated, Selectable } from 'kysely'
import type { CivilDate } from '../../kernel/values/dates.ts'

export type WebhookEndpointsTable = {
  id: Generated<number>
  customer_id: number
  url: string
  events: string[]
  description: string | null
  is_active: boolean
  /** Encrypted. */
  secret: string
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

export type DeliveryState = 'pending' | 'sending' | 'retry' | 'delivered' | 'failed' | 'skipped'

export type WebhookDeliveriesTable = {
  id: Generated<number>
  endpoint_id: number
  customer_id: number
  event_type: string
  entity_type: string
  entity_id: number
  envelope_id: string
  /** Null when the body is built at the time of sending, from its line of the payload or from current data. */
  body: string | null
  payload_id: number | null
  payload_line: number | null
  state: Generated<DeliveryState>
  attempts: Generated<number>
  earlier_attempts: Generated<number>
  due_at: Date
  leased_until: Date | null
  response_status: number | null
  error: string | null
  created_at: Date
  last_attempt_at: Date | null
  delivered_at: Date | null
  queued_by: Generated<string>
}

/** The source of the bodies of many events. */
export type WebhookPayloadsTable = {
  id: Generated<number>
  customer_id: number
  /** The JSON of the read models, compressed; null when they are read at the first attempt. */
  content: Buffer | null
  /** The date of the law to use when they are read later. */
  law_day: CivilDate | null
  created_at: Date
}

export type WebhookEndpoint = Selectable<WebhookEndpointsTable>
export type WebhookDelivery = Selectable<WebhookDeliveriesTable>
export type WebhookPayload = Selectable<WebhookPayloadsTable>
