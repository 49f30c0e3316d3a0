import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { expectOutcome } from '../../../database/transaction-hooks.ts'
import { closed, HIDDEN } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { timestamp } from '../../../http/view.ts'
import { badRequest, conflict, notFound, Problem } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { noteAudit } from '../../platform/audit/index.ts'
import {
  changePassword,
  countRecoveryCodes,
  endSessions,
  enrolSecondFactor,
  listSessions,
  offerSecondFactor,
  type Proven,
  removeSecondFactor,
  renewRecoveryCodes,
  type SessionUser,
  sessionUser,
  startSession,
  waitSentence,
} from '../oauth/index.ts'
import { requireOwnPage, requireSamePerson } from './guard.ts'
import { readPlan } from './plan.ts'

const config = { scope: 'public', limit: 'lookup' } as const
const hide = HIDDEN
// Every character counts in a password.
const Password = Type.String({ minLength: 1, maxLength: 1000, 'x-text': 'any' })
/** Asked for whatever changes about the second factor: the session alone proves only that a browser was left open. */
const Proof = closed({ password: Password, code: Type.String({ minLength: 1, maxLength: 40 }) })

/**
 * The account of the person signed in at this browser: password, second factor, sessions, plan. Outside /api on purpose:
 * no application, whatever it was allowed, reaches any of it; and a session that a partner opened does not either.
 */
export function ownAccountRoutes(service: Service) {
  const requireSelf = async (request: FastifyRequest): Promise<SessionUser> => {
    requireOwnPage(request, service.settings.publicUrl)
    const user = await sessionUser(service, request)
    if (!user) throw new Problem(401, 'Not signed in')
    requireSamePerson(request, user)
    return user
  }
  const note = (request: FastifyRequest, user: SessionUser, action: string) =>
    noteAudit(request, { action, userId: user.userId, customerId: user.customerId })

  return async (app: App): Promise<void> => {
    app.get('/app/own/account', { schema: hide, config }, async (request) => {
      const user = await requireSelf(request)
      const sessions = await listSessions(service, user)
      return {
        name: user.name,
        email: user.email,
        role: user.role,
        customer_name: user.customerName,
        has_second_factor: user.hasSecondFactor,
        recovery_codes_left: user.hasSecondFactor
          ? await countRecoveryCodes(service.database.query, user.userId)
          : 0,
        plan: user.role === 'employee' ? null : await readPlan(service, user.customerId),
        sessions: sessions.map((row) => ({
          ...row,
          created_at: timestamp(row.created_at),
          last_seen_at: row.last_seen_at && timestamp(row.last_seen_at),
          expires_at: timestamp(row.expires_at),
        })),
      }
    })

    app.post(
      '/app/own/account/password',
      { schema: { ...hide, body: closed({ old_password: Password, new_password: Password }) }, config },
      async (request, reply) => {
        const user = await requireSelf(request)
        const { old_password: old, new_password: next } = request.body
        note(request, user, 'password.change')
        expectOutcome(204)
        const passwords = { old, new: next }
        take(reply, await changePassword(service, request, user, passwords))
        await startSession(service, request, reply, { userId: user.userId, isVerified: true })
        return reply.code(204).send()
      },
    )

    app.delete(
      '/app/own/account/sessions/:session_id',
      {
        schema: {
          ...hide,
          params: closed({ session_id: Type.String({ pattern: '^([0-9]{1,9}|others)$' }) }),
        },
        config,
      },
      async (request, reply) => {
        const user = await requireSelf(request)
        const { session_id: id } = request.params
        note(request, user, 'session.end')
        expectOutcome(204)
        const ended = await endSessions(service, user, id === 'others' ? 'others' : Number(id))
        if (ended === 0 && id !== 'others') throw notFound('This session has ended already.')
        return reply.code(204).send()
      },
    )
    registerSecondFactor(app, service, requireSelf, note)
  }
}

function registerSecondFactor(
  app: App,
  service: Service,
  requireSelf: (request: FastifyRequest) => Promise<SessionUser>,
  note: (request: FastifyRequest, user: SessionUser, action: string) => void,
): void {
  const url = '/app/own/account/second-factor'

  app.get(url, { schema: hide, config }, async (request) => {
    const user = await requireSelf(request)
    if (user.hasSecondFactor) throw conflict('The second factor is on already.')
    return offerSecondFactor(service, user.sessionId, user.email, { isNew: true })
  })

  app.post(url, { schema: { ...hide, body: Proof }, config }, async (request, reply) => {
    const user = await requireSelf(request)
    if (user.hasSecondFactor) throw conflict('The second factor is on already.')
    note(request, user, 'second-factor.on')
    expectOutcome(200)
    const codes = take(reply, await enrolSecondFactor(service, request, user, request.body))
    // What was signed in with a password alone ends here, this browser's own session too.
    await startSession(service, request, reply, { userId: user.userId, isVerified: true })
    return { recovery_codes: codes }
  })

  app.post(`${url}/off`, { schema: { ...hide, body: Proof }, config }, async (request, reply) => {
    const user = await requireSelf(request)
    note(request, user, 'second-factor.off')
    expectOutcome(204)
    take(reply, await removeSecondFactor(service, request, user, request.body))
    return reply.code(204).send()
  })

  app.post(`${url}/recovery-codes`, { schema: { ...hide, body: Proof }, config }, async (request, reply) => {
    const user = await requireSelf(request)
    note(request, user, 'second-factor.recovery-codes')
    expectOutcome(200)
    const codes = take(reply, await renewRecoveryCodes(service, request, user, request.body))
    return { recovery_codes: codes }
  })
}

/** What was proven for, or the refusal that says why not. */
function take<T>(reply: FastifyReply, outcome: Proven<T>): T {
  if (outcome.kind === 'done') return outcome.value
  if (outcome.kind === 'wrong') throw badRequest(outcome.sentence)
  reply.header('retry-after', outcome.seconds)
  throw new Problem(429, waitSentence(outcome.seconds))
}
