import { Type } from 'typebox'
import { EVENT_TYPES } from '../../../events/catalogue.ts'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import { saying } from '../../../http/view.ts'
import { forbidden } from '../../../kernel/problem.ts'
import { createAddressGuard } from '../../../security/public-address.ts'
import type { Service } from '../../../service.ts'
import { queueTest, readLog, redeliver } from './deliveries.ts'
import { changeEndpoint, createEndpoint, removeEndpoint, requireEndpoint } from './endpoints.ts'
import { listEndpoints } from './queries.ts'
import { Delivery, LogQuery, NewWebhook, Webhook, WebhookChanges, WebhookList } from './schema.ts'
import { viewDelivery, viewWebhook } from './view.ts'

const route = routeFor('webhooks')

/** Webhook endpoints and their delivery log, for API admins only. */
export function webhookRoutes(service: Service) {
  const guard = createAddressGuard(service.settings.webhookAllowHosts)

  return async (app: App): Promise<void> => {
    app.addHook('onRequest', async (request) => {
      if (!request.caller.isApiAdmin) throw forbidden('Webhooks are for API admins only.')
    })

    route(app, {
      method: 'POST',
      path: '/webhooks',
      asksProof: true,
      operationId: 'createWebhook',
      summary: 'Register a webhook endpoint',
      description:
        'Only this response shows the secret. A URL that is malformed or names a private host returns a validation error; one whose host does not resolve to a public address returns a `detail`.',
      body: NewWebhook,
      response: { 201: Webhook },
      handler: async (request, reply) => {
        const { customerId } = request.caller
        const { endpoint, secret, warnings } = await createEndpoint(service, guard, customerId, request.body)
        return reply.code(201).send(saying(viewWebhook(endpoint, secret), warnings))
      },
    })

    route(app, {
      method: 'GET',
      path: '/webhooks',
      operationId: 'listWebhooks',
      summary: 'Webhook endpoints, and all available events',
      description:
        '`availableEvents` is the authoritative list: read it at run time, it can grow. Secrets are not shown.',
      response: { 200: WebhookList },
      handler: async (request) => {
        const rows = await listEndpoints(service.database.query, request.caller.customerId)
        return { endpoints: rows.map((row) => viewWebhook(row)), availableEvents: [...EVENT_TYPES] }
      },
    })

    route(app, {
      method: 'GET',
      path: '/webhooks/:webhook_id',
      operationId: 'getWebhook',
      summary: 'One webhook endpoint',
      description: 'Its secret is not shown; `PATCH` with `regenerate_secret` creates a new one.',
      response: { 200: Webhook },
      errors: [404],
      handler: async (request) =>
        viewWebhook(await requireEndpoint(service, request.caller.customerId, request.params.webhook_id)),
    })

    route(app, {
      method: 'PATCH',
      path: '/webhooks/:webhook_id',
      asksProof: true,
      operationId: 'updateWebhook',
      summary: 'Change a webhook endpoint',
      description:
        'Omitted fields stay unchanged. A secret cannot be set here; `regenerate_secret` creates a new one and returns it once.',
      body: WebhookChanges,
      response: { 200: Webhook },
      errors: [404],
      handler: async (request) => {
        const { customerId } = request.caller
        const { webhook_id: id } = request.params
        const changed = await changeEndpoint(service, guard, customerId, id, request.body)
        return saying(viewWebhook(changed.endpoint, changed.secret), changed.warnings)
      },
    })

    route(app, {
      method: 'DELETE',
      path: '/webhooks/:webhook_id',
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook endpoint',
      description: 'Deliveries that are still queued are skipped.',
      response: { 204: Type.Null({ description: 'Deleted.' }) },
      errors: [404],
      handler: async (request, reply) => {
        await removeEndpoint(service, request.caller.customerId, request.params.webhook_id)
        return reply.code(204).send(null)
      },
    })

    route(app, {
      method: 'GET',
      path: '/webhooks/:webhook_id/deliveries',
      operationId: 'listWebhookDeliveries',
      summary: 'The delivery log, newest first',
      description:
        'Rows never contain payloads. Finished deliveries are kept for 90 days. There is no offset.',
      query: LogQuery,
      response: { 200: Type.Array(Delivery) },
      errors: [404],
      handler: async (request) => {
        const { customerId } = request.caller
        const rows = await readLog(service, customerId, request.params.webhook_id, request.query.limit)
        return rows.map(viewDelivery)
      },
    })

    route(app, {
      method: 'POST',
      path: '/webhooks/:webhook_id/test',
      operationId: 'testWebhook',
      summary: 'Send a test event',
      description:
        'Queues an event of type `webhook.test`, signed and retried like any other. It needs no subscription.',
      response: { 202: Delivery },
      errors: [404, 409],
      handler: async (request, reply) => {
        const row = await queueTest(service, request.caller.customerId, request.params.webhook_id)
        return reply.code(202).send(viewDelivery(row))
      },
    })

    route(app, {
      method: 'POST',
      path: '/webhooks/:webhook_id/deliveries/:delivery_id/redeliver',
      operationId: 'redeliverWebhook',
      summary: 'Send a delivery again',
      description:
        'Same delivery id and same payload, signed again, with up to eight further attempts. 409 while it is being sent or the webhook is switched off.',
      response: { 202: Delivery },
      errors: [404, 409],
      handler: async (request, reply) => {
        const { webhook_id: id, delivery_id: deliveryId } = request.params
        const row = await redeliver(service, request.caller.customerId, id, deliveryId)
        return reply.code(202).send(viewDelivery(row))
      },
    })
  }
}
