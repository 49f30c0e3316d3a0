import type { WebhookEndpoint } from '../../../database/tables/webhooks.ts'
import type { EventType } from '../../../events/catalogue.ts'
import { timestamp } from '../../../http/view.ts'
import type { LogRow } from './queries.ts'

/** An endpoint as the API shows it, with its secret only if it was just created. */
export function viewWebhook(row: WebhookEndpoint, secret?: string) {
  return {
    id: row.id,
    url: row.url,
    events: row.events as EventType[],
    description: row.description,
    is_active: row.is_active,
    ...(secret === undefined ? {} : { secret }),
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
  }
}

/** A row of the delivery log. It never contains the payload. */
export function viewDelivery(row: LogRow) {
  const isQueued = row.state === 'pending' || row.state === 'retry'
  return {
    id: row.id,
    event_type: row.event_type,
    entity: { type: row.entity_type, id: row.entity_id },
    status: row.state,
    attempts: row.attempts,
    next_attempt_at: isQueued ? timestamp(row.due_at) : null,
    response_status: row.response_status,
    error: row.error,
    created_at: timestamp(row.created_at),
    last_attempt_at: timestamp(row.last_attempt_at),
    delivered_at: timestamp(row.delivered_at),
  }
}
