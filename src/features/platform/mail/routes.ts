import { Type } from 'typebox'
import { managesAccount } from '../../../http/caller.ts'
import { isOwnSession } from '../../../http/limits.ts'
import { routeFor } from '../../../http/route.ts'
import { closed } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { conflict, forbidden, notFound } from '../../../kernel/problem.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { findMail, listMails, requeueMail } from './queries.ts'
import { OutboxEntry } from './schema.ts'
import { viewMail } from './view.ts'

const route = routeFor('mail')

/** The customer's outbox: every email with its state, for owners and admins. */
export function mailRoutes(service: Service) {
  const { query } = service.database
  return async (app: App): Promise<void> => {
    app.addHook('onRequest', async ({ caller }) => {
      if (!managesAccount(caller)) throw forbidden('The outbox needs the role owner or admin.')
    })

    route(app, {
      method: 'GET',
      path: '/outbox',
      operationId: 'listOutbox',
      summary: 'Mail of this account with its state, newest first',
      description:
        'Mail is queued with the change that causes it and sent by a job, which retries while the mail server is down. Bodies are not shown: they may contain sign-in links. Kept for 90 days.',
      query: closed({
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
      }),
      response: { 200: Type.Array(OutboxEntry) },
      handler: async ({ caller, query: { limit = 100 } }) =>
        (await listMails(query, caller.customerId, limit)).map(viewMail),
    })

    route(app, {
      method: 'POST',
      path: '/outbox/:id/resend',
      operationId: 'resendMail',
      summary: 'Send a failed mail again',
      description:
        'Queues a failed e-mail again, with new attempts. An e-mail with a sign-in link can be sent again only in the web app.',
      response: { 200: OutboxEntry },
      errors: [404, 409],
      handler: async ({ caller, params }) => {
        const mail = await findMail(query, caller.customerId, params.id)
        if (!mail) throw notFound('Mail not found.')
        const now = service.clock.now()
        if (mail.good_until && mail.good_until <= now)
          throw conflict('The link in this e-mail has expired. Ask for a new one at /forgot-password.')
        if (mail.good_until && !isOwnSession(caller))
          throw forbidden('An e-mail with a sign-in link can be sent again only in the web app.')
        if (!(await requeueMail(query, mail.id, now)))
          throw conflict('Only an e-mail that failed can be sent again.')
        return viewMail(present(await findMail(query, caller.customerId, params.id)))
      },
    })
  }
}
