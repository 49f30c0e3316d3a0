import { Type } from 'typebox'
import { seesMasks } from '../../../http/masked-answers.ts'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { drawStatement, readTermination } from './read.ts'
import { TerminateQuery, TerminateRequest, Termination } from './schema.ts'
import { terminateEmployee } from './terminate.ts'

const route = routeFor('terminations')

/** Ending an employment, reading the termination, and its statement. */
export function terminationRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'POST',
      path: '/employees/:employee_id/terminate',
      operationId: 'terminateEmployee',
      approvable: true,
      summary: 'Terminate an employee with a final pay',
      description:
        'Values the unused leave, works out the payout and its tax, and creates the final pay. Fields of the other country are refused with 400. In New Zealand a pay date after today stages the pay: it is processed on that date, or with its pay run, and only then is the employee terminated. Deleting the pay reverses the termination. `If-Match` with the employee’s ETag guards against a change in between.',
      query: TerminateQuery,
      body: TerminateRequest,
      response: { 200: Termination },
      errors: [400, 409, 412],
      handler: async (request) =>
        terminateEmployee(service, {
          caller: request.caller,
          employeeId: request.params.employee_id,
          request: request.body,
          isDryRun: request.query.dry_run ?? false,
          ifMatch: request.headers['if-match'],
        }),
    })

    route(app, {
      method: 'GET',
      path: '/employees/:employee_id/termination',
      operationId: 'getTermination',
      summary: 'Read the latest termination of an employee',
      description:
        'Still returned after a reinstatement; `is_employee_terminated` gives the current state. 404 for an employee who was never terminated.',
      response: { 200: Termination },
      errors: [404],
      handler: async (request) => readTermination(service, request.caller, request.params.employee_id),
    })

    route(app, {
      method: 'GET',
      path: '/employees/:employee_id/termination/statement',
      operationId: 'getTerminationStatement',
      showsNumbers: true,
      summary: 'The termination statement as a PDF',
      description: 'Like a payslip: every component of the payout and the tax on it.',
      produces: ['application/pdf'],
      response: { 200: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) },
      limit: 'pays',
      errors: [404],
      handler: async (request, reply) => {
        const { employee_id } = request.params
        const pdf = await drawStatement(service, request.caller, employee_id, seesMasks(request))
        return reply
          .type('application/pdf')
          .header('content-disposition', `inline; filename="termination-${employee_id}.pdf"`)
          .send(pdf)
      },
    })
  }
}
