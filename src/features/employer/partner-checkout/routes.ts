import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import { closed } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { forbidden } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { readIdempotencyKey } from '../../platform/idempotency/index.ts'
import { addClientRoutes } from './client-routes.ts'
import { readAvailability, readProducts, readZones } from './discovery.ts'
import { addOrderRoutes } from './order-routes.ts'
import { Availability, Product, Zone } from './schema.ts'
import { addTrialRoutes } from './trial-routes.ts'
import { addUsageRoutes } from './usage-routes.ts'

const route = routeFor('partner-checkout')

/** Trials, orders and upgrades that a reseller places for its clients. */
export function partnerCheckoutRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.addHook('onRequest', async (request) => {
      if (!request.caller?.isReseller) throw forbidden('Only a reseller can use partner checkout.')
    })
    // A preview also rejects a key that is too long, because the real order would fail on it.
    app.addHook('preHandler', async (request) => {
      if (request.method === 'POST') readIdempotencyKey(request.headers)
    })

    route(app, {
      method: 'GET',
      path: '/partner-checkout/products',
      operationId: 'listPartnerProducts',
      summary: 'Products that can be ordered',
      description: 'With price and tax by zone; a product that is no longer offered is left out.',
      response: { 200: Type.Array(Product) },
      scope: 'partner.checkout.preview',
      handler: () => readProducts(service),
    })

    route(app, {
      method: 'GET',
      path: '/partner-checkout/zones',
      operationId: 'listPartnerZones',
      summary: 'Countries, currencies and tax rates',
      description: 'The countries where clients can be, with the currency and the goods and services tax.',
      response: { 200: Type.Array(Zone) },
      scope: 'partner.checkout.preview',
      handler: async () => readZones(),
    })

    route(app, {
      method: 'GET',
      path: '/partner-checkout/availability',
      operationId: 'checkPartnerAvailability',
      summary: 'Check whether a client can be created with an e-mail or tax number',
      description: 'Ask by exactly one of `email`, `abn` and `ird_number`.',
      query: closed({
        email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
        abn: Type.Optional(Type.String({ format: 'abn' })),
        ird_number: Type.Optional(Type.String({ format: 'ird-number' })),
      }),
      response: { 200: Availability },
      scope: 'partner.checkout.preview',
      handler: (request) => readAvailability(service, request.caller, request.query),
    })

    addClientRoutes(app, service)
    addTrialRoutes(app, service)
    addOrderRoutes(app, service)
    addUsageRoutes(app, service)
  }
}
