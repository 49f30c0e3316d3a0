import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { versionTag } from '../../../http/etag.ts'
import { routeFor } from '../../../http/route.ts'
import { closed, DryRunQuery } from '../../../http/schema.ts'
import { sendList } from '../../../http/send-list.ts'
import type { App } from '../../../http/types.ts'
import { saying } from '../../../http/view.ts'
import type { Service } from '../../../service.ts'
import { noteSeen } from '../../platform/audit/index.ts'
import { paysStand } from './advice.ts'
import type { PayEffects } from './affected-schema.ts'
import { createEmployees } from './create.ts'
import { requireEmployee, viewStoredEmployee } from './find.ts'
import { deleteEmployee, reinstateEmployee, restoreEmployee } from './lifecycle.ts'
import { writeList } from './list.ts'
import { normaliseEmployees } from './normalise.ts'
import { listEmployeeIds } from './queries.ts'
import {
  EmployeeChanged,
  EmployeeCreate,
  EmployeeDeleted,
  EmployeeResult,
  EmployeeStatus,
  EmployeeUpdate,
  EmployeeView,
  IdentifierType,
  ReinstateRequest,
} from './schema.ts'
import { updateEmployees } from './update.ts'

const route = routeFor('employees')

const LOCKING = 'Reads return an `ETag`; a write with an outdated `If-Match` returns 412.'

/** Employees: batches, reads, and status changes. */
export function employeeRoutes(service: Service, payEffects: PayEffects) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/company/:company_id/employees',
      operationId: 'listEmployees',
      summary: 'List the employees of a company',
      description: 'Ordered by last name, first name and middle name.',
      query: closed({ status: Type.Optional(EmployeeStatus) }),
      response: { 200: Type.Array(EmployeeView) },
      handler: async (request, reply) => {
        const ids = await listEmployeeIds(service.database.query, request.company.id, request.query.status)
        noteSeen(request, ids)
        const text = Readable.from(writeList(service, ids), { highWaterMark: 2 })
        return reply.type('application/json; charset=utf-8').send(text as never)
      },
    })

    route(app, {
      method: 'PUT',
      path: '/company/:company_id/employees/create',
      operationId: 'createEmployees',
      summary: 'Create employees',
      description:
        'Each item succeeds or fails on its own: 201 when all did, 207 when one failed. A schema error rejects the whole list (422). `country` chooses the Australian or New Zealand rules; another country follows the company’s. Empty optional strings count as null.',
      query: closed(DryRunQuery),
      body: Type.Array(EmployeeCreate),
      response: {
        200: Type.Array(EmployeeResult),
        201: Type.Array(EmployeeResult),
        207: Type.Array(EmployeeResult),
      },
      company: 'written',
      approvable: true,
      errors: [400, 413],
      preValidation: async (request) => {
        request.body = (await normaliseEmployees(request.body)) as typeof request.body
      },
      handler: async (request, reply) => {
        const isDryRun = request.query.dry_run ?? false
        const results = await createEmployees(service, request.company, request.body, { isDryRun })
        const isWhole = results.every((result) => result.employee)
        return sendList(reply.code(!isWhole ? 207 : isDryRun ? 200 : 201), results)
      },
    })

    route(app, {
      method: 'PATCH',
      path: '/company/:company_id/employees/update',
      operationId: 'updateEmployees',
      approvable: true,
      summary: 'Change employees',
      description: `Omitted fields do not change; null clears an optional field. The key is \`id\`, or \`number\` with \`identifier_type=employee_number\`. ${LOCKING} Here \`If-Match\` needs a list with one item. A change with a past \`effective_from\` lists the pays that would be different in \`affected_pays\`, in a dry run too.`,
      query: closed({ identifier_type: Type.Optional(IdentifierType), ...DryRunQuery }),
      body: Type.Array(EmployeeUpdate),
      response: { 200: Type.Array(EmployeeResult), 207: Type.Array(EmployeeResult) },
      company: 'written',
      errors: [400, 412, 413],
      preValidation: async (request) => {
        request.body = (await normaliseEmployees(request.body)) as typeof request.body
      },
      handler: async (request, reply) => {
        const results = await updateEmployees(service, request.company, request.body, {
          identifierType: request.query.identifier_type ?? 'employee_id',
          ifMatch: request.headers['if-match'],
          isDryRun: request.query.dry_run ?? false,
          payEffects,
        })
        return sendList(reply.code(results.every((result) => result.employee) ? 200 : 207), results)
      },
    })

    route(app, {
      method: 'GET',
      path: '/employees/:employee_id',
      operationId: 'getEmployee',
      summary: 'Read an employee',
      description: `Also returns deleted employees. ${LOCKING}`,
      response: { 200: EmployeeView },
      errors: [404],
      etag: true,
      handler: async (request, reply) => {
        const employee = await requireEmployee(service, request.caller, request.params.employee_id, {
          answer: 404,
        })
        const { view, version } = viewStoredEmployee(service, employee)
        return reply.header('etag', versionTag(version)).send(view)
      },
    })

    route(app, {
      method: 'DELETE',
      path: '/employees/:employee_id',
      operationId: 'deleteEmployee',
      summary: 'Delete an employee',
      description: `Hides the record and reports nothing; the number stays reserved. ${LOCKING}`,
      query: closed(DryRunQuery),
      response: { 200: EmployeeDeleted, 204: Type.Null({ description: 'Deleted.' }) },
      errors: [400, 409, 412],
      handler: async (request, reply) => {
        const isDryRun = request.query.dry_run ?? false
        const preview = await deleteEmployee(service, { ...callOf(request), isDryRun })
        return isDryRun ? reply.send(preview) : reply.code(204).send(null)
      },
    })

    route(app, {
      method: 'POST',
      path: '/employees/:employee_id/restore',
      operationId: 'restoreEmployee',
      summary: 'Restore a deleted employee',
      description: `A terminated employee restores as terminated. ${LOCKING}`,
      body: Type.Optional(closed({})),
      response: { 200: EmployeeChanged },
      errors: [400, 409, 412],
      emptyBody: true,
      etag: true,
      handler: async (request, reply) => {
        const { view, version, warnings } = await restoreEmployee(service, callOf(request))
        return reply.header('etag', versionTag(version)).send(saying(view, warnings))
      },
    })

    route(app, {
      method: 'POST',
      path: '/employees/:employee_id/reinstate',
      operationId: 'reinstateEmployee',
      summary: 'Reinstate a terminated employee',
      description: `Clears the termination and sets \`start_date\`; year to date, number and history stay. Pays for days of the new employment that would differ are in \`affected_pays\`. Counts toward the plan’s employee cap. ${LOCKING}`,
      body: ReinstateRequest,
      response: { 200: EmployeeChanged },
      errors: [400, 409, 412],
      emptyBody: true,
      etag: true,
      handler: async (request, reply) => {
        const { start_date: startDate, is_continuous: isContinuous = false } = request.body
        const { view, version, affected, warnings } = await reinstateEmployee(service, {
          ...callOf(request),
          startDate,
          isContinuous,
          payEffects,
        })
        if (affected.length === 0)
          return reply.header('etag', versionTag(version)).send(saying(view, warnings))
        const said = saying(view, [...warnings, paysStand(affected.length)])
        return reply.header('etag', versionTag(version)).send({ ...said, affected_pays: affected })
      },
    })
  }
}

function callOf(request: {
  caller: Parameters<typeof requireEmployee>[1] & Parameters<typeof deleteEmployee>[1]['caller']
  params: { employee_id: number }
  headers: { 'if-match'?: string | undefined }
}) {
  return {
    caller: request.caller,
    employeeId: request.params.employee_id,
    ifMatch: request.headers['if-match'],
  }
}
