import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import { closed, component, words } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { badRequest } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { loadGatewayBehaviours, storeGatewayBehaviour } from './gateway-queries.ts'

const route = routeFor('lodgements')

const BEHAVIOURS = ['accept', 'reject', 'delay', 'down'] as const
const Behaviours = component(
  'GatewayBehaviours',
  closed(
    {
      stp: Type.Optional(words(BEHAVIOURS, { description: 'The gateway of Single Touch Payroll.' })),
      payday: Type.Optional(words(BEHAVIOURS, { description: 'The gateway of payday filing.' })),
    },
    { examples: [{ stp: 'down' }] },
  ),
)

/** Demo controls of the built-in gateways. A production service does not register them. */
export function gatewayControlRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    if (service.settings.mode === 'production') return
    const { query } = service.database

    const current = async () => {
      const set = await loadGatewayBehaviours(query)
      const otherwise = service.settings.gatewaySimulation
      return { stp: set.get('stp') ?? otherwise, payday: set.get('payday') ?? otherwise }
    }

    route(app, {
      method: 'GET',
      path: '/demo/gateways',
      operationId: 'getGatewayBehaviours',
      summary: 'How the built-in gateways behave (not in production)',
      description: 'Only a service with demo data has these gateways.',
      response: { 200: Behaviours },
      handler: () => current(),
    })

    route(app, {
      method: 'PUT',
      path: '/demo/gateways',
      operationId: 'setGatewayBehaviours',
      summary: 'Make the built-in gateways accept, reject, delay or fail (not in production)',
      description: 'It applies to all companies until it is changed again. A sandbox has its own switches.',
      body: Behaviours,
      response: { 200: Behaviours },
      errors: [400],
      handler: async (request) => {
        const { ATO, IR } = service.ports.transports
        if ((request.body.stp && ATO !== 'simulator') || (request.body.payday && IR !== 'simulator'))
          throw badRequest('This is a real gateway: its behaviour cannot be set.')
        for (const gateway of ['stp', 'payday'] as const) {
          const behaviour = request.body[gateway]
          if (behaviour) await storeGatewayBehaviour(query, gateway, behaviour)
        }
        return current()
      },
    })
  }
}
