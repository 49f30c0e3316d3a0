import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Tx } from '../../database/connect.ts'
import { isId } from '../../database/ids.ts'
import { hasScope } from '../../http/caller.ts'
import { closed, words } from '../../http/schema.ts'
import type { App } from '../../http/types.ts'
import { conflict, forbidden, notFound } from '../../problem.ts'
import type { Service } from '../../service.ts'
import { PARTNER_SCOPE, readIdempotencyKey, withIdempotency } from '../idempotency/index.ts'
import { readAvailability, readProducts, readZones } from './discovery.ts'
import { cancelOrder, placeOrder, placeUpgrade, viewOrder } from './orders.ts'
import { selectOrders } from './queries.ts'
import {
  Availability,
  Order,
  OrderCancel,
  OrderCreate,
  OrderPlaced,
  Product,
  Trial,
  TrialCancel,
  TrialCreate,
  TrialCreated,
  UpgradeCreate,
  Zone,
} from './schema.ts'
import { cancelTrial, listTrials, startTrial } from './trials.ts'

const tags = ['Partner checkout']
const page = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
}
const headers = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'Required unless dry_run is true; at most 255 characters. Key and answer are kept without end.',
    }),
  ),
})

/** Trials, orders and upgrades that a reseller places for its clients. */
export function partnerCheckoutRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.addHook('onRequest', async (request) => {
      if (!request.caller?.isReseller) throw forbidden('Only a reseller can use partner checkout.')
    })
    // A key that is too long is refused in a preview too: the real order would fail on it.
    app.addHook('preHandler', async (request) => {
      if (request.method === 'POST') readIdempotencyKey(request.headers)
    })

    app.get(
      '/partner-checkout/products',
      {
        schema: {
          operationId: 'listPartnerProducts',
          summary: 'Products that can be ordered',
          tags,
          response: { 200: Type.Array(Product) },
        },
        config: { scope: 'partner.checkout.preview' },
      },
      () => readProducts(service),
    )

    app.get(
      '/partner-checkout/zones',
      {
        schema: {
          operationId: 'listPartnerZones',
          summary: 'Countries, currencies and tax rates',
          tags,
          response: { 200: Type.Array(Zone) },
        },
        config: { scope: 'partner.checkout.preview' },
      },
      async () => readZones(),
    )

    app.get(
      '/partner-checkout/availability',
      {
        schema: {
          operationId: 'checkPartnerAvailability',
          summary: 'Whether a client can be made with an e-mail or tax number',
          tags,
          querystring: closed({
            email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
            abn: Type.Optional(Type.String({ format: 'abn' })),
            ird_number: Type.Optional(Type.String({ format: 'ird-number' })),
          }),
          response: { 200: Availability },
        },
        config: { scope: 'partner.checkout.preview' },
      },
      (request) => readAvailability(service, request.caller, request.query),
    )

    app.post(
      '/partner-checkout/trials',
      {
        schema: {
          operationId: 'startPartnerTrial',
          summary: 'Start a free month for a new client',
          description:
            'Creates the client, its company and its owner, who is mailed a link to set a password; creates no order. While it lasts, the trial has the employee cap of the business plan. A client gets one trial, ever: by e-mail and by tax number.',
          tags,
          headers,
          body: TrialCreate,
          response: { 200: TrialCreated, 201: TrialCreated },
        },
        config: { scope: 'partner.checkout.write', errors: [400, 409] },
      },
      async (request, reply) => {
        const answer = await once(request, (tx) => startTrial(service, tx, request.caller, request.body))
        return reply.code(answer.status).send(answer.body as never)
      },
    )

    app.get(
      '/partner-checkout/trials',
      {
        schema: {
          operationId: 'listPartnerTrials',
          summary: 'Trials of your clients, newest first',
          tags,
          querystring: closed({
            status: Type.Optional(words(['active', 'expired', 'cancelled'] as const)),
            ...page,
          }),
          response: { 200: Type.Array(Trial) },
        },
        config: { scope: 'partner.checkout.preview' },
      },
      (request) => {
        const { status, limit = 25, offset = 0 } = request.query
        return listTrials(service, request.caller, { ...(status ? { status } : {}), limit, offset })
      },
    )

    app.post(
      '/partner-checkout/trials/cancel',
      {
        schema: {
          operationId: 'cancelPartnerTrial',
          summary: 'End a trial that was opened for the wrong business',
          description: 'Access ends at once; the records stay.',
          tags,
          body: TrialCancel,
          response: { 200: Trial },
        },
        config: { scope: 'partner.checkout.cancel', errors: [404, 409] },
      },
      (request) => {
        const { subscription_trial_id: id, reason } = request.body
        if (!isId(id)) throw notFound('There is no such trial.')
        return cancelTrial(service, request.caller, id, reason)
      },
    )

    app.post(
      '/partner-checkout/orders',
      {
        schema: {
          operationId: 'placePartnerOrder',
          summary: 'Order a plan for a new client or for the client of a trial',
          description:
            'A dry run prices everything and writes nothing. With the free month, a monthly plan runs two months and an annual one thirteen; a client that has had its trial gets no second one, and `warnings` says so.',
          tags,
          headers,
          body: OrderCreate,
          response: { 200: OrderPlaced, 201: OrderPlaced },
        },
        config: { scope: 'partner.checkout.preview', errors: [400, 404, 409] },
      },
      async (request, reply) => {
        const work = (tx: Tx) => placeOrder(service, tx, request.caller, request.body)
        const answer = request.body.dry_run ? await preview(request, work) : await once(request, work)
        return reply.code(answer.status).send(answer.body as never)
      },
    )

    app.get(
      '/partner-checkout/orders',
      {
        schema: {
          operationId: 'listPartnerOrders',
          summary: 'Your orders and upgrades, newest first',
          tags,
          querystring: closed(page),
          response: { 200: Type.Array(Order) },
        },
        config: { scope: 'partner.checkout.preview' },
      },
      async (request) => {
        const { limit = 25, offset = 0 } = request.query
        const orders = await selectOrders(service.database.query, request.caller.customerId)
          .limit(limit)
          .offset(offset)
          .execute()
        return orders.map((order) => viewOrder(order, order.employee_cap))
      },
    )

    app.get(
      '/partner-checkout/orders/:order_id',
      {
        schema: {
          operationId: 'getPartnerOrder',
          summary: 'One order',
          tags,
          params: closed({ order_id: Type.Integer() }),
          response: { 200: Order },
        },
        config: { scope: 'partner.checkout.preview', errors: [404] },
      },
      async (request) => {
        const { order_id: id } = request.params
        const order = isId(id)
          ? await selectOrders(service.database.query, request.caller.customerId)
              .where('partner_orders.id', '=', id)
              .executeTakeFirst()
          : undefined
        if (!order) throw notFound('There is no such order.')
        return viewOrder(order, order.employee_cap)
      },
    )

    app.post(
      '/partner-checkout/orders/cancel',
      {
        schema: {
          operationId: 'cancelPartnerOrder',
          summary: 'Cancel an order or an upgrade',
          description:
            'Cancelling an order ends the subscription; cancelling an upgrade returns to the plan before it.',
          tags,
          body: OrderCancel,
          response: { 200: Order },
        },
        config: { scope: 'partner.checkout.cancel', errors: [404, 409] },
      },
      (request) => {
        const { order_id: id, reason } = request.body
        if (!isId(id)) throw notFound('There is no such order.')
        return cancelOrder(service, request.caller, id, reason)
      },
    )

    app.post(
      '/partner-checkout/upgrades',
      {
        schema: {
          operationId: 'placePartnerUpgrade',
          summary: 'Move a client to a larger plan',
          description:
            'The plan and its employee cap change at once; the days that are left of what is paid are charged pro rata.',
          tags,
          headers,
          body: UpgradeCreate,
          response: { 200: OrderPlaced, 201: OrderPlaced },
        },
        config: { scope: 'partner.checkout.preview', errors: [400, 404, 409] },
      },
      async (request, reply) => {
        const work = (tx: Tx) => placeUpgrade(service, tx, request.caller, request.body)
        const answer = request.body.dry_run ? await preview(request, work) : await once(request, work)
        return reply.code(answer.status).send(answer.body as never)
      },
    )
  }

  /** Does the work, shows its answer, and takes it all back. */
  async function preview(request: FastifyRequest, work: (tx: Tx) => Promise<unknown>) {
    // A preview needs no key and keeps none, but one that could not be taken is said now.
    readIdempotencyKey(request.headers)
    const body = await refuseDuplicates(() =>
      service.database.transaction((tx) => work(tx), { dryRun: true }),
    )
    return { status: 200 as const, body }
  }

  /** Does the work once per key. */
  async function once(request: FastifyRequest, work: (tx: Tx) => Promise<unknown>) {
    if (!hasScope(request.caller, 'partner.checkout.write'))
      throw forbidden('Missing required scope: partner.checkout.write')
    const key = readIdempotencyKey(request.headers, { isRequired: true }) as string
    const answer = await refuseDuplicates(() =>
      service.database.transaction((tx) =>
        withIdempotency(
          service,
          tx,
          {
            scope: `${PARTNER_SCOPE}${request.caller.customerId}`,
            key,
            endpoint: request.routeOptions.url ?? '',
            payload: request.body,
          },
          async () => ({ status: 201, body: JSON.stringify(await work(tx)) }),
        ),
      ),
    )
    if (answer.isReplayed)
      return { status: 200 as const, body: { ...JSON.parse(answer.body), idempotency_replayed: true } }
    return { status: 201 as const, body: JSON.parse(answer.body) }
  }
}

/** Two first requests for one client at once: the second meets the unique index. */
async function refuseDuplicates<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if ((error as { code?: string }).code === '23505')
      throw conflict(
        'A client with this e-mail or tax number exists already. To order for it, send its end_customer_id.',
      )
    throw error
  }
}
