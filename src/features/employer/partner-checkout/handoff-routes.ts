import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import { closed, component, nullable, Timestamp } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { timestamp } from '../../../http/view.ts'
import { forbidden, invalid } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { createHandoff, mayStillGive } from '../../access/oauth/index.ts'
import { noteAudit } from '../../platform/audit/index.ts'
import { findHandoffClient } from './queries.ts'

const route = routeFor('partner-checkout')

const HandoffCreate = component(
  'SessionHandoffCreate',
  closed(
    {
      end_customer_id: Type.Integer({ description: 'A client of yours.' }),
      return_to: Type.Optional(
        Type.String({
          maxLength: 500,
          description: 'The page of the web app to open: `/app` or a path below it.',
        }),
      ),
      reason: Type.Optional(
        nullable(Type.String({ minLength: 1, maxLength: 200 }), {
          description: 'Why you open it. Every audit log entry of the session includes it.',
        }),
      ),
    },
    { examples: [{ end_customer_id: 12, return_to: '/app/companies/7/pays', reason: 'Weekly pay run' }] },
  ),
)

const Handoff = component(
  'SessionHandoff',
  closed(
    {
      url: Type.String({
        description: 'Redirect the browser of your signed-in user here. The address works once.',
      }),
      expires_at: Timestamp,
    },
    { examples: [{ url: 'https://payroll.example.com/handoff/…', expires_at: '2026-07-01T00:01:00' }] },
  ),
)

/** Lets a reseller open a client's account without a password. */
export function sessionHandoffRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'POST',
      path: '/partner-checkout/session-handoffs',
      operationId: 'createSessionHandoff',
      summary: 'Open the account of a client without a password',
      description:
        'The address works once, for 60 seconds, and opens the web app for 30 minutes as the owner who allowed it; account security and API management stay closed. The owner allows it at the first sign-in or under Security. 403 for clients of others and for clients whose owner has not allowed it. The audit logs of both sides record it and everything that is done, with your officer’s name and `reason`. The owner can end it at any time.',
      body: HandoffCreate,
      response: { 201: Handoff },
      scope: 'partner.checkout.write',
      handler: async (request, reply) => {
        const { caller, body } = request
        if (!caller.isReseller) throw forbidden('Only a reseller can use partner checkout.')
        const returnTo = checkReturnTo(body.return_to ?? '/app')
        const target = `customer ${body.end_customer_id}`
        const reason = body.reason ?? null
        noteAudit(request, { action: 'session-handoff.create', target, reason })
        const handoff = await service.database.transaction(async (tx) => {
          const client = await findHandoffClient(tx, caller.customerId, body.end_customer_id)
          if (!client) throw forbidden('This customer is not your client.')
          noteAudit(request, { alsoFor: client.customer_id })
          if (client.access_ended_at) throw forbidden('The access of this client has ended.')
          const owner = client.handoff_allowed_by
          if (owner === null || !(await mayStillGive(tx, owner, { kind: 'partner-access' })))
            throw forbidden(
              'The owner of this client has not allowed you to open the account. They can do so at /account/partner-access.',
            )
          return createHandoff(service, tx, {
            partnerId: caller.customerId,
            createdBy: caller.userId,
            customerId: client.customer_id,
            userId: owner,
            returnTo,
            reason,
          })
        })
        return reply.code(201).send({ url: handoff.url, expires_at: timestamp(handoff.expiresAt) })
      },
    })
  }
}

/** Allows only pages of the app: no external addresses, no API and no API management. */
function checkReturnTo(text: string): string {
  const refusal = invalid(
    ['body', 'return_to'],
    'return_to must be /app or a page below it, such as /app/companies/7/pays',
  )
  if (!/^\/app(?:[/?#]|$)/.test(text) || /[\\\s]|\/\/|%(?:2e|2f|5c)/i.test(text)) throw refusal
  const url = URL.parse(text, 'http://inside')
  if (url?.host !== 'inside' || !/^\/app(?:\/|$)/.test(url.pathname)) throw refusal
  if (/^\/app\/(?:api|own|assets|api-management)(?:\/|$)/.test(url.pathname)) throw refusal
  return url.pathname + url.search + url.hash
}
