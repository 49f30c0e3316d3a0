import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { listObligations } from './list.ts'
import { Obligation, ObligationQuery } from './schema.ts'

const route = routeFor('obligations')

/** What is owed to whom by when. */
export function obligationRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/company/:company_id/obligations',
      operationId: 'listObligations',
      summary: 'List what the company owes to whom and by when',
      description:
        'By due date. AU: pay events on the payday, their corrections, finalisation of every payee by 14 July, super by the rule of the payday, PAYG withholding. NZ: payday filing within two working days, amendments (their date is ours: the law names none), PAYE. Periods of the last year in which nobody was paid, though later ones were, are `skipped-period`. Dates filter the due date, both included. PAYG due dates follow what was withheld in the last twelve months and are unverified.',
      query: ObligationQuery,
      response: { 200: Type.Array(Obligation) },
      handler: (request) => listObligations(service, request.company, request.query),
    })
  }
}
