import type { FastifyReply, FastifyRequest } from 'fastify'
import { badRequest, forbidden, Problem } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { type Proven, type SessionUser, sessionUser, waitSentence } from '../oauth/index.ts'

/** The header that only a script of our own origin can add: another origin would have to ask first, and is refused. */
export const APP_HEADER = 'x-tasman-app'

/**
 * Refuses what another site makes a signed-in browser send. The cookie is SameSite=Lax already; this holds where it
 * is not enough, such as a sibling subdomain.
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

/** The person a tab of the web app was opened by, as its requests name them. */
const PERSON_HEADER = 'x-tasman-person'

export const personOf = ({ userId, openedBy }: Pick<SessionUser, 'userId' | 'openedBy'>): string =>
  openedBy ? `${userId}-partner` : String(userId)

/**
 * Refuses a request of a tab that belongs to someone else: the tabs of a browser share its session, so after another
 * person has signed in, an older tab would act in their name.
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

/** The person who signed in at this browser, for what is theirs alone; a session that a partner opened is refused. */
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
      'Your account requires two-factor sign-in of your role. Set it up under "Your account" first.',
      'detail',
      'second_factor_required',
    )
}

/** What was proven for, or the refusal that says why not. */
export function takeProven<T>(reply: FastifyReply, outcome: Proven<T>): T {
  if (outcome.kind === 'done') return outcome.value
  if (outcome.kind === 'wrong') throw badRequest(outcome.sentence)
  reply.header('retry-after', outcome.seconds)
  throw new Problem(429, waitSentence(outcome.seconds))
}
