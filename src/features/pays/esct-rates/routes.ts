import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { decideRates } from './decide.ts'
import { listRates } from './list.ts'
import { EsctDecided, EsctDecisionRequest, EsctQuery, EsctRates } from './schema.ts'

const route = routeFor('esct-rates')

/** The ESCT rates of a new tax year. */
export function esctRatesRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/company/:company_id/esct-rates',
      operationId: 'listEsctRates',
      summary: 'ESCT rates from 1 April, from the previous tax year’s figures',
      description:
        'New Zealand. Everyone with employer contributions, with salary and contributions of the previous tax year, the rate on the record and the rate that follows. Nothing changes until the list is approved.',
      query: EsctQuery,
      response: { 200: EsctRates },
      errors: [400, 409],
      handler: ({ company, query }) => listRates(service, company, query.from_date),
    })

    route(app, {
      method: 'POST',
      path: '/company/:company_id/esct-rates/decisions',
      operationId: 'decideEsctRates',
      summary: 'Approve the ESCT rates of all or some people, or keep their rates',
      description:
        'Approved rates become terms of the employees from 1 April. Returns 400 for an employee who is not on the list, or if every employee has a decision, and 409 until the bands of the year are published. `warnings` names pays since then that used another rate. A new decision replaces the earlier one.',
      body: EsctDecisionRequest,
      response: { 200: EsctDecided },
      errors: [400, 409],
      handler: ({ caller, company, body }) => decideRates(service, caller, company, body),
    })
  }
}
