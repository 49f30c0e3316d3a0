import { CivilDateText, closed, Id } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { Reconciliation } from './schema.ts'
import { reconcile } from './service.ts'

/** Whether what left is what was owed. */
export function reconciliationRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.get(
      '/company/:company_id/reconciliation',
      {
        schema: {
          operationId: 'reconcilePayments',
          summary: 'What the pays of a span owe, what left for them, and what is open',
          description:
            'Dates are pay dates, both included. Nets, bank files, settlements, deductions by payee, super by fund, PAYG or PAYE; every row names its pays, and `checks` holds each sum made in two ways.',
          tags: ['Payments'],
          params: closed({ company_id: Id }),
          querystring: closed({ from_date: CivilDateText, to_date: CivilDateText }),
          response: { 200: Reconciliation },
        },
        config: { scope: 'payroll.read', limit: 'pays', company: 'owner' },
      },
      ({ company, query }) => reconcile(service, company, query.from_date, query.to_date),
    )
  }
}
