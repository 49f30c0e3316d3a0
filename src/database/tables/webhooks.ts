import type { Generated, Selectable } from 'kysely'

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
  body: string
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

export type WebhookEndpoint = Selectable<WebhookEndpointsTable>
export type WebhookDelivery = Selectable<WebhookDeliveriesTable>
