import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import { closed } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { timestamp } from '../../../http/view.ts'
import type { Service } from '../../../service.ts'
import { readClients } from './discovery.ts'
import type { ClientRow } from './queries.ts'
import { Client, page } from './schema.ts'

const route = routeFor('partner-checkout')

/** The clients of a reseller, one row each, however they were created. */
export function addClientRoutes(app: App, service: Service): void {
  route(app, {
    method: 'GET',
    path: '/partner-checkout/clients',
    operationId: 'listPartnerClients',
    summary: 'Your clients, newest first',
    description:
      'Every client with its plan, the number of employees that count towards it, and whether its owner lets you open the account.',
    query: closed(page),
    response: { 200: Type.Array(Client) },
    scope: 'partner.checkout.preview',
    handler: async (request) => {
      const { limit = 25, offset = 0 } = request.query
      const rows = await readClients(service, request.caller.customerId, { limit, offset })
      const today = service.clock.today()
      return rows.map((row) => viewClient(row, today))
    },
  })
}

function viewClient(row: ClientRow, today: string): Client {
  const isOver = row.paid_through !== null && row.paid_through < today
  return {
    customer_id: row.customer_id,
    legal_name: row.legal_name,
    email: row.email,
    zone: row.country,
    status: row.subscription !== 'cancelled' && isOver ? 'lapsed' : row.subscription,
    product_id: row.product_id,
    product_name: row.product_name,
    employee_cap: row.employee_cap,
    employee_count: row.employee_count,
    paid_through: row.paid_through,
    allows_session_handoff: row.allows_session_handoff,
    created_at: timestamp(row.created_at),
  }
}
