import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Service } from '../../../service.ts'
import { noteAudit } from '../../platform/audit/index.ts'
import { brandOfCustomer } from '../../platform/branding/index.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { rememberBrand } from './cookies.ts'
import { takeSecondFactor } from './second-factor.ts'
import { pendingUser, type SessionUser } from './sessions.ts'
import { accountName, checkPassword } from './sign-in.ts'
import { startSession } from './start-session.ts'
import { countTry, forgiveTry, keysOf } from './throttle.ts'

/** The result of one sign-in step, both on the page and in the web app's dialog. */
export type SignInStep =
  | { kind: 'in'; user: Pick<SessionUser, 'customerId' | 'role'> }
  /** The password was right. The second factor comes next. */
  | { kind: 'code' }
  /** The person has to enter the password again first. */
  | { kind: 'restart' }
  | { kind: 'refused'; status: 401 | 403 | 429; sentence: string }

export const waitSentence = (seconds: number) =>
  `Too many tries. Wait ${seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`} and try again.`

export const ENDED: SignInStep = {
  kind: 'refused',
  status: 403,
  sentence: 'Access to this account has ended. Ask the person who set it up for you.',
}

export const ORGANISATION_ONLY: SignInStep = {
  kind: 'refused',
  status: 403,
  sentence: 'Your organisation signs you in. Choose "Continue with your organisation".',
}

/** Signs in with email address and password, and sets the session cookie. */
export async function signInWithPassword(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password }: { email: string; password: string },
): Promise<SignInStep> {
  const account = accountName(email)
  const keys = keysOf(service, request, 'sign-in', account)
  const outcome = await checkPassword(service, account, password, keys)
  const user = 'user' in outcome ? outcome.user : undefined
  noteAudit(request, { action: 'sign-in', userId: user?.id, customerId: user?.customerId })
  switch (outcome.kind) {
    case 'wait':
      return refuseForNow(reply, outcome.seconds)
    case 'wrong':
      return { kind: 'refused', status: 401, sentence: 'The e-mail address or the password is wrong.' }
    case 'ended':
      return ENDED
    case 'provider':
      return ORGANISATION_ONLY
    case 'ok': {
      const { id: userId, name, hasSecondFactor, customerId } = outcome.user
      if (hasSecondFactor) await startSession(service, request, reply, { userId, isVerified: false })
      else await completeSignIn(service, request, reply, { userId, customerId, email: account, name })
      rememberBrand(service, request, reply, (await brandOfCustomer(service, customerId))?.key)
      if (hasSecondFactor) return { kind: 'code' }
      return { kind: 'in', user: outcome.user }
    }
  }
}

/** Completes a sign-in with a second-factor code. */
export async function signInWithCode(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  code: string,
): Promise<SignInStep> {
  const user = await pendingUser(service, request)
  if (!user) return { kind: 'restart' }
  noteAudit(request, { action: 'sign-in.code', userId: user.userId, customerId: user.customerId })
  const keys = keysOf(service, request, 'second-factor', user.email)
  const seconds = await countTry(service, keys)
  if (seconds > 0) return refuseForNow(reply, seconds)
  if (!(await takeSecondFactor(service, user.userId, code)))
    return { kind: 'refused', status: 401, sentence: 'This code is wrong or was already used.' }
  await forgiveTry(service, keys)
  await completeSignIn(service, request, reply, user)
  return { kind: 'in', user }
}

export function refuseForNow(reply: FastifyReply, seconds: number): SignInStep {
  reply.header('retry-after', seconds)
  return { kind: 'refused', status: 429, sentence: waitSentence(seconds) }
}
