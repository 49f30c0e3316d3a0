import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import { sendCsv } from '../../../http/send-csv.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { readUsage } from './usage.ts'
import { Usage, UsageQuery } from './usage-schema.ts'

const route = routeFor('partner-checkout')
const COLUMNS = [
  ...['month', 'customer_id', 'legal_name'],
  ...['companies', 'people_paid', 'lodgements', 'payslips'],
]

/** The usage of a reseller's clients, for the reseller's own invoices. */
export function addUsageRoutes(app: App, service: Service): void {
  route(app, {
    method: 'GET',
    path: '/partner-checkout/usage',
    operationId: 'readPartnerUsage',
    summary: 'What your clients used, by month',
    description:
      'Companies, people paid, lodgements and payslips of your own account and of each client, by pay date. The event `usage.reported` sends last month after it has ended.',
    query: UsageQuery,
    response: { 200: Type.Array(Usage) },
    produces: ['application/json', 'text/csv'],
    scope: 'partner.checkout.preview',
    handler: async ({ caller, query }, reply) => {
      const months = await readUsage(service, caller.customerId, query)
      if (query.format !== 'csv') return months
      const rows = months.flatMap(({ month, clients }) => clients.map((client) => ({ month, ...client })))
      return sendCsv(reply, 'usage.csv', COLUMNS, rows)
    },
  })
}
