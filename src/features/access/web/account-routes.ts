import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { expectOutcome } from '../../../database/transaction-hooks.ts'
import { closed, HIDDEN } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { timestamp } from '../../../http/view.ts'
import { conflict, notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { noteAudit } from '../../platform/audit/index.ts'
import {
  changePassword,
  countRecoveryCodes,
  endSessions,
  enrolSecondFactor,
  hasPassword,
  listSessions,
  offerSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  type SessionUser,
  startSession,
} from '../oauth/index.ts'
import { listPasskeys } from '../passkeys/index.ts'
import { isFactorRequired } from '../sign-in-policy/index.ts'
import { requireSelf, takeProven } from './guard.ts'
import { readPlan } from './plan.ts'

const config = { scope: 'public', limit: 'lookup' } as const
const hide = HIDDEN
// A password may contain any character.
const Password = Type.String({ minLength: 1, maxLength: 1000, 'x-text': 'any' })
/** A person whom only the identity provider signs in has no password. */
const FactorPassword = Type.Optional(Type.String({ maxLength: 1000, 'x-text': 'any' }))
/**
 * Required for any change to the second factor. The session alone may only mean that a browser was left open.
 */
const Proof = closed({ password: FactorPassword, code: Type.String({ minLength: 1, maxLength: 40 }) })
/** A person who has only passkeys has no codes. */
const CodesProof = closed({ password: FactorPassword, code: Type.Optional(Type.String({ maxLength: 40 })) })

/**
 * The account of the person signed in on this browser: password, second factor, sessions and plan. These
 * routes are outside /api on purpose. No application can reach them, whatever its scopes, nor can a session
 * opened by a partner.
 */
export function ownAccountRoutes(service: Service) {
  const note = (request: FastifyRequest, user: SessionUser, action: string) =>
    noteAudit(request, { action, userId: user.userId, customerId: user.customerId })

  return async (app: App): Promise<void> => {
    app.get('/app/own/account', { schema: hide, config }, async (request) => {
      const user = await requireSelf(service, request)
      const sessions = await listSessions(service, user)
      return {
        name: user.name,
        email: user.email,
        role: user.role,
        customer_name: user.customerName,
        has_second_factor: user.hasSecondFactor,
        has_codes: user.hasCodes,
        has_password: await hasPassword(service.database.query, user.userId),
        is_factor_required: await isFactorRequired(service.database.query, user.userId),
        recovery_codes_left: user.hasSecondFactor
          ? await countRecoveryCodes(service.database.query, user.userId)
          : 0,
        passkeys: await listPasskeys(service, user.userId),
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
        const user = await requireSelf(service, request)
        const { old_password: old, new_password: next } = request.body
        note(request, user, 'password.change')
        expectOutcome(204)
        const passwords = { old, new: next }
        takeProven(reply, await changePassword(service, request, user, passwords))
        await startSession(service, request, reply, { ...user, isVerified: true })
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
        const user = await requireSelf(service, request)
        const { session_id: id } = request.params
        note(request, user, 'session.end')
        expectOutcome(204)
        const ended = await endSessions(service, user, id === 'others' ? 'others' : Number(id))
        if (ended === 0 && id !== 'others') throw notFound('This session has already ended.')
        return reply.code(204).send()
      },
    )
    registerSecondFactor(app, service, note)
  }
}

const proofOf = ({ password = '', code = '' }: { password?: string; code?: string }) => ({ password, code })

function registerSecondFactor(
  app: App,
  service: Service,
  note: (request: FastifyRequest, user: SessionUser, action: string) => void,
): void {
  const url = '/app/own/account/second-factor'

  app.get(url, { schema: hide, config }, async (request) => {
    const user = await requireSelf(service, request)
    if (user.hasCodes) throw conflict('The second factor is already on.')
    return offerSecondFactor(service, user.sessionId, user.email, { isNew: true })
  })

  app.post(url, { schema: { ...hide, body: Proof }, config }, async (request, reply) => {
    const user = await requireSelf(service, request)
    if (user.hasCodes) throw conflict('The second factor is already on.')
    note(request, user, 'second-factor.on')
    expectOutcome(200)
    const codes = takeProven(reply, await enrolSecondFactor(service, request, user, proofOf(request.body)))
    // Ends all sessions that were signed in with a password alone, including this browser's own.
    await startSession(service, request, reply, { ...user, isVerified: true })
    return { recovery_codes: codes }
  })

  app.post(`${url}/off`, { schema: { ...hide, body: Proof }, config }, async (request, reply) => {
    const user = await requireSelf(service, request)
    note(request, user, 'second-factor.off')
    expectOutcome(204)
    takeProven(reply, await removeSecondFactor(service, request, user, proofOf(request.body)))
    return reply.code(204).send()
  })

  app.post(
    `${url}/recovery-codes`,
    { schema: { ...hide, body: CodesProof }, config },
    async (request, reply) => {
      const user = await requireSelf(service, request)
      if (!user.hasSecondFactor) throw conflict('Set up a second factor first.')
      note(request, user, 'second-factor.recovery-codes')
      expectOutcome(200)
      const codes = takeProven(reply, await renewRecoveryCodes(service, request, user, proofOf(request.body)))
      return { recovery_codes: codes }
    },
  )
}
