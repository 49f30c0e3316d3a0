import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Service } from '../../../service.ts'
import { writeSessionCookie } from './cookies.ts'
import { closeSession, openSession } from './sessions.ts'

/**
 * Signs a person in on this browser under a new session. The browser's earlier cookie becomes useless, so a
 * planted one cannot be used (session fixation).
 */
export async function startSession(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  user: { userId: number; isVerified: boolean; isByProvider?: boolean },
): Promise<void> {
  await closeSession(service, request)
  const token = await openSession(service, user.userId, user.isVerified, request, user.isByProvider)
  writeSessionCookie(service, request, reply, token)
}
