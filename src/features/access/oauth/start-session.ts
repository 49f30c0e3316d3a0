import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Service } from '../../../service.ts'
import { writeSessionCookie } from './cookies.ts'
import { closeSession, openSession } from './sessions.ts'

/**
 * Lets a person in at this browser under a new session: whatever cookie the browser came with is useless
 * afterwards, so none that was planted before can be used.
 */
export async function startSession(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  user: { userId: number; isVerified: boolean },
): Promise<void> {
  await closeSession(service, request)
  const token = await openSession(service, user.userId, user.isVerified, request)
  writeSessionCookie(service, request, reply, token)
}
