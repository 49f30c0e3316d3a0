import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { listObligations } from './list.ts'
import { listOfficePayments, payOffice, unpayOffice } from './pay-office.ts'
import { Obligation, ObligationQuery, OfficePaymentCreate, OfficePaymentView } from './schema.ts'

const route = routeFor('obligations')

/** Routes for obligations and their due dates. */
export function obligationRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/company/:company_id/obligations',
      operationId: 'listObligations',
      summary: 'List what the company owes, to whom and by when',
      description:
        'By due date. AU: pay events on the payday, their corrections, finalisation of every payee by 14 July, super by the rule of the payday, PAYG withholding. NZ: payday filing within two working days, amendments (the law sets no date, so this one is ours), PAYE. Skipped periods of the last year, with pays after them, are `skipped-period`. Dates filter the due date, both included. PAYG due dates follow what was withheld in the last twelve months and are unverified.',
      query: ObligationQuery,
      response: { 200: Type.Array(Obligation) },
      handler: (request) => listObligations(service, request.company, request.query),
    })

    route(app, {
      method: 'GET',
      path: '/company/:company_id/obligations/payments',
      operationId: 'listOfficePayments',
      summary: 'List payments to the tax office',
      description: 'Oldest first, without reversed payments.',
      response: { 200: Type.Array(OfficePaymentView) },
      handler: (request) => listOfficePayments(service, request.company),
    })

    route(app, {
      method: 'POST',
      path: '/company/:company_id/obligations/payments',
      operationId: 'payOffice',
      summary: 'Record that PAYG withholding or PAYE was paid',
      description:
        'For one period, or for everything due up to a day. The obligation shows the amount, day and reference of the payment, and the possible cost of being late.',
      body: OfficePaymentCreate,
      response: { 201: Type.Array(OfficePaymentView) },
      errors: [400, 409],
      handler: async (request, reply) => {
        const { company, caller, body } = request
        return reply.code(201).send(await payOffice(service, company, caller.userId, body))
      },
    })

    route(app, {
      method: 'DELETE',
      path: '/company/:company_id/obligations/payments/:payment_id',
      operationId: 'unpayOffice',
      summary: 'Reverse a payment to the tax office that was not made',
      description: 'The amount is open again.',
      response: { 204: Type.Null() },
      errors: [404],
      handler: async (request, reply) => {
        await unpayOffice(service, request.company, request.params.payment_id)
        return reply.code(204).send(null)
      },
    })
  }
}
