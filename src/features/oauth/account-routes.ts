import type { FastifyReply, FastifyRequest } from 'fastify'
import { expectOutcome } from '../../database/companion.ts'
import type { App } from '../../http/types.ts'
import type { Service } from '../../service.ts'
import { noteAudit } from '../audit/index.ts'
import { brandOfCustomer } from '../branding/index.ts'
import { formToken } from './cookies.ts'
import { enter } from './enter.ts'
import { PAGE, readForm } from './forms.ts'
import { endConnection, findApplications } from './grants.ts'
import { partnerAccessOf } from './handoff.ts'
import { accountPage } from './pages/account.ts'
import { sendPage } from './pages/layout.ts'
import {
  offerSecondFactor,
  switchOffSecondFactor,
  switchOnSecondFactor,
  takeSecondFactor,
} from './second-factor.ts'
import { type SessionUser, sessionUser } from './sessions.ts'
import { waitSentence } from './sign-in-steps.ts'
import { countTry, forgiveTry, keysOf } from './throttle.ts'

const SIGN_IN = '/sign-in?next=/account/security'

/** The security page of a signed-in person: second factor and connected applications. */
export function accountRoutes(service: Service) {
  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    user: SessionUser,
    said: { status?: number; sentence?: string; notice?: string; codes?: string[] } = {},
  ) => {
    const { sessionId, email, customerName } = user
    const offer = user.hasSecondFactor ? undefined : await offerSecondFactor(service, sessionId, email)
    const applications = await findApplications(service, user)
    const partner = await partnerAccessOf(service, user)
    const token = formToken(service, request, reply)
    const page = accountPage({ token, email, customerName, offer, applications, partner, ...said })
    return sendPage(
      reply,
      said.status ?? 200,
      'Security',
      page,
      await brandOfCustomer(service, user.customerId),
    )
  }

  return async (app: App): Promise<void> => {
    app.get('/account/security', PAGE, async (request, reply) => {
      const user = await sessionUser(service, request)
      return user ? show(request, reply, user) : reply.redirect(SIGN_IN, 302)
    })

    app.post('/account/security/second-factor', PAGE, async (request, reply) => {
      const form = readForm(service, request)
      const user = await sessionUser(service, request)
      if (!user) return reply.redirect(SIGN_IN, 303)
      const isOff = form('do') === 'off'
      const action = `second-factor.${isOff ? 'off' : 'on'}`
      noteAudit(request, { action, userId: user.userId, customerId: user.customerId })
      expectOutcome(200)
      const keys = keysOf(service, request, 'second-factor', user.email)
      const seconds = await countTry(service, keys)
      if (seconds > 0) return show(request, reply, user, { status: 429, sentence: waitSentence(seconds) })
      const codes =
        isOff || user.hasSecondFactor ? null : await switchOnSecondFactor(service, user, form('code'))
      const isDone = isOff ? await takeSecondFactor(service, user.userId, form('code')) : codes !== null
      if (!isDone)
        return show(request, reply, user, {
          status: 422,
          sentence: 'This code is not right. Try the next one that the app shows.',
        })
      if (isOff) await switchOffSecondFactor(service, user.userId)
      await forgiveTry(service, keys)
      const notice = `The second factor is ${isOff ? 'off' : 'on'}.`
      if (!isOff) await enter(service, request, reply, { userId: user.userId, isVerified: true })
      return show(
        request,
        reply,
        { ...user, hasSecondFactor: !isOff },
        { notice, ...(codes ? { codes } : {}) },
      )
    })

    app.post('/account/security/disconnect', PAGE, async (request, reply) => {
      const form = readForm(service, request)
      const user = await sessionUser(service, request)
      if (!user) return reply.redirect(SIGN_IN, 303)
      const id = Number(form('grant_id'))
      const grant = (await findApplications(service, user)).find((row) => row.id === id && row.canEnd)
      noteAudit(request, {
        action: 'connection.revoke',
        userId: user.userId,
        customerId: user.customerId,
        target: grant && `connection ${id}`,
      })
      expectOutcome(200)
      if (grant) await endConnection(service, { clientId: grant.clientId, customerId: user.customerId })
      return show(request, reply, user, { notice: 'The application can no longer act for you.' })
    })
  }
}
