import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { findSystem, storeSender } from './load.ts'
import { CompanyPath, StpSender, StpSenderView } from './payee-schema.ts'
import { requireSingleTouch } from './report.ts'

const tags = ['Single Touch Payroll']
const read = { scope: 'payroll.read', limit: 'default', company: 'owner' } as const
const write = { scope: 'payroll.write', limit: 'default', company: 'owner' } as const

/** Under which ids a company's events leave, and who lodges them. */
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

  app.get(
    '/single-touch/:company_id/sender',
    {
      schema: {
        operationId: 'getStpSender',
        summary: 'Under which ids a company’s events are sent, and how',
        description:
          'The ids that every event to the tax office carries for this company, and the transport that takes it.',
        tags,
        params: CompanyPath,
        response: { 200: StpSenderView },
      },
      config: read,
    },
    ({ company }) => {
      requireSingleTouch(company)
      return senderOf(company.id)
    },
  )

  app.put(
    '/single-touch/:company_id/sender',
    {
      schema: {
        operationId: 'setStpSender',
        summary: 'Set the software id that the employer nominated, and the agent who lodges',
        description:
          'The employer nominates it with the tax office; events that were sent keep the one they had.',
        tags,
        params: CompanyPath,
        body: StpSender,
        response: { 200: StpSenderView },
      },
      config: { ...write, errors: [400] },
    },
    async ({ company, body }) => {
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
  )
}
