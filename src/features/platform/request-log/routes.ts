import { Type } from 'typebox'
import { managesAccount } from '../../../http/caller.ts'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import { timestamp } from '../../../http/view.ts'
import { forbidden } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { listRequests } from './queries.ts'
import { flushRequests } from './record.ts'
import { LoggedRequestView, RequestLogQuery } from './schema.ts'

const route = routeFor('request-log')

/** The requests that an account's applications sent, and the responses. */
export function requestLogRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.addHook('onRequest', async ({ caller }) => {
      if (!caller.isApiAdmin) throw forbidden('API management is for API admins only.')
      if (!managesAccount(caller)) throw forbidden('API management needs the role owner or admin.')
    })

    route(app, {
      method: 'GET',
      path: '/api-admin/requests',
      operationId: 'listLoggedRequests',
      summary: 'The requests of your applications with their responses',
      description:
        'Newest first, about a second after the response. Kept for 7 days, at most 20,000 for each application. Bodies of requests and of successful responses are not stored.',
      query: RequestLogQuery,
      response: { 200: Type.Array(LoggedRequestView) },
      handler: async ({ caller, query: { limit = 100, ...filter } }) => {
        await flushRequests(service)
        const rows = await listRequests(service.database.query, caller.customerId, { ...filter, limit })
        return rows.map((row) => ({ ...row, at: timestamp(row.at) }))
      },
    })
  }
}
