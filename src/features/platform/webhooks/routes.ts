import { Type } from 'typebox'
import { EVENT_TYPES } from '../../../events/catalogue.ts'
import type { App } from '../../../http/types.ts'
import { saying } from '../../../http/view.ts'
import { forbidden } from '../../../kernel/problem.ts'
import { createAddressGuard } from '../../../security/public-address.ts'
import type { Service } from '../../../service.ts'
import { queueTest, readLog, redeliver } from './deliveries.ts'
import { changeEndpoint, createEndpoint, removeEndpoint, requireEndpoint } from './endpoints.ts'
import { listEndpoints } from './queries.ts'
import {
  Delivery,
  DeliveryPath,
  LogQuery,
  NewWebhook,
  Webhook,
  WebhookChanges,
  WebhookList,
  WebhookPath,
} from './schema.ts'
import { viewDelivery, viewWebhook } from './view.ts'

const tags = ['Webhooks']
const read = { scope: 'payroll.read', limit: 'default' } as const
const write = { scope: 'payroll.write', limit: 'default' } as const

/** Webhook endpoints and their delivery log; for API admins only. */
export function webhookRoutes(service: Service) {
  const guard = createAddressGuard(service.settings.webhookAllowHosts)

  return async (app: App): Promise<void> => {
    app.addHook('onRequest', async (request) => {
      if (!request.caller.isApiAdmin) throw forbidden('Webhooks are for API admins only.')
    })

    app.post(
      '/webhooks',
      {
        schema: {
          operationId: 'createWebhook',
          summary: 'Register a webhook endpoint',
          description:
            'The answer is the only one that shows the secret. A URL that is malformed or names a private host is refused in the validation shape, one whose host does not resolve to a public address with a `detail`.',
          tags,
          body: NewWebhook,
          response: { 201: Webhook },
        },
        config: write,
      },
      async (request, reply) => {
        const { customerId } = request.caller
        const { endpoint, secret, warnings } = await createEndpoint(service, guard, customerId, request.body)
        return reply.code(201).send(saying(viewWebhook(endpoint, secret), warnings))
      },
    )

    app.get(
      '/webhooks',
      {
        schema: {
          operationId: 'listWebhooks',
          summary: 'Webhook endpoints, and every event there is',
          description:
            '`availableEvents` is the list that holds: read it at run time, it can grow. Secrets are not shown.',
          tags,
          response: { 200: WebhookList },
        },
        config: read,
      },
      async (request) => {
        const rows = await listEndpoints(service.database.query, request.caller.customerId)
        return { endpoints: rows.map((row) => viewWebhook(row)), availableEvents: [...EVENT_TYPES] }
      },
    )

    app.get(
      '/webhooks/:webhook_id',
      {
        schema: {
          operationId: 'getWebhook',
          summary: 'One webhook endpoint',
          description: 'Its secret is not shown; `PATCH` with `regenerate_secret` makes a new one.',
          tags,
          params: WebhookPath,
          response: { 200: Webhook },
        },
        config: { ...read, errors: [404] },
      },
      async (request) =>
        viewWebhook(await requireEndpoint(service, request.caller.customerId, request.params.webhook_id)),
    )

    app.patch(
      '/webhooks/:webhook_id',
      {
        schema: {
          operationId: 'updateWebhook',
          summary: 'Change a webhook endpoint',
          description:
            'Omitted fields stay unchanged. A secret cannot be set here; `regenerate_secret` makes a new one and answers it once.',
          tags,
          params: WebhookPath,
          body: WebhookChanges,
          response: { 200: Webhook },
        },
        config: { ...write, errors: [404] },
      },
      async (request) => {
        const { customerId } = request.caller
        const { webhook_id: id } = request.params
        const changed = await changeEndpoint(service, guard, customerId, id, request.body)
        return saying(viewWebhook(changed.endpoint, changed.secret), changed.warnings)
      },
    )

    app.delete(
      '/webhooks/:webhook_id',
      {
        schema: {
          operationId: 'deleteWebhook',
          summary: 'Delete a webhook endpoint',
          description: 'Deliveries that are still queued are skipped.',
          tags,
          params: WebhookPath,
          response: { 204: Type.Null({ description: 'Deleted.' }) },
        },
        config: { ...write, errors: [404] },
      },
      async (request, reply) => {
        await removeEndpoint(service, request.caller.customerId, request.params.webhook_id)
        return reply.code(204).send(null)
      },
    )

    app.get(
      '/webhooks/:webhook_id/deliveries',
      {
        schema: {
          operationId: 'listWebhookDeliveries',
          summary: 'The delivery log, newest first',
          description:
            'Rows never hold payloads. Finished deliveries are kept for 90 days. There is no offset.',
          tags,
          params: WebhookPath,
          querystring: LogQuery,
          response: { 200: Type.Array(Delivery) },
        },
        config: { ...read, errors: [404] },
      },
      async (request) => {
        const { customerId } = request.caller
        const rows = await readLog(service, customerId, request.params.webhook_id, request.query.limit)
        return rows.map(viewDelivery)
      },
    )

    app.post(
      '/webhooks/:webhook_id/test',
      {
        schema: {
          operationId: 'testWebhook',
          summary: 'Send a test event',
          description:
            'Queues an event of type `webhook.test`, signed and retried like any other. It needs no subscription.',
          tags,
          params: WebhookPath,
          response: { 202: Delivery },
        },
        config: { ...write, errors: [404, 409] },
      },
      async (request, reply) => {
        const row = await queueTest(service, request.caller.customerId, request.params.webhook_id)
        return reply.code(202).send(viewDelivery(row))
      },
    )

    app.post(
      '/webhooks/:webhook_id/deliveries/:delivery_id/redeliver',
      {
        schema: {
          operationId: 'redeliverWebhook',
          summary: 'Send a delivery once more',
          description:
            'Same delivery id and same payload, signed anew, with up to eight further attempts. 409 while it is being sent or the webhook is switched off.',
          tags,
          params: DeliveryPath,
          response: { 202: Delivery },
        },
        config: { ...write, errors: [404, 409] },
      },
      async (request, reply) => {
        const { webhook_id: id, delivery_id: deliveryId } = request.params
        const row = await redeliver(service, request.caller.customerId, id, deliveryId)
        return reply.code(202).send(viewDelivery(row))
      },
    )
  }
}
