import { Type } from 'typebox'
import { isId } from '../../../database/ids.ts'
import { closed, words } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { placeOnce } from './placing.ts'
import { headers, page, Trial, TrialCancel, TrialCreate, TrialCreated, tags } from './schema.ts'
import { cancelTrial, listTrials, startTrial } from './trials.ts'

/** The free month of a new client: start, list, cancel. */
export function addTrialRoutes(app: App, service: Service): void {
  app.post(
    '/partner-checkout/trials',
    {
      schema: {
        operationId: 'startPartnerTrial',
        summary: 'Start a free month for a new client',
        description:
          'Creates the client, its company and its owner, who is mailed a link to set a password; creates no order. While it lasts, the trial has the employee cap of the business plan. A client gets one trial, ever: by e-mail and by tax number.',
        tags,
        headers,
        body: TrialCreate,
        response: { 200: TrialCreated, 201: TrialCreated },
      },
      config: { scope: 'partner.checkout.write', errors: [400, 409] },
    },
    async (request, reply) => {
      const answer = await placeOnce(service, request, (tx) =>
        startTrial(service, tx, request.caller, request.body),
      )
      return reply.code(answer.status).send(answer.body)
    },
  )

  app.get(
    '/partner-checkout/trials',
    {
      schema: {
        operationId: 'listPartnerTrials',
        summary: 'Trials of your clients, newest first',
        description: 'Also those that ended or were cancelled, unless `status` names one state.',
        tags,
        querystring: closed({
          status: Type.Optional(words(['active', 'expired', 'cancelled'] as const)),
          ...page,
        }),
        response: { 200: Type.Array(Trial) },
      },
      config: { scope: 'partner.checkout.preview' },
    },
    (request) => {
      const { status, limit = 25, offset = 0 } = request.query
      return listTrials(service, request.caller, { ...(status ? { status } : {}), limit, offset })
    },
  )

  app.post(
    '/partner-checkout/trials/cancel',
    {
      schema: {
        operationId: 'cancelPartnerTrial',
        summary: 'End a trial that was opened for the wrong business',
        description: 'Access ends at once; the records stay.',
        tags,
        body: TrialCancel,
        response: { 200: Trial },
      },
      config: { scope: 'partner.checkout.cancel', errors: [404, 409] },
    },
    (request) => {
      const { subscription_trial_id: id, reason } = request.body
      if (!isId(id)) throw notFound('There is no such trial.')
      return cancelTrial(service, request.caller, id, reason)
    },
  )
}
