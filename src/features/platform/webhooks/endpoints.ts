import type { WebhookEndpoint } from '../../../database/tables/webhooks.ts'
import { keptOtherwise } from '../../../http/view.ts'
import { notFound, unprocessable } from '../../../kernel/problem.ts'
import type { AddressGuard } from '../../../security/public-address.ts'
import type { Service } from '../../../service.ts'
import { cleanDescription, cleanUrl } from './clean.ts'
import { findEndpoint, insertEndpoint, skipQueued, takeEndpointId, updateEndpoint } from './queries.ts'
import type { NewWebhook, WebhookChanges } from './schema.ts'
import { makeSecret } from './secret.ts'

/** An endpoint, with its secret in plain text if it was just created. */
export type EndpointWithSecret = { endpoint: WebhookEndpoint; secret?: string; warnings: string[] }

/** Registers an endpoint. This is the only time its secret is returned. */
export async function createEndpoint(
  service: Service,
  guard: AddressGuard,
  customerId: number,
  body: NewWebhook,
): Promise<EndpointWithSecret> {
  const url = cleanUrl(body.url, guard)
  const description = cleanDescription(body.description ?? null)
  await requirePublic(guard, url)
  const secret = body.secret ?? makeSecret()
  const now = service.clock.now()
  const endpoint = await service.database.transaction(async (tx) => {
    const id = await takeEndpointId(tx)
    return insertEndpoint(tx, {
      id,
      customer_id: customerId,
      url,
      events: [...new Set(body.events)],
      description,
      is_active: body.is_active ?? true,
      secret: service.cipher.seal('webhook_endpoints.secret', id, secret),
      created_at: now,
      updated_at: now,
    })
  })
  return { endpoint, secret, warnings: keptAdvice(body, endpoint) }
}

/** Changes only the given fields. Turning the endpoint off skips its queued deliveries. */
export async function changeEndpoint(
  service: Service,
  guard: AddressGuard,
  customerId: number,
  endpointId: number,
  body: WebhookChanges,
): Promise<EndpointWithSecret> {
  await requireEndpoint(service, customerId, endpointId)
  const url = body.url === undefined ? undefined : cleanUrl(body.url, guard)
  const description = body.description === undefined ? undefined : cleanDescription(body.description)
  if (url !== undefined) await requirePublic(guard, url)
  const secret = body.regenerate_secret ? makeSecret() : undefined
  const { endpoint, skipped } = await service.database.transaction(async (tx) => {
    const changed = await updateEndpoint(tx, customerId, endpointId, {
      ...(url === undefined ? {} : { url }),
      ...(description === undefined ? {} : { description }),
      ...(body.events === undefined ? {} : { events: [...new Set(body.events)] }),
      ...(body.is_active === undefined ? {} : { is_active: body.is_active }),
      ...(secret === undefined
        ? {}
        : { secret: service.cipher.seal('webhook_endpoints.secret', endpointId, secret) }),
      updated_at: service.clock.now(),
    })
    const count = changed && !changed.is_active ? await skipQueued(tx, endpointId) : 0
    return { endpoint: changed ?? throwNotFound(), skipped: count }
  })
  const warnings = [
    ...keptAdvice(body, endpoint),
    ...(skipped > 0 ? [`${skipped} waiting deliveries are skipped: the endpoint is not active.`] : []),
    ...(secret === undefined ? [] : ['Waiting deliveries are now signed with the new secret.']),
  ]
  return { endpoint, warnings, ...(secret === undefined ? {} : { secret }) }
}

function keptAdvice(body: NewWebhook | WebhookChanges, endpoint: WebhookEndpoint): string[] {
  const { url, description, events = [] } = body
  return [
    ...keptOtherwise({ url, description }, endpoint),
    ...(new Set(events).size < events.length
      ? ['events names an event more than once; each counts once.']
      : []),
  ]
}

/** Deletes an endpoint and skips its queued deliveries. */
export async function removeEndpoint(
  service: Service,
  customerId: number,
  endpointId: number,
): Promise<void> {
  await service.database.transaction(async (tx) => {
    const now = service.clock.now()
    const removed = await updateEndpoint(tx, customerId, endpointId, { deleted_at: now, updated_at: now })
    if (!removed) throwNotFound()
    await skipQueued(tx, endpointId)
  })
}

export async function requireEndpoint(
  service: Service,
  customerId: number,
  endpointId: number,
): Promise<WebhookEndpoint> {
  return (await findEndpoint(service.database.query, customerId, endpointId)) ?? throwNotFound()
}

async function requirePublic(guard: AddressGuard, url: string): Promise<void> {
  const refusal = await guard.lookUpRefusal(new URL(url).hostname)
  if (refusal) throw unprocessable(`${refusal}. Webhooks go to publicly reachable hosts only.`)
}

function throwNotFound(): never {
  throw notFound('Webhook not found.')
}
