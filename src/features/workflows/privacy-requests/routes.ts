import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { answerPrivacy, askForPrivacy, viewRequest } from './answer.ts'
import { listPrivacyRequests } from './queries.ts'
import { PrivacyAnswer, PrivacyRequestCreate, PrivacyRequestQuery, PrivacyRequestView } from './schema.ts'

const route = routeFor('privacy-requests')

/** Routes for privacy requests: access, correction and deletion, each with its due date. */
export function privacyRequestRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/company/:company_id/privacy-requests',
      operationId: 'listPrivacyRequests',
      summary: 'List the privacy requests of a company',
      description:
        'Open ones first, by the day they are due. For the next page, send the last `id` as `after`.',
      query: PrivacyRequestQuery,
      response: { 200: Type.Array(PrivacyRequestView) },
      handler: async ({ company, caller, query }) =>
        (await listPrivacyRequests(service.database.query, company.id, query)).map((row) =>
          viewRequest(service, company, caller, row),
        ),
    })

    route(app, {
      method: 'POST',
      path: '/company/:company_id/privacy-requests',
      operationId: 'createPrivacyRequest',
      summary: 'Record that a person asked to see, correct or delete their data',
      description:
        'It is due twenty working days or thirty days after it arrived, whichever is earlier. That meets the Privacy Act 2020 (New Zealand) and the guidelines for APP 12 and 13 (Australia).',
      body: PrivacyRequestCreate,
      response: { 201: PrivacyRequestView },
      errors: [400],
      handler: async ({ company, caller, body }, reply) =>
        reply.code(201).send(await askForPrivacy(service, company, caller, body)),
    })

    for (const isDone of [true, false])
      route(app, {
        method: 'POST',
        path: `/company/:company_id/privacy-requests/:request_id/${isDone ? 'complete' : 'refuse'}`,
        operationId: isDone ? 'completePrivacyRequest' : 'refusePrivacyRequest',
        summary: isDone ? 'Complete a privacy request' : 'Refuse a privacy request',
        description: isDone
          ? 'Access: send the person the export at `export_path`. Deletion: phone numbers, next of kin, notes and answered requests are removed at once, and for a person who has left also the e-mail addresses and the sign-in to self-service; `kept` lists what the law requires to stay, why and until when. A correction needs `answer`.'
          : 'Nothing changes; `answer` says why.',
        body: PrivacyAnswer,
        response: { 200: PrivacyRequestView },
        errors: [404, 409],
        emptyBody: true,
        handler: ({ company, caller, params, body }) =>
          answerPrivacy(service, company, caller, params.request_id, { ...body, isDone }),
      })
  }
}
