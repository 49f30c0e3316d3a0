import { Type } from 'typebox'
import { REQUEST_STATES } from '../../../database/tables/employee-requests.ts'
import { routeFor } from '../../../http/route.ts'
import { closed, words } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { decide } from './decide.ts'
import { listRequests } from './read.ts'
import { Decision, EmployeeRequest } from './schema.ts'

const route = routeFor('requests')

/** Requests by employees, and the payroll officer's decisions. */
export function requestRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/company/:company_id/requests',
      operationId: 'listRequests',
      summary: 'Requests of a company’s employees',
      description: 'Leave and changes of details, newest first; at most 500.',
      query: closed({ state: Type.Optional(words(REQUEST_STATES)) }),
      response: { 200: Type.Array(EmployeeRequest) },
      handler: ({ company, query }) =>
        listRequests(service, {
          customerId: company.customer_id,
          companyId: company.id,
          ...(query.state ? { state: query.state } : {}),
        }),
    })

    for (const isApproved of [true, false])
      route(app, {
        method: 'POST',
        path: `/company/:company_id/requests/:request_id/${isApproved ? 'approve' : 'decline'}`,
        operationId: isApproved ? 'approveRequest' : 'declineRequest',
        approvable: true,
        summary: isApproved ? 'Approve a request' : 'Decline a request',
        description: isApproved
          ? 'Leave replaces ordinary hours on the next draft pay that covers its days. Details change immediately. The employee gets an e-mail.'
          : 'Nothing changes; the employee gets an e-mail with the decision.',
        body: Decision,
        response: { 200: EmployeeRequest },
        errors: [404, 409],
        emptyBody: true,
        handler: ({ caller, company, params, body }) =>
          decide(service, caller, company, params.request_id, { ...body, isApproved }),
      })
  }
}
