import { Type } from 'typebox'
import { isId } from '../../../database/ids.ts'
import { routeFor } from '../../../http/route.ts'
import { closed, words } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { placeOnce } from './placing.ts'
import { headers, page, Trial, TrialCancel, TrialCreate, TrialCreated } from './schema.ts'
import { cancelTrial, listTrials, startTrial } from './trials.ts'

const route = routeFor('partner-checkout')

/** The free month of a new client: start, list, cancel. */
export function addTrialRoutes(app: App, service: Service): void {
  route(app, {
    method: 'POST',
    path: '/partner-checkout/trials',
    operationId: 'startPartnerTrial',
    summary: 'Start a free month for a new client',
    description:
      'Creates the client, its company and its owner, who is mailed a link to set a password; creates no order. While it lasts, the trial has the employee cap of the business plan. A client gets one trial only, identified by e-mail and by tax number.',
    headers,
    body: TrialCreate,
    response: { 200: TrialCreated, 201: TrialCreated },
    scope: 'partner.checkout.write',
    errors: [400, 409],
    handler: async (request, reply) => {
      const answer = await placeOnce(service, request, (tx) =>
        startTrial(service, tx, request.caller, request.body),
      )
      return reply.code(answer.status).send(answer.body)
    },
  })

  route(app, {
    method: 'GET',
    path: '/partner-checkout/trials',
    operationId: 'listPartnerTrials',
    summary: 'Trials of your clients, newest first',
    description: 'Includes ended and cancelled ones, unless `status` names one state.',
    query: closed({
      status: Type.Optional(words(['active', 'expired', 'cancelled'] as const)),
      ...page,
    }),
    response: { 200: Type.Array(Trial) },
    scope: 'partner.checkout.preview',
    handler: (request) => {
      const { status, limit = 25, offset = 0 } = request.query
      return listTrials(service, request.caller, { ...(status ? { status } : {}), limit, offset })
    },
  })

  route(app, {
    method: 'POST',
    path: '/partner-checkout/trials/cancel',
    operationId: 'cancelPartnerTrial',
    summary: 'End a trial that was opened for the wrong business',
    description: 'Access ends immediately; the records stay.',
    body: TrialCancel,
    response: { 200: Trial },
    scope: 'partner.checkout.cancel',
    errors: [404, 409],
    handler: (request) => {
      const { subscription_trial_id: id, reason } = request.body
      if (!isId(id)) throw notFound('There is no such trial.')
      return cancelTrial(service, request.caller, id, reason)
    },
  })
}
