import { Type } from 'typebox'
import { isOwnSession } from '../../../http/limits.ts'
import { closed, Id } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { forbidden } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { endEmployeeAccess, inviteEmployee, readAccess } from './employee-access.ts'
import { ResendQuery, SelfServiceAccess } from './schema.ts'

const tags = ['Self-service']
const url = '/employees/:employee_id/self-service'
const params = closed({ employee_id: Id })

/** Whether an employee can sign in, the invitation to it, and its end. */
export function selfServiceAccessRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.get(
      url,
      {
        schema: {
          operationId: 'getSelfServiceAccess',
          summary: 'Whether an employee can sign in to self-service',
          description: 'Nobody can until they are invited; `employee_portal_active` alone sends nothing.',
          tags,
          params,
          response: { 200: SelfServiceAccess },
        },
        config: { scope: 'payroll.read', errors: [404] },
      },
      ({ caller, params: { employee_id } }) => readAccess(service, caller, employee_id),
    )

    app.post(
      url,
      {
        schema: {
          operationId: 'inviteEmployee',
          summary: 'Invite an employee to self-service',
          description:
            'Only in the web app, by a person who signed in: an application cannot let people in, nor can a partner who opened the account. Mails a link to `email_address` of the employee: it works once, for seven days, while the record keeps that address and the person who invited may still invite. `employee_portal_active` must be set. An employee who has an open invitation is answered 409 unless `resend` is true, which makes the earlier link void.',
          tags,
          params,
          querystring: ResendQuery,
          response: { 201: SelfServiceAccess },
        },
        config: { scope: 'payroll.write', errors: [400, 404, 409] },
        preHandler: async ({ caller }) => {
          if (!isOwnSession(caller))
            throw forbidden('Employees are invited in the web app, not through an application.')
        },
      },
      async ({ caller, params: { employee_id }, query }, reply) =>
        reply.code(201).send(await inviteEmployee(service, caller, employee_id, query.resend ?? false)),
    )

    app.delete(
      url,
      {
        schema: {
          operationId: 'endSelfService',
          summary: 'End an employee’s sign-in to self-service',
          description: 'Their sessions and an invitation that was not used yet end at once.',
          tags,
          params,
          response: { 204: Type.Null({ description: 'Ended.' }) },
        },
        config: { scope: 'payroll.write', errors: [404] },
      },
      async ({ caller, params: { employee_id } }, reply) => {
        await endEmployeeAccess(service, caller, employee_id)
        return reply.code(204).send(null)
      },
    )
  }
}
