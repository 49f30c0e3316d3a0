import type { FastifyReply } from 'fastify'
import { allowFormTarget } from '../../../http/headers.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { noteAudit } from '../../platform/audit/index.ts'
import { brandOfCustomer } from '../../platform/branding/index.ts'
import { enrolFor, proveFor } from './app-screens.ts'
import { applicationBehind } from './authorize.ts'
import { formToken, writeSessionCookie } from './cookies.ts'
import { localPath, PAGE, readField, readForm, TextField, takesForm } from './forms.ts'
import { findHandoff, partnerAccessOf, setPartnerAccess, takeHandoff } from './handoff.ts'
import { sendErrorPage, sendPage } from './pages/layout.ts'
import { openHandoffForm, partnerAccessForm } from './pages/partner-access.ts'
import { openHandoffSession } from './partner-session-queries.ts'
import { closeSession, sessionUser } from './sessions.ts'

const SIGN_IN = '/sign-in?next=/account/partner-access'

const sendDeadLink = (reply: FastifyReply) =>
  sendErrorPage(
    reply,
    404,
    'This link does not work',
    'It works once, within a minute. Go back to where you came from and open the account again.',
  )

/** Lets a reseller open a client's account, and lets the owner allow or forbid it. */
export function handoffRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    // Only a button press changes this browser's session. Programs that preview links in emails and chats
    // send GET.
    app.get<{ Params: { token: string } }>('/handoff/:token', PAGE, async (request, reply) => {
      const { token: link } = request.params
      const found = await findHandoff(service, link)
      if (!found) return sendDeadLink(reply)
      const token = formToken(service, request, reply)
      return sendPage(reply, 200, `Open ${found.customerName}`, openHandoffForm({ token, link, ...found }))
    })

    app.post('/handoff/:token', { ...takesForm({}) }, async (request, reply) => {
      readForm(service, request)
      const taken = await takeHandoff(service, readField(request.params, 'token'))
      if (!taken) return sendDeadLink(reply)
      noteAudit(request, {
        action: 'session-handoff.open',
        customerId: taken.customer_id,
        userId: taken.created_by,
        clientId: `handoff:${taken.partner_id}`,
        target: `customer ${taken.customer_id}, opened by ${taken.partnerName}`,
        reason: taken.reason,
        alsoFor: taken.partner_id,
      })
      await closeSession(service, request)
      const token = await openHandoffSession(service, taken)
      writeSessionCookie(service, request, reply, token)
      return reply.redirect(taken.return_to, 303)
    })

    app.get('/account/partner-access', PAGE, async (request, reply) => {
      const next = localPath(readField(request.query, 'next') || '/account/security')
      const user = await sessionUser(service, request)
      if (!user) return reply.redirect(SIGN_IN, 303)
      const access = await partnerAccessOf(service, user)
      if (!access) return reply.redirect(next, 303)
      const target = await applicationBehind(service, next)
      if (target) allowFormTarget(reply, target)
      const token = formToken(service, request, reply)
      const page = partnerAccessForm({ token, next, customerName: user.customerName, ...access })
      return sendPage(
        reply,
        200,
        'Help from your partner',
        page,
        await brandOfCustomer(service, user.customerId),
      )
    })

    app.post(
      '/account/partner-access',
      takesForm({ decision: TextField, next: TextField }),
      async (request, reply) => {
        const form = readForm(service, request)
        const user = await sessionUser(service, request)
        if (!user) return reply.redirect(SIGN_IN, 303)
        if (user.mustEnrol) return reply.redirect(enrolFor('/account/partner-access'), 303)
        const access = await partnerAccessOf(service, user)
        const isAllowed = form('decision') === 'allow'
        if (access && isAllowed && user.mustProve)
          return reply.redirect(
            proveFor(`/account/partner-access?next=${encodeURIComponent(localPath(form('next')))}`),
            303,
          )
        if (access) {
          noteAudit(request, {
            action: isAllowed ? 'session-handoff.allow' : 'session-handoff.forbid',
            userId: user.userId,
            customerId: user.customerId,
            target: `partner ${access.partnerName}`,
            alsoFor: access.partnerId,
          })
          await setPartnerAccess(service, user, isAllowed)
        }
        return reply.redirect(localPath(form('next')), 303)
      },
    )
  }
}
