import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ChallengePurpose } from '../../../database/tables/sign-in.ts'
import { Problem } from '../../../kernel/problem.ts'
import { hashToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import { formToken } from '../oauth/index.ts'
import { insertChallenge, takeChallenge } from './queries.ts'

/** How long a person may take to find their security key. */
export const CHALLENGE_SECONDS = 300

/** The host that passkeys belong to, and the origin their signatures must name. Both come from PUBLIC_URL. */
export function relyingParty({ settings }: Pick<Service, 'settings'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(settings.publicUrl)
  if (hostname.startsWith('[') || /^[\d.]+$/.test(hostname))
    throw new Problem(
      409,
      'Passkeys need a host name, and this service is reached by an IP address. Ask its operator to set PUBLIC_URL.',
    )
  return { id: hostname, origin }
}

/** Identifies a browser by its form cookie and its session. */
export const askerOf = (service: Service, request: FastifyRequest, reply: FastifyReply): Buffer =>
  hashToken(formToken(service, request, reply))

const hashOf = (challenge: string) => hashToken(`passkey|${challenge}`)

export function storeChallenge(
  service: Service,
  challenge: string,
  purpose: ChallengePurpose,
  askedBy: Buffer,
): Promise<void> {
  const expiresAt = new Date(service.clock.now().getTime() + CHALLENGE_SECONDS * 1000)
  return insertChallenge(service.database.query, { hash: hashOf(challenge), purpose, askedBy }, expiresAt)
}

/** Uses the challenge up even when the response is wrong, so no response can be tried twice. */
export const challengeTaker =
  (service: Service, purpose: ChallengePurpose, askedBy: Buffer) => (challenge: string) =>
    takeChallenge(service.database.query, { hash: hashOf(challenge), purpose, askedBy }, service.clock.now())
