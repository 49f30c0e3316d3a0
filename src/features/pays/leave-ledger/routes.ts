import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { listLedgerDifferences, readLedger } from './read-ledger.ts'
import { LeaveLedger, LedgerDifferences, LedgerQuery } from './schema.ts'

const route = routeFor('leave-ledger')

/** Leave by entitlement year. */
export function leaveLedgerRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/employees/:employee_id/leave-ledger',
      operationId: 'getLeaveLedger',
      summary: 'The leave of an employee by entitlement year, first in, first out',
      description:
        'New Zealand. Annual holidays by the anniversary that gave them, sick leave by its year, alternative holidays by the public holiday that was worked: the leave that arose, how it was used, and the rule for its value. It is derived from the processed pays and the opening figures; any other balance is an entry of kind `opening`, and so is leave from an earlier system (`arose_on` null). `on` is the day to report on; without it everything recorded counts, including leave paid in advance.',
      query: LedgerQuery,
      response: { 200: LeaveLedger },
      errors: [400, 404],
      handler: ({ caller, params, query }) => readLedger(service, caller, params.employee_id, query.on),
    })

    route(app, {
      method: 'GET',
      path: '/company/:company_id/leave-ledger-differences',
      operationId: 'listLeaveLedgerDifferences',
      summary: 'Differences between the leave ledgers and the recorded balances',
      description:
        'New Zealand. Balances that were entered or changed on the record, and anniversaries for which no pay added weeks. The report changes nothing.',
      response: { 200: LedgerDifferences },
      errors: [400],
      handler: ({ company }) => listLedgerDifferences(service, company),
    })
  }
}
