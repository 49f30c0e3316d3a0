import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import { CivilDateText, closed } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import { paysStand } from './advice.ts'
import type { PayEffects } from './affected-schema.ts'
import { cancelChange } from './cancel-change.ts'
import { ChangeCancelled, EmployeeChangeView } from './change-schema.ts'
import { readChanges } from './changes.ts'
import { EmploymentView } from './employment-schema.ts'
import { readEmployments } from './employments.ts'
import { employeeHistory } from './history.ts'
import { EmployeeHistoryEntry } from './history-schema.ts'
import { readTerms, readTermsOn } from './read-terms.ts'
import { EmployeeTermsView } from './term-schema.ts'

const route = routeFor('employees')

/** Changes with an effective date. */
export function employeeChangeRoutes(service: Service, payEffects: PayEffects) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/employees/:employee_id/changes',
      operationId: 'listEmployeeChanges',
      summary: 'List the dated changes of an employee, with stale drafts and the back pay they owe',
      description: 'Changes that were sent with `effective_from`; future changes are `scheduled`.',
      response: { 200: Type.Array(EmployeeChangeView) },
      errors: [404],
      handler: (request) => readChanges(service, request.caller, request.params.employee_id),
    })

    route(app, {
      method: 'GET',
      path: '/employees/:employee_id/terms',
      operationId: 'listEmployeeTerms',
      summary: 'The terms of an employee by date',
      description:
        'Every term that calculations use, with the days on which it applied, applies or will apply. A pay uses the tax terms of its payment date and the others of its period. With `on`, the terms of that day alone.',
      query: closed({ on: Type.Optional(CivilDateText) }),
      response: { 200: Type.Union([Type.Array(EmployeeTermsView), EmployeeTermsView]) },
      errors: [404],
      handler: ({ caller, params, query }) =>
        query.on === undefined
          ? readTerms(service, caller, params.employee_id)
          : readTermsOn(service, caller, params.employee_id, civilDate(query.on)),
    })

    route(app, {
      method: 'GET',
      path: '/employees/:employee_id/employments',
      operationId: 'listEmployments',
      summary: 'The employments of an employee, the current one last',
      description: 'A person who was reinstated has several; each has its own days and its own service.',
      response: { 200: Type.Array(EmploymentView) },
      errors: [404],
      handler: (request) => readEmployments(service, request.caller, request.params.employee_id),
    })

    route(app, {
      method: 'GET',
      path: '/employees/:employee_id/history',
      operationId: 'getEmployeeHistory',
      summary: 'The history of an employee: who changed what, when, from what to what',
      description:
        'The latest 500 entries, newest first: fields, bank accounts, funds, standing items, rates, opening figures, and the start and end of employment. Leave changed by pays is shown on the pays.',
      response: { 200: Type.Array(EmployeeHistoryEntry) },
      errors: [404],
      handler: (request) => employeeHistory(service, request.caller, request.params.employee_id),
    })

    route(app, {
      method: 'DELETE',
      path: '/employees/:employee_id/changes/:change_id',
      operationId: 'cancelEmployeeChange',
      summary: 'Cancel a dated change',
      description:
        'Cancels a change that is scheduled or in effect. The terms are then as if it had never been recorded. Returns 200 with the pays that would be different, if any; they do not change. 409: the change has a tax file number or a pay calendar, and the earlier value is not stored.',
      response: { 200: ChangeCancelled, 204: Type.Null({ description: 'Cancelled.' }) },
      errors: [404, 409],
      handler: async ({ caller, params }, reply) => {
        const affected = await cancelChange(
          service,
          { caller, payEffects, employeeId: params.employee_id },
          params.change_id,
        )
        if (affected.length === 0) return reply.code(204).send(null)
        return reply.send({ affected_pays: affected, warnings: [paysStand(affected.length)] })
      },
    })
  }
}
