import type { FastifyReply, FastifyRequest } from 'fastify'
import { inCellOf } from '../../../database/cell-of-customer.ts'
import { hashToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import { noteAudit } from '../../platform/audit/index.ts'
import { writeMail } from '../../platform/mail/index.ts'
import { readDevice, writeDeviceCookie } from './cookies.ts'
import { findDevice, rememberDevice } from './device-queries.ts'
import { deviceWords } from './device-words.ts'
import { startSession } from './start-session.ts'

const AGENT_MAX = 300

/** A person who has passed every step of the sign-in. */
export type SignedInUser = {
  userId: number
  customerId: number
  email: string
  name: string
  /** The organisation's identity provider named the person. */
  isByProvider?: boolean
}

/**
 * The last step of every sign-in: opens the session and remembers the browser. A person who signed in with
 * another browser before gets an email about the new one. The audit log names the new browser.
 */
export async function completeSignIn(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  user: SignedInUser,
): Promise<void> {
  const { userId, customerId, email, isByProvider = false } = user
  const known = readDevice(service, request, email)
  // Browsers that signed in before devices were recorded have the cookie but no row.
  const { isKnown, hasAny } = await findDevice(service.database.query, userId, known ? hashOf(known) : null)
  const isNew = hasAny && !isKnown
  const userAgent = request.headers['user-agent']?.slice(0, AGENT_MAX) ?? null
  const device = deviceWords(userAgent)
  if (isNew) noteAudit(request, { target: `new device: ${device}` })
  await startSession(service, request, reply, { userId, isVerified: true, isByProvider })
  const name = writeDeviceCookie(service, request, reply, email)
  const now = service.clock.now()
  const { ip } = request
  await inCellOf(service.database.query, customerId, () =>
    service.database.transaction(async (tx) => {
      await rememberDevice(tx, { userId, customerId, deviceHash: hashOf(name), userAgent, ip }, now)
      if (isNew) await mailNewDevice(service, tx, user, { device, ip })
    }),
  )
}

const hashOf = (device: string) => hashToken(`device|${device}`)

function mailNewDevice(
  service: Service,
  tx: Parameters<typeof writeMail>[1],
  { customerId, email, name }: SignedInUser,
  { device, ip }: { device: string; ip: string },
) {
  const { publicUrl } = service.settings
  return writeMail(service, tx, {
    customerId,
    to: email,
    subject: 'Sign-in from a new device',
    text: [
      `Hello ${name},`,
      `someone has just signed in as you from a new device: ${device}, IP address ${ip}.`,
      'If it was you, there is nothing to do.',
      { before: 'If it was not you, sign that device out: ', link: `${publicUrl}/app/account` },
      { before: 'Then set a new password: ', link: `${publicUrl}/forgot-password` },
    ],
  })
}
