import { Type } from 'typebox'
import { isOwnSession } from '../../../http/limits.ts'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import { forbidden } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { endEmployeeAccess, inviteEmployee, readAccess } from './employee-access.ts'
import { inviteToEnterDetails } from './invite-many.ts'
import { OwnDetailsInvitation, OwnDetailsInvitations, ResendQuery, SelfServiceAccess } from './schema.ts'

const route = routeFor('people')

const url = '/employees/:employee_id/self-service'

/** An employee's self-service access: reading it, inviting the employee, and ending it. */
export function selfServiceAccessRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: url,
      operationId: 'getSelfServiceAccess',
      summary: 'Whether an employee can sign in to self-service',
      description: 'Employees must be invited first; `employee_portal_active` alone sends nothing.',
      tag: 'Self-service',
      response: { 200: SelfServiceAccess },
      errors: [404],
      handler: ({ caller, params: { employee_id } }) => readAccess(service, caller, employee_id),
    })

    route(app, {
      method: 'POST',
      path: url,
      operationId: 'inviteEmployee',
      approvable: true,
      summary: 'Invite an employee to self-service',
      description:
        'Only in the web app, by a person who signed in: neither an application nor a partner who opened the account can invite people. Mails a link to `email_address` of the employee: it works once, for seven days, as long as the record keeps that address and the inviter keeps the right to invite. `employee_portal_active` must be set. Returns 409 if the employee has an open invitation, unless `resend` is true, which voids the earlier link.',
      tag: 'Self-service',
      query: ResendQuery,
      response: { 201: SelfServiceAccess },
      errors: [400, 404, 409],
      preHandler: async ({ caller }) => {
        if (!isOwnSession(caller))
          throw forbidden('Employees are invited in the web app, not through an application.')
      },
      handler: async ({ caller, params: { employee_id }, query }, reply) =>
        reply.code(201).send(await inviteEmployee(service, caller, employee_id, query.resend ?? false)),
    })

    route(app, {
      method: 'DELETE',
      path: url,
      operationId: 'endSelfService',
      summary: 'End an employee’s sign-in to self-service',
      description: 'Their sessions and an unused invitation end immediately.',
      tag: 'Self-service',
      response: { 204: Type.Null({ description: 'Ended.' }) },
      errors: [404],
      handler: async ({ caller, params: { employee_id } }, reply) => {
        await endEmployeeAccess(service, caller, employee_id)
        return reply.code(204).send(null)
      },
    })
  }
}

/** Invites many employees at once. Applications are rejected before anything is read. */
export function manyInvitationsRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.addHook('onRequest', async ({ caller }) => {
      if (!isOwnSession(caller))
        throw forbidden('Employees are invited in the web app, not through an application.')
    })

    route(app, {
      method: 'POST',
      path: '/company/:company_id/self-service-invitations',
      operationId: 'inviteToEnterDetails',
      summary: 'Invite employees to enter their own account, tax number and fund',
      description:
        'Only in the web app, by a person who signed in. Opens self-service and these three kinds of details for each employee and e-mails a link that works once, for seven days; an earlier link is void. What they enter waits for approval under `GET /api/company/{company_id}/requests`. Each invitation succeeds or fails independently.',
      tag: 'Self-service',
      body: OwnDetailsInvitations,
      response: { 200: Type.Array(OwnDetailsInvitation) },
      handler: ({ caller, company, body }) =>
        inviteToEnterDetails(service, caller, company, body.employee_ids),
    })
  }
}
