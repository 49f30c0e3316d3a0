import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { noteSeen } from '../../platform/audit/index.ts'
import { revealCompany, revealEmployee } from './reveal.ts'
import { CompanyNumbers, EmployeeNumbers, RevealRequest } from './schema.ts'

const route = routeFor('reveals')

/** Reveals the tax and bank account numbers that screens mask. The reason given is recorded. */
export function revealRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'POST',
      path: '/employees/:employee_id/reveal',
      operationId: 'revealEmployeeNumbers',
      summary: 'Show the tax and bank account numbers of an employee unmasked',
      description:
        'The web app shows these numbers masked. This call shows them; the audit log names the person, the employee and the reason. Readers are refused.',
      body: RevealRequest,
      response: { 200: EmployeeNumbers },
      errors: [404],
      isRevealing: true,
      asksProof: true,
      handler: (request) => {
        const { employee_id: id } = request.params
        noteSeen(request, [id])
        return revealEmployee(service, request.caller, id, request.body.reason)
      },
    })

    route(app, {
      method: 'POST',
      path: '/company/:company_id/reveal',
      operationId: 'revealCompanyNumbers',
      summary: 'Show the bank account and IRD number of a company unmasked',
      description: 'As for an employee: the audit log records the reason.',
      body: RevealRequest,
      response: { 200: CompanyNumbers },
      isRevealing: true,
      asksProof: true,
      handler: ({ company, body }) => revealCompany(service, company, body.reason),
    })
  }
}
