import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import { badRequest, conflict, invalid, Problem } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { proveByCode, waitSentence } from '../../access/oauth/index.ts'
import { loadBankAccounts } from '../../employees/bank-accounts/index.ts'
import {
  askForDetails,
  askForLeave,
  checkDetails,
  DetailRequestCreate,
  EmployeeRequest,
  isFirstEntry,
  LeavePreview,
  LeaveRequestCreate,
  listRequests,
  previewLeave,
  withdrawRequest,
} from '../../employees/requests/index.ts'
import { findOneself } from './queries.ts'
import { requireSelf } from './self.ts'

const route = routeFor('me')

/** Routes for employee requests. */
export function registerRequests(app: App, service: Service): void {
  route(app, {
    method: 'GET',
    path: '/me/requests',
    operationId: 'listOwnRequests',
    summary: 'Your requests, with the answers',
    description: 'Leave and changes of details, newest first.',
    response: { 200: Type.Array(EmployeeRequest) },
    handler: async ({ caller }) => {
      const { employee } = await requireSelf(service, caller)
      return listRequests(service, { customerId: caller.customerId, employeeId: employee.id })
    },
  })

  route(app, {
    method: 'POST',
    path: '/me/leave-requests',
    operationId: 'askForLeave',
    summary: 'Ask for leave',
    description:
      'The working days between the two dates; public holidays of all New Zealand are left out. Approved leave is added to the next draft pay. Needs `allow_edit_leave_requests`; more than the balance needs `allow_edit_leave_requests_when_negative`.',
    body: LeaveRequestCreate,
    response: { 201: EmployeeRequest },
    errors: [400, 409],
    handler: async ({ caller, body }, reply) => {
      const made = await service.database.transaction(async (tx) => {
        const { employee, company } = await requireSelf(service, caller, { query: tx, lock: true })
        return askForLeave(service, tx, caller, company, employee, body)
      })
      return reply.code(201).send(made)
    },
  })

  route(app, {
    method: 'POST',
    path: '/me/leave-preview',
    operationId: 'previewLeave',
    summary: 'Preview a leave request',
    description:
      'Its working days and hours, and the balance today, on the first day and after it. Nothing is requested. The balance on the day assumes that leave accrues as in the last pays.',
    body: LeaveRequestCreate,
    response: { 200: LeavePreview },
    errors: [400, 409],
    handler: async ({ caller, body }) => {
      const { employee, company } = await requireSelf(service, caller)
      return previewLeave(service, company, employee, body)
    },
  })

  route(app, {
    method: 'POST',
    path: '/me/detail-requests',
    operationId: 'askForDetails',
    summary: 'Request a change of details: address, bank account, tax or super',
    description:
      'Applies once a payroll officer has approved it. `GET /api/me` lists the fields that can change. A change needs a second-factor code, so that must be on; entering a bank account, tax number or fund that the record lacks does not. The person gets an e-mail about it.',
    body: DetailRequestCreate,
    response: { 201: EmployeeRequest },
    errors: [400, 409],
    handler: async (request, reply) => {
      const { caller } = request
      const { body: asked } = request
      const { employee, company } = await requireSelf(service, caller)
      if (employee.is_terminated) throw conflict('Your employment has ended.')
      await checkDetails(service, company, employee, asked)
      const accounts = await loadBankAccounts(service.database.query, service.cipher, [employee.id])
      const person =
        asked.code === undefined &&
        isFirstEntry(service.cipher, asked.kind, employee, company.jurisdiction, accounts)
          ? await findOneself(service.database.query, caller.userId)
          : await proveOneself(service, request, asked.code)
      const made = await service.database.transaction(async (tx) => {
        const self = await requireSelf(service, caller, { query: tx, lock: true })
        return askForDetails(service, tx, caller, company, self.employee, { ...asked, email: person.email })
      })
      return reply.code(201).send(made)
    },
  })

  route(app, {
    method: 'DELETE',
    path: '/me/requests/:request_id',
    operationId: 'withdrawRequest',
    summary: 'Withdraw a request',
    description: 'A request can be withdrawn only before it is decided.',
    response: { 204: Type.Null({ description: 'Withdrawn.' }) },
    errors: [404, 409],
    handler: async ({ caller, params: { request_id } }, reply) => {
      await service.database.transaction(async (tx) => {
        const { employee } = await requireSelf(service, caller, { query: tx })
        const which = { customerId: caller.customerId, employeeId: employee.id, id: request_id }
        await withdrawRequest(service, tx, caller, which)
      })
      return reply.code(204).send(null)
    },
  })
}

/** Requires the second factor: a stolen password alone must not change a bank account. */
async function proveOneself(service: Service, request: FastifyRequest, code: string | undefined) {
  const { caller } = request
  const person = await findOneself(service.database.query, caller.userId)
  if (!person.has_second_factor)
    throw conflict('Switch on the second factor in your account first: changes of details need its code.')
  if (code === undefined) throw invalid(['body', 'code'], 'code is required to change recorded details')
  const who = { userId: person.id, customerId: person.customer_id, email: person.email, name: person.name }
  const proven = await proveByCode(service, request, who, code)
  if (proven.kind === 'wrong') throw badRequest(proven.sentence)
  if (proven.kind === 'wait')
    throw new Problem(429, waitSentence(proven.seconds), 'detail', { 'retry-after': String(proven.seconds) })
  return person
}
