import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { expectOutcome } from '../../../database/transaction-hooks.ts'
import { closed, HIDDEN } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { timestamp } from '../../../http/view.ts'
import { badRequest, forbidden, Problem } from '../../../kernel/problem.ts'
import { requireProof, withinSession } from '../../../kernel/session-proof.ts'
import type { Service } from '../../../service.ts'
import { noteAudit } from '../../platform/audit/index.ts'
import {
  createScimToken,
  readOrganisation,
  removeOrganisation,
  revokeScimToken,
  saveOrganisation,
  verifyDomains,
} from '../identity-provider/index.ts'
import { proveByPassword, type SessionUser, sessionUser, waitSentence } from '../oauth/index.ts'
import { requireEnrolled, requireOwnPage, requireSamePerson } from './guard.ts'

const config = { scope: 'public', limit: 'lookup' } as const
const URL_OF = '/app/own/organisation'
const Password = Type.String({ minLength: 1, maxLength: 1000, 'x-text': 'any' })
const Provider = closed({
  issuer: Type.String({ minLength: 8, maxLength: 500 }),
  client_id: Type.String({ minLength: 1, maxLength: 200 }),
  client_secret: Type.Optional(Type.String({ maxLength: 500, 'x-text': 'any' })),
  domains: Type.Array(Type.String({ maxLength: 253 }), { minItems: 1, maxItems: 20 }),
  is_required: Type.Boolean(),
  password: Password,
})
const Token = closed({ name: Type.String({ minLength: 1, maxLength: 60 }), password: Password })
const TokenId = closed({ token_id: Type.String({ pattern: '^[0-9]{1,9}$' }) })

/** The account's identity provider and SCIM tokens, for owners in the web app. Changes need the password. */
export function organisationRoutes(service: Service) {
  const requireOwner = async (request: FastifyRequest): Promise<SessionUser> => {
    requireOwnPage(request, service.settings.publicUrl)
    const user = await sessionUser(service, request)
    if (!user) throw new Problem(401, 'Not signed in')
    requireSamePerson(request, user)
    requireEnrolled(user)
    if (user.role !== 'owner') throw forbidden('The identity provider is set up by an owner of the account.')
    return user
  }
  const begin = async (request: FastifyRequest, action: string) => {
    const user = await requireOwner(request)
    noteAudit(request, { action, userId: user.userId, customerId: user.customerId })
    expectOutcome(200)
    return user
  }
  const prove = async (request: FastifyRequest, reply: FastifyReply, user: SessionUser, password: string) => {
    const proven = await proveByPassword(service, request, user, password)
    if (proven.kind === 'wrong') throw badRequest(proven.sentence)
    if (proven.kind === 'done') return
    reply.header('retry-after', proven.seconds)
    throw new Problem(429, waitSentence(proven.seconds))
  }
  const view = async (customerId: number) => {
    const { scim_tokens, ...rest } = await readOrganisation(service, customerId)
    return {
      ...rest,
      scim_tokens: scim_tokens.map((token) => ({
        ...token,
        created_at: timestamp(token.created_at),
        last_used_at: token.last_used_at && timestamp(token.last_used_at),
      })),
    }
  }

  return async (app: App): Promise<void> => {
    app.get(URL_OF, { schema: HIDDEN, config }, async (request) =>
      view((await requireOwner(request)).customerId),
    )

    app.put(URL_OF, { schema: { ...HIDDEN, body: Provider }, config }, async (request, reply) => {
      const user = await begin(request, 'identity-provider.change')
      const { password, ...input } = request.body
      await prove(request, reply, user, password)
      await saveOrganisation(service, user, input)
      return view(user.customerId)
    })

    app.post(
      `${URL_OF}/remove`,
      { schema: { ...HIDDEN, body: closed({ password: Password }) }, config },
      async (request, reply) => {
        const user = await begin(request, 'identity-provider.remove')
        await prove(request, reply, user, request.body.password)
        await removeOrganisation(service, user)
        return view(user.customerId)
      },
    )

    app.post(`${URL_OF}/verify`, { schema: { ...HIDDEN, body: closed({}) }, config }, async (request) => {
      const user = await begin(request, 'identity-provider.verify')
      withinSession(user, requireProof)
      const verified = await verifyDomains(service, user)
      return { verified, ...(await view(user.customerId)) }
    })

    app.post(
      `${URL_OF}/scim-tokens`,
      { schema: { ...HIDDEN, body: Token }, config },
      async (request, reply) => {
        const user = await begin(request, 'scim-token.create')
        await prove(request, reply, user, request.body.password)
        return { token: await createScimToken(service, user, request.body.name.trim()) }
      },
    )

    app.delete(
      `${URL_OF}/scim-tokens/:token_id`,
      { schema: { ...HIDDEN, params: TokenId }, config },
      async (request) => {
        const user = await begin(request, 'scim-token.revoke')
        await revokeScimToken(service, user, Number(request.params.token_id))
        return view(user.customerId)
      },
    )
  }
}
