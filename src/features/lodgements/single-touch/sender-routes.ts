import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { findSystem, storeSender } from './load.ts'
import { StpSender, StpSenderView } from './payee-schema.ts'
import { requireSingleTouch } from './report.ts'

const route = routeFor('single-touch')

/** Routes for the ids a company lodges under, and for its agent. */
export function registerSenderRoutes(app: App, service: Service): void {
  const { query } = service.database

  const senderOf = async (companyId: number) => {
    const system = await findSystem(query, companyId)
    return {
      ssid: system?.ssid ?? null,
      agent: system?.agent ?? null,
      bms_id: system?.bms_id ?? null,
      product_id: service.settings.stpProductId || null,
      transport: service.ports.transports.ATO,
    }
  }

  route(app, {
    method: 'GET',
    path: '/single-touch/:company_id/sender',
    operationId: 'getStpSender',
    summary: 'The ids and the transport of a company’s events',
    description:
      'The ids in every event to the tax office for this company, and the transport that sends it.',
    response: { 200: StpSenderView },
    handler: ({ company }) => {
      requireSingleTouch(company)
      return senderOf(company.id)
    },
  })

  route(app, {
    method: 'PUT',
    path: '/single-touch/:company_id/sender',
    operationId: 'setStpSender',
    summary: 'Set the software id that the employer nominated, and the agent who lodges',
    description: 'The employer nominates it with the tax office; events already sent do not change.',
    body: StpSender,
    response: { 200: StpSenderView },
    errors: [400],
    handler: async ({ company, body }) => {
      requireSingleTouch(company)
      const { ssid, agent } = body
      const sender = {
        ssid,
        ...(agent === undefined
          ? {}
          : { agent: agent && { agent_number: null, email_address: null, ...agent } }),
      }
      await service.database.transaction((tx) => storeSender(tx, company.id, sender))
      return senderOf(company.id)
    },
  })
}
