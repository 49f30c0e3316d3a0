import type { FastifyReply, FastifyRequest } from 'fastify'
import { expectOutcome } from '../../../database/transaction-hooks.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { noteAudit } from '../../platform/audit/index.ts'
import { brandOfCustomer } from '../../platform/branding/index.ts'
import { enrolSecondFactor, removeSecondFactor } from './account.ts'
import { enrolFor } from './app-screens.ts'
import { formToken } from './cookies.ts'
import { PAGE, PasswordField, readForm, TextField, takesForm } from './forms.ts'
import { endConnection, findApplications } from './grants.ts'
import { partnerAccessOf } from './handoff.ts'
import { accountPage } from './pages/account.ts'
import { sendPage } from './pages/layout.ts'
import { createPersonalToken, TOKEN_DAYS } from './personal-tokens.ts'
import { offerSecondFactor } from './second-factor.ts'
import { type SessionUser, sessionUser } from './sessions.ts'
import { waitSentence } from './sign-in-steps.ts'
import { startSession } from './start-session.ts'

const SIGN_IN = '/sign-in?next=/account/security'

/** The security page of a signed-in person: second factor, connected applications and personal tokens. */
export function accountRoutes(service: Service) {
  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    user: SessionUser,
    said: {
      status?: number
      sentence?: string
      notice?: string
      codes?: string[]
      personalToken?: string
    } = {},
  ) => {
    const { sessionId, email, customerName, role } = user
    const isNew = request.method === 'GET'
    const offer = user.hasCodes ? undefined : await offerSecondFactor(service, sessionId, email, { isNew })
    const applications = await findApplications(service, user)
    const partner = await partnerAccessOf(service, user)
    const token = formToken(service, request, reply)
    const page = accountPage({
      token,
      email,
      customerName,
      offer,
      applications,
      partner,
      role,
      tokenDays: TOKEN_DAYS,
      ...said,
    })
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

    app.post(
      '/account/security/second-factor',
      takesForm({ code: TextField, password: PasswordField, do: TextField }),
      async (request, reply) => {
        const form = readForm(service, request)
        const user = await sessionUser(service, request)
        if (!user) return reply.redirect(SIGN_IN, 303)
        const isOff = form('do') === 'off'
        const action = `second-factor.${isOff ? 'off' : 'on'}`
        noteAudit(request, { action, userId: user.userId, customerId: user.customerId })
        expectOutcome(200)
        if (!isOff && user.hasCodes)
          return show(request, reply, user, { status: 409, sentence: 'The second factor is already on.' })
        const proof = { password: form('password'), code: form('code') }
        const outcome = isOff
          ? await removeSecondFactor(service, request, user, proof)
          : await enrolSecondFactor(service, request, user, proof)
        if (outcome.kind === 'wait')
          return show(request, reply, user, { status: 429, sentence: waitSentence(outcome.seconds) })
        if (outcome.kind === 'wrong')
          return show(request, reply, user, { status: 422, sentence: outcome.sentence })
        const notice = `The second factor is ${isOff ? 'off' : 'on'}.`
        if (outcome.value === true) return show(request, reply, { ...user, hasCodes: false }, { notice })
        await startSession(service, request, reply, { ...user, isVerified: true })
        const changed = { ...user, hasCodes: true }
        return show(request, reply, changed, { notice, codes: outcome.value })
      },
    )

    app.post(
      '/account/security/personal-tokens',
      takesForm({ name: TextField, days: TextField, access: TextField, password: PasswordField }),
      async (request, reply) => {
        const form = readForm(service, request)
        const user = await sessionUser(service, request)
        if (!user) return reply.redirect(SIGN_IN, 303)
        if (user.mustEnrol) return reply.redirect(enrolFor('/account/security'), 303)
        const wish = {
          name: form('name'),
          days: form('days'),
          access: form('access'),
          password: form('password'),
        }
        noteAudit(request, {
          action: 'personal-token.create',
          userId: user.userId,
          customerId: user.customerId,
          target: `${wish.name.slice(0, 60)}, ${wish.access}, ${wish.days} days`,
        })
        expectOutcome(200)
        const outcome = await createPersonalToken(service, request, user, wish)
        if (outcome.kind === 'wait')
          return show(request, reply, user, { status: 429, sentence: waitSentence(outcome.seconds) })
        if (outcome.kind === 'wrong')
          return show(request, reply, user, { status: 422, sentence: outcome.sentence })
        return show(request, reply, user, { personalToken: outcome.value })
      },
    )

    app.post('/account/security/disconnect', takesForm({ grant_id: TextField }), async (request, reply) => {
      const form = readForm(service, request)
      const user = await sessionUser(service, request)
      if (!user) return reply.redirect(SIGN_IN, 303)
      const id = Number(form('grant_id'))
      const grant = (await findApplications(service, user)).find((row) => row.id === id)
      noteAudit(request, {
        action: 'connection.revoke',
        userId: user.userId,
        customerId: user.customerId,
        target: grant && `connection ${id}`,
      })
      if (!grant)
        return show(request, reply, user, {
          status: 404,
          sentence: 'There is no such connection that you can end. It may have ended already.',
        })
      expectOutcome(200)
      await endConnection(service, { clientId: grant.clientId, customerId: user.customerId, grantId: id })
      return show(request, reply, user, { notice: 'The application can no longer act for you.' })
    })
  }
}
