import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRecord } from '../../../kernel/is-record.ts'
import type { Service } from '../../../service.ts'
import type { Attempt } from './sign-in.ts'

const COOKIE = 'tasman_organisation'
const SECONDS = 600

function options(service: Service, request: FastifyRequest) {
  const secure = service.settings.publicUrl.startsWith('https:') || request.protocol === 'https'
  // Lax, because the provider redirects back by a link and the browser must send the cookie with it.
  return { httpOnly: true, sameSite: 'lax', path: '/sign-in', secure } as const
}

/**
 * Stores the sign-in attempt in the browser that began it. The provider's response is valid only in that
 * browser.
 */
export function writeAttempt(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: Attempt,
): void {
  const until = service.clock.now().getTime() + SECONDS * 1000
  const text = Buffer.from(JSON.stringify({ ...attempt, until })).toString('base64url')
  reply.setCookie(COOKIE, `${text}.${sign(service, text)}`, { ...options(service, request), maxAge: SECONDS })
}

/** Reads the sign-in attempt that this browser began, once. */
export function takeAttempt(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
): Attempt | undefined {
  const [text = '', signature = ''] = (request.cookies[COOKIE] ?? '').split('.')
  if (request.cookies[COOKIE]) reply.clearCookie(COOKIE, options(service, request))
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(service, text))]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  return isAttempt(read) && read.until > service.clock.now().getTime() ? read : undefined
}

function isAttempt(value: unknown): value is Attempt & { until: number } {
  return (
    isRecord(value) &&
    typeof value.customerId === 'number' &&
    typeof value.until === 'number' &&
    ['state', 'nonce', 'verifier', 'next'].every((name) => typeof value[name] === 'string')
  )
}

function sign(service: Service, text: string): string {
  return createHmac('sha256', service.settings.cookieSecret)
    .update(`organisation|${text}`)
    .digest('base64url')
}
