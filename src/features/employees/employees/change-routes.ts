import { Type } from 'typebox'
import { CivilDateText, closed, Id } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import { EmployeeChangeView } from './change-schema.ts'
import { cancelChange, readChanges } from './changes.ts'
import { EmploymentView } from './employment-schema.ts'
import { readEmployments } from './employments.ts'
import { employeeHistory } from './history.ts'
import { EmployeeHistoryEntry } from './history-schema.ts'
import { readTerms, readTermsOn } from './read-terms.ts'
import { EmployeeTermsView } from './term-schema.ts'

const tags = ['Employees']

/** Changes that carry their date. */
export function employeeChangeRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.get(
      '/employees/:employee_id/changes',
      {
        schema: {
          operationId: 'listEmployeeChanges',
          summary: 'List the dated changes of an employee, with stale drafts and the back pay they owe',
          description: 'Changes that were sent with `effective_from`; those to come are `scheduled`.',
          tags,
          params: closed({ employee_id: Id }),
          response: { 200: Type.Array(EmployeeChangeView) },
        },
        config: { scope: 'payroll.read', errors: [404] },
      },
      (request) => readChanges(service, request.caller, request.params.employee_id),
    )

    app.get(
      '/employees/:employee_id/terms',
      {
        schema: {
          operationId: 'listEmployeeTerms',
          summary: 'The terms of an employee by date',
          description:
            'Everything of the employee that calculations read, with the days on which it applied, applies or will apply. A pay uses the tax terms of its payment date and the others of its period. With `on`, the terms of that day alone.',
          tags,
          params: closed({ employee_id: Id }),
          querystring: closed({ on: Type.Optional(CivilDateText) }),
          response: { 200: Type.Union([Type.Array(EmployeeTermsView), EmployeeTermsView]) },
        },
        config: { scope: 'payroll.read', errors: [404] },
      },
      ({ caller, params, query }) =>
        query.on === undefined
          ? readTerms(service, caller, params.employee_id)
          : readTermsOn(service, caller, params.employee_id, civilDate(query.on)),
    )

    app.get(
      '/employees/:employee_id/employments',
      {
        schema: {
          operationId: 'listEmployments',
          summary: 'The employments of an employee, the current one last',
          description: 'A person who was reinstated has several; each has its own days and its own service.',
          tags,
          params: closed({ employee_id: Id }),
          response: { 200: Type.Array(EmploymentView) },
        },
        config: { scope: 'payroll.read', errors: [404] },
      },
      (request) => readEmployments(service, request.caller, request.params.employee_id),
    )

    app.get(
      '/employees/:employee_id/history',
      {
        schema: {
          operationId: 'getEmployeeHistory',
          summary: 'What happened to an employee: who changed what, when, from what to what',
          description:
            'The latest 500 entries, newest first: fields, bank accounts, funds, standing items, rates, opening figures, and the ends and beginnings of the job. Leave that pays move is told by the pays.',
          tags,
          params: closed({ employee_id: Id }),
          response: { 200: Type.Array(EmployeeHistoryEntry) },
        },
        config: { scope: 'payroll.read', errors: [404] },
      },
      (request) => employeeHistory(service, request.caller, request.params.employee_id),
    )

    app.delete(
      '/employees/:employee_id/changes/:change_id',
      {
        schema: {
          operationId: 'cancelEmployeeChange',
          summary: 'Take back a scheduled change',
          description: 'Only one that has not taken effect yet; what it would have changed stays as it is.',
          tags,
          params: closed({ employee_id: Id, change_id: Id }),
          response: { 204: Type.Null({ description: 'Taken back.' }) },
        },
        config: { scope: 'payroll.write', errors: [404, 409] },
      },
      async (request, reply) => {
        const { employee_id, change_id } = request.params
        await cancelChange(service, request.caller, employee_id, change_id)
        return reply.code(204).send(null)
      },
    )
  }
}
