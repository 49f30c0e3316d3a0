import type { FastifyReply, FastifyRequest } from 'fastify'
import { expectOutcome } from '../../database/companion.ts'
import { isId } from '../../database/ids.ts'
import { WEB_CLIENT_ID } from '../../http/limits.ts'
import type { App } from '../../http/types.ts'
import type { Service } from '../../service.ts'
import { noteAudit } from '../audit/index.ts'
import { formToken } from './cookies.ts'
import { PAGE, readForm } from './forms.ts'
import { revokeGrant } from './grants.ts'
import { accountPage } from './pages/account.ts'
import { sendPage } from './pages/layout.ts'
import {
  offerSecondFactor,
  switchOffSecondFactor,
  switchOnSecondFactor,
  takeSecondFactor,
} from './second-factor.ts'
import { type SessionUser, sessionUser } from './sessions.ts'
import { waitSentence } from './sign-in-routes.ts'
import { countTry, forgiveTry, keysOf } from './throttle.ts'

const SIGN_IN = '/sign-in?next=/account/security'

/** The security page of a signed-in person: second factor and connected applications. */
export function accountRoutes(service: Service) {
  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    user: SessionUser,
    said: { status?: number; sentence?: string; notice?: string } = {},
  ) => {
    const { sessionId, email, customerName } = user
    const offer = user.hasSecondFactor ? undefined : await offerSecondFactor(service, sessionId, email)
    const applications = await findApplications(service, user.userId)
    const token = formToken(service, request, reply)
    const page = accountPage({ token, email, customerName, offer, applications, ...said })
    return sendPage(reply, said.status ?? 200, 'Security', page)
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
      const isDone = isOff
        ? await takeSecondFactor(service, user.userId, form('code'))
        : !user.hasSecondFactor && (await switchOnSecondFactor(service, user, form('code')))
      if (!isDone)
        return show(request, reply, user, {
          status: 422,
          sentence: 'This code is not right. Try the next one that the app shows.',
        })
      if (isOff) await switchOffSecondFactor(service, user.userId)
      await forgiveTry(service, keys)
      const notice = `The second factor is ${isOff ? 'off' : 'on'}.`
      return show(request, reply, { ...user, hasSecondFactor: !isOff }, { notice })
    })

    app.post('/account/security/disconnect', PAGE, async (request, reply) => {
      const form = readForm(service, request)
      const user = await sessionUser(service, request)
      if (!user) return reply.redirect(SIGN_IN, 303)
      const id = Number(form('grant_id'))
      const isMine = isId(id) && (await findApplications(service, user.userId)).some((row) => row.id === id)
      noteAudit(request, {
        action: 'connection.revoke',
        userId: user.userId,
        customerId: user.customerId,
        target: isMine ? `connection ${id}` : undefined,
      })
      expectOutcome(200)
      if (isMine) await revokeGrant(service, id)
      return show(request, reply, user, { notice: 'The application can no longer act for you.' })
    })
  }
}

async function findApplications(service: Service, userId: number) {
  const rows = await service.database.query
    .selectFrom('oauth_grants as g')
    .innerJoin('oauth_clients as k', 'k.client_id', 'g.client_id')
    .select(['g.id', 'k.name', 'g.created_at'])
    .where('g.user_id', '=', userId)
    .where('g.revoked_at', 'is', null)
    .where('g.client_id', '<>', WEB_CLIENT_ID)
    .where('k.deleted_at', 'is', null)
    .where((where) =>
      where.exists(where.selectFrom('oauth_tokens as t').select('t.id').whereRef('t.grant_id', '=', 'g.id')),
    )
    .orderBy('g.id', 'desc')
    .limit(50)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    clientName: row.name,
    since: row.created_at.toISOString().slice(0, 10),
  }))
}
