import { Type } from 'typebox'
import type { Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import { routeFor } from '../../../http/route.ts'
import { closed } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { cancelOrder, placeOrder, placeUpgrade, viewOrder } from './orders.ts'
import { placeOnce, preview } from './placing.ts'
import { selectOrders } from './queries.ts'
import { headers, Order, OrderCancel, OrderCreate, OrderPlaced, page, UpgradeCreate } from './schema.ts'

const route = routeFor('partner-checkout')

/** Orders and upgrades: place, list, cancel. */
export function addOrderRoutes(app: App, service: Service): void {
  route(app, {
    method: 'POST',
    path: '/partner-checkout/orders',
    operationId: 'placePartnerOrder',
    summary: 'Order a plan for a new client or for the client of a trial',
    description:
      'A dry run prices everything and writes nothing. With the free month, a monthly plan runs two months and an annual one thirteen; a client that has had its trial gets no second one, and `warnings` says so.',
    headers,
    body: OrderCreate,
    response: { 200: OrderPlaced, 201: OrderPlaced },
    scope: 'partner.checkout.preview',
    errors: [400, 404, 409],
    handler: async (request, reply) => {
      const work = (tx: Tx) => placeOrder(service, tx, request.caller, request.body)
      const answer = request.body.dry_run
        ? await preview(service, request, work)
        : await placeOnce(service, request, work)
      return reply.code(answer.status).send(answer.body)
    },
  })

  route(app, {
    method: 'GET',
    path: '/partner-checkout/orders',
    operationId: 'listPartnerOrders',
    summary: 'Your orders and upgrades, newest first',
    description: 'Includes cancelled ones.',
    query: closed(page),
    response: { 200: Type.Array(Order) },
    scope: 'partner.checkout.preview',
    handler: async (request) => {
      const { limit = 25, offset = 0 } = request.query
      const orders = await selectOrders(service.database.query, request.caller.customerId)
        .limit(limit)
        .offset(offset)
        .execute()
      return orders.map((order) => viewOrder(order, order.employee_cap))
    },
  })

  route(app, {
    method: 'GET',
    path: '/partner-checkout/orders/:order_id',
    operationId: 'getPartnerOrder',
    summary: 'One order',
    description: 'With its price and subject.',
    response: { 200: Order },
    scope: 'partner.checkout.preview',
    errors: [404],
    handler: async (request) => {
      const { order_id: id } = request.params
      const order = isId(id)
        ? await selectOrders(service.database.query, request.caller.customerId)
            .where('partner_orders.id', '=', id)
            .executeTakeFirst()
        : undefined
      if (!order) throw notFound('There is no such order.')
      return viewOrder(order, order.employee_cap)
    },
  })

  route(app, {
    method: 'POST',
    path: '/partner-checkout/orders/cancel',
    operationId: 'cancelPartnerOrder',
    summary: 'Cancel an order or an upgrade',
    description:
      'Cancelling an order ends the subscription; cancelling an upgrade returns to the previous plan.',
    body: OrderCancel,
    response: { 200: Order },
    scope: 'partner.checkout.cancel',
    errors: [404, 409],
    handler: (request) => {
      const { order_id: id, reason } = request.body
      if (!isId(id)) throw notFound('There is no such order.')
      return cancelOrder(service, request.caller, id, reason)
    },
  })

  route(app, {
    method: 'POST',
    path: '/partner-checkout/upgrades',
    operationId: 'placePartnerUpgrade',
    summary: 'Move a client to a larger plan',
    description:
      'The plan and its employee cap change at once; the rest of the paid period is charged pro rata.',
    headers,
    body: UpgradeCreate,
    response: { 200: OrderPlaced, 201: OrderPlaced },
    scope: 'partner.checkout.preview',
    errors: [400, 404, 409],
    handler: async (request, reply) => {
      const work = (tx: Tx) => placeUpgrade(service, tx, request.caller, request.body)
      const answer = request.body.dry_run
        ? await preview(service, request, work)
        : await placeOnce(service, request, work)
      return reply.code(answer.status).send(answer.body)
    },
  })
}
