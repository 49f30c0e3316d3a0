import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { listWork, putNote } from './list.ts'
import { WorkList, WorkNoteInput, WorkNoteView, WorkQuery } from './schema.ts'

const route = routeFor('work-list')

/** Routes for open work across all companies. */
export function workRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/work',
      operationId: 'listWork',
      summary: 'Open work in all companies you can see',
      description:
        'By due date: reports to lodge and amounts to pay, upcoming and late pay runs, requests of employees, lodgements that were refused, people who were held back, by name, and payslips that could not be e-mailed. In a reseller’s web app, this includes clients who allow it to open their account. Finalisations and updates of a year are in `GET /api/company/{company_id}/obligations`.',
      query: WorkQuery,
      response: { 200: WorkList },
      isByCompany: true,
      handler: ({ caller, query }) => listWork(service, caller, query),
    })

    route(app, {
      method: 'PUT',
      path: '/work-notes',
      operationId: 'putWorkNote',
      summary: 'Assign, annotate or snooze an entry',
      description:
        'Omitted members do not change; null removes. Notes belong to your account: a client does not see those of its bureau.',
      body: WorkNoteInput,
      response: { 200: WorkNoteView },
      errors: [400, 404],
      isByCompany: true,
      handler: ({ caller, body }) => putNote(service, caller, body),
    })
  }
}
