import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { addInstalment, readParentalLeavePay, removeInstalment } from './instalments.ts'
import { InstalmentInput, ParentalLeavePay } from './schema.ts'

const route = routeFor('parental-leave-pay')

/** Government parental leave pay: instalments received and amounts passed on. */
export function parentalLeavePayRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/employees/:employee_id/parental-leave-pay',
      operationId: 'getParentalLeavePay',
      summary: 'Parental leave pay received from Services Australia and paid on (AU)',
      description:
        'Recorded instalments, leave rows of the type `PAID_PARENTAL` in processed pays, and the amount still held. Such rows are taxed with the period and reported as paid leave P; the employer owes neither super nor leave on them.',
      response: { 200: ParentalLeavePay },
      errors: [400, 404],
      handler: ({ caller, params }) =>
        readParentalLeavePay(service, { caller, employeeId: params.employee_id }),
    })

    route(app, {
      method: 'POST',
      path: '/employees/:employee_id/parental-leave-pay',
      operationId: 'addParentalLeaveInstalment',
      summary: 'Record an instalment of parental leave pay (AU)',
      description:
        'Recording an instalment pays nothing: enter a leave row of the type `PAID_PARENTAL` in the pay.',
      body: InstalmentInput,
      response: { 201: ParentalLeavePay },
      errors: [400, 404, 409],
      handler: async ({ caller, params, body }, reply) =>
        reply.code(201).send(await addInstalment(service, { caller, employeeId: params.employee_id }, body)),
    })

    route(app, {
      method: 'DELETE',
      path: '/employees/:employee_id/parental-leave-pay/:instalment_id',
      operationId: 'deleteParentalLeaveInstalment',
      summary: 'Remove an instalment of parental leave pay (AU)',
      description: 'For an instalment that was recorded by mistake or sent back.',
      response: { 204: Type.Null({ description: 'Removed.' }) },
      errors: [400, 404, 409],
      handler: async ({ caller, params }, reply) => {
        await removeInstalment(service, { caller, employeeId: params.employee_id }, params.instalment_id)
        return reply.code(204).send(null)
      },
    })
  }
}
