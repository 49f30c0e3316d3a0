import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { expectOutcome } from '../../../database/transaction-hooks.ts'
import { closed, HIDDEN, Id } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { noteAudit } from '../../platform/audit/index.ts'
import { pendingUser, proveSession, type SessionUser } from '../oauth/index.ts'
import {
  addPasskey,
  changePasskeyName,
  offerPasskey,
  offerSignIn,
  provePasskey,
  removePasskey,
  signInWithPasskey,
} from '../passkeys/index.ts'
import { requireOwnPage, requireSelf, takeProven } from './guard.ts'
import { answerStep } from './sign-in-step.ts'

const config = { scope: 'public', limit: 'lookup' } as const
const hide = HIDDEN
const Password = Type.String({ minLength: 1, maxLength: 1000, 'x-text': 'any' })
/** A person whom only the identity provider signs in has no password. */
const FactorPassword = Type.Optional(Type.String({ maxLength: 1000, 'x-text': 'any' }))
const Name = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' })
/** Base64url, as a credential's `toJSON()` writes it. */
const Bytes = Type.String({ minLength: 1, maxLength: 8000, pattern: '^[A-Za-z0-9_-]+$' })

const NewCredential = closed({
  id: Bytes,
  clientDataJSON: Bytes,
  attestationObject: Bytes,
  transports: Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 }),
})
const UsedCredential = closed({
  id: Bytes,
  clientDataJSON: Bytes,
  authenticatorData: Bytes,
  signature: Bytes,
  userHandle: Type.Optional(Bytes),
})
const OnePasskey = closed({ passkey_id: Id })

const PAGE_SCRIPT = readFileSync(join(import.meta.dirname, 'passkey-page.js'), 'utf8')

/** Passkeys: the owner's list, sign-in, and the proof before sensitive work. */
export function passkeyRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.get(
      '/assets/passkey.js',
      { schema: hide, config: { scope: 'public', limit: 'none' } },
      (_request, reply) =>
        reply.type('text/javascript; charset=utf-8').header('cache-control', 'max-age=300').send(PAGE_SCRIPT),
    )
    registerOwn(app, service)
    registerSignIn(app, service)
    registerProof(app, service)
  }
}

const note = (request: Parameters<typeof noteAudit>[0], user: SessionUser, action: string, target?: string) =>
  noteAudit(request, { action, userId: user.userId, customerId: user.customerId, target })

function registerOwn(app: App, service: Service): void {
  const url = '/app/own/account/passkeys'

  app.post(`${url}/options`, { schema: hide, config }, async (request, reply) =>
    offerPasskey(service, request, reply, await requireSelf(service, request)),
  )

  const New = closed({ name: Name, password: FactorPassword, credential: NewCredential })
  app.post(url, { schema: { ...hide, body: New }, config }, async (request, reply) => {
    const user = await requireSelf(service, request)
    note(request, user, 'passkey.add', request.body.name)
    expectOutcome(201)
    const codes = takeProven(reply, await addPasskey(service, request, reply, user, request.body))
    return reply.code(201).send({ recovery_codes: codes })
  })

  app.patch(
    `${url}/:passkey_id`,
    { schema: { ...hide, params: OnePasskey, body: closed({ name: Name }) }, config },
    async (request, reply) => {
      const user = await requireSelf(service, request)
      note(request, user, 'passkey.rename', request.body.name)
      expectOutcome(204)
      await changePasskeyName(service, user, request.params.passkey_id, request.body.name)
      return reply.code(204).send()
    },
  )

  app.post(
    `${url}/:passkey_id/remove`,
    { schema: { ...hide, params: OnePasskey, body: closed({ password: FactorPassword }) }, config },
    async (request, reply) => {
      const user = await requireSelf(service, request)
      const { passkey_id: id } = request.params
      note(request, user, 'passkey.remove', `passkey ${id}`)
      expectOutcome(204)
      takeProven(reply, await removePasskey(service, request, user, id, request.body.password ?? ''))
      return reply.code(204).send()
    },
  )
}

function registerSignIn(app: App, service: Service): void {
  const url = '/app/own/sign-in/passkey'

  app.post(`${url}/options`, { schema: hide, config }, async (request, reply) => {
    requireOwnPage(request, service.settings.publicUrl)
    const user = await pendingUser(service, request)
    return offerSignIn(service, request, reply, { purpose: 'sign-in', user })
  })

  app.post(url, { schema: { ...hide, body: UsedCredential }, config }, async (request, reply) => {
    requireOwnPage(request, service.settings.publicUrl)
    return answerStep(await signInWithPasskey(service, request, reply, request.body))
  })
}

const Proof = Type.Union([
  closed({ password: Password }),
  closed({ code: Type.String({ minLength: 1, maxLength: 40 }) }),
])

function registerProof(app: App, service: Service): void {
  const url = '/app/own/proof'

  app.post(url, { schema: { ...hide, body: Proof }, config }, async (request, reply) => {
    const user = await requireSelf(service, request)
    const proof: Static<typeof Proof> = request.body
    note(request, user, 'proof.again')
    expectOutcome(204)
    takeProven(reply, await proveSession(service, request, user, proof))
    return reply.code(204).send()
  })

  app.post(`${url}/passkey/options`, { schema: hide, config }, async (request, reply) => {
    const user = await requireSelf(service, request)
    return offerSignIn(service, request, reply, { purpose: 'prove', user })
  })

  app.post(
    `${url}/passkey`,
    { schema: { ...hide, body: UsedCredential }, config },
    async (request, reply) => {
      const user = await requireSelf(service, request)
      note(request, user, 'proof.again', 'passkey')
      expectOutcome(204)
      takeProven(reply, await provePasskey(service, request, reply, user, request.body))
      return reply.code(204).send()
    },
  )
}
