import type { FastifyReply, FastifyRequest } from 'fastify'
import { badRequest, forbidden, Problem } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { type Proven, type SessionUser, sessionUser, waitSentence } from '../oauth/index.ts'

/**
 * A header that only a script of our own origin can add. A script of another origin needs a CORS preflight,
 * which is refused.
 */
const APP_HEADER = 'x-tasman-app'

/**
 * Refuses requests that another site makes a signed-in browser send. The cookie is already SameSite=Lax. This
 * check covers the cases where that is not enough, such as a sibling subdomain.
 */
export function requireOwnPage(request: FastifyRequest, publicUrl: string): void {
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  const isOwnSite = site === undefined || site === 'same-origin'
  const isOwnOrigin = origin === undefined || [host, URL.parse(publicUrl)?.host].includes(hostOf(origin))
  if (request.headers[APP_HEADER] !== '1' || !isOwnSite || !isOwnOrigin)
    throw forbidden('Only the web app of this service can use this address. Other programs use /api.')
}

function hostOf(origin: string): string {
  return URL.parse(origin)?.host ?? 'none'
}

/** The header in which a tab of the web app names the person who opened it. */
const PERSON_HEADER = 'x-tasman-person'

export const personOf = ({ userId, openedBy }: Pick<SessionUser, 'userId' | 'openedBy'>): string =>
  openedBy ? `${userId}-partner` : String(userId)

/**
 * Refuses a request from a tab that another person opened. All tabs share the browser's session, so an older
 * tab would otherwise act for the person who signed in last.
 */
export function requireSamePerson(request: FastifyRequest, user: SessionUser): void {
  const named = request.headers[PERSON_HEADER]
  if (named === undefined || named === personOf(user)) return
  throw new Problem(
    409,
    `${user.email} is now signed in on this browser. Sign in again to continue.`,
    'detail',
    {
      'x-tasman-signed-in-as': encodeURIComponent(user.email),
    },
  )
}

/**
 * The person signed in on this browser, for data that is theirs alone. Refuses a session opened by a partner.
 */
export async function requireSelf(service: Service, request: FastifyRequest): Promise<SessionUser> {
  requireOwnPage(request, service.settings.publicUrl)
  const user = await sessionUser(service, request)
  if (!user) throw new Problem(401, 'Not signed in')
  requireSamePerson(request, user)
  return user
}

/** Refuses a person who has not set up the second factor that the account requires. */
export function requireEnrolled({ mustEnrol }: Pick<SessionUser, 'mustEnrol'>): void {
  if (mustEnrol)
    throw forbidden(
      'Your account requires two-factor sign-in for your role. Set it up under "Your account" first.',
      'detail',
      'second_factor_required',
    )
}

/** Returns the value of a successful proof, or throws the refusal. */
export function takeProven<T>(reply: FastifyReply, outcome: Proven<T>): T {
  if (outcome.kind === 'done') return outcome.value
  if (outcome.kind === 'wrong') throw badRequest(outcome.sentence)
  reply.header('retry-after', outcome.seconds)
  throw new Problem(429, waitSentence(outcome.seconds))
}
