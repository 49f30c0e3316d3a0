import { routeFor } from '../../../http/route.ts'
import { CivilDateText, closed } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { prove } from './proof.ts'
import { Proof } from './proof-schema.ts'
import { reconcile } from './reconcile.ts'
import { Reconciliation } from './schema.ts'

const route = routeFor('reconciliation')

/** Routes that compare amounts sent with amounts owed. */
export function reconciliationRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/company/:company_id/reconciliation',
      operationId: 'reconcilePayments',
      summary: 'Owed, sent and open amounts of the pays of a period',
      description:
        'Dates are pay dates, both included. Net pay, bank files, settlements, deductions by payee, super by fund, PAYG or PAYE. Every row names its pays, and `checks` compares each total, calculated in two ways.',
      query: closed({ from_date: CivilDateText, to_date: CivilDateText }),
      response: { 200: Reconciliation },
      handler: ({ company, query }) => reconcile(service, company, query.from_date, query.to_date),
    })

    route(app, {
      method: 'GET',
      path: '/company/:company_id/proof',
      operationId: 'proveCompany',
      summary: 'Prove that the amounts sent are the amounts owed',
      description:
        'For the pays of a period (pay dates, both included): owed, created, accepted, returned and open of nets, deductions by payee and super, the state of their reports, and every open item.',
      query: closed({ from_date: CivilDateText, to_date: CivilDateText }),
      response: { 200: Proof },
      handler: ({ company, query }) => prove(service, company, { from: query.from_date, to: query.to_date }),
    })
  }
}
