import { routeFor } from '../../../http/route.ts'
import { CivilDateText, closed } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { reconcile } from './reconcile.ts'
import { Reconciliation } from './schema.ts'

const route = routeFor('reconciliation')

/** Whether what left is what was owed. */
export function reconciliationRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/company/:company_id/reconciliation',
      operationId: 'reconcilePayments',
      summary: 'What the pays of a span owe, what left for them, and what is open',
      description:
        'Dates are pay dates, both included. Nets, bank files, settlements, deductions by payee, super by fund, PAYG or PAYE; every row names its pays, and `checks` holds each sum made in two ways.',
      query: closed({ from_date: CivilDateText, to_date: CivilDateText }),
      response: { 200: Reconciliation },
      handler: ({ company, query }) => reconcile(service, company, query.from_date, query.to_date),
    })
  }
}
