import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../../kernel/problem.ts'
import { randomToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'

const SESSION_COOKIE = 'tasman_session'
/** Set before sign-in, so the sign-in form is protected too. */
const FORM_COOKIE = 'tasman_form'
const BRAND_COOKIE = 'tasman_brand'
const YEAR_SECONDS = 31_536_000

/** Outlives the session and recognises a browser that signed in before. It gives no access on its own. */
const DEVICE_COOKIE = 'tasman_device'
const DEVICE_SECONDS = 365 * 24 * 3600

function options(service: Service, request: FastifyRequest) {
  const secure = service.settings.publicUrl.startsWith('https:') || request.protocol === 'https'
  return { httpOnly: true, sameSite: 'lax', path: '/', secure } as const
}

export function readSessionCookie(request: FastifyRequest): string | undefined {
  return request.cookies[SESSION_COOKIE] || undefined
}

/** Sets the session cookie. It ends when the browser closes or the session expires. */
export function writeSessionCookie(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
) {
  request.cookies[SESSION_COOKIE] = token
  reply.setCookie(SESSION_COOKIE, token, options(service, request))
}

export function clearSessionCookie(service: Service, request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, options(service, request))
}

/** Marks this browser as one that has signed in to the account. Returns the device id. */
export function writeDeviceCookie(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  account: string,
): string {
  const device = readDevice(service, request, account) ?? randomToken()
  const value = `${device}.${signDevice(service, account, device)}`
  reply.setCookie(DEVICE_COOKIE, value, { ...options(service, request), maxAge: DEVICE_SECONDS })
  return device
}

/** The device id of this browser, if it has signed in to this account before. */
export function readDevice(service: Service, request: FastifyRequest, account: string): string | undefined {
  const [device = '', signature = ''] = (request.cookies[DEVICE_COOKIE] ?? '').split('.')
  if (!/^[\w-]{40,60}$/.test(device)) return undefined
  const [given, expected] = [Buffer.from(signature), Buffer.from(signDevice(service, account, device))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? device : undefined
}

function signDevice(service: Service, account: string, device: string): string {
  return createHmac('sha256', service.settings.cookieSecret)
    .update(`device|${account}|${device}`)
    .digest('base64url')
}

/** Remembers the brand this browser saw last, so its sign-in page appears again without the long URL. */
export function rememberBrand(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string | undefined,
): void {
  const common = options(service, request)
  if (key) reply.setCookie(BRAND_COOKIE, key, { ...common, maxAge: YEAR_SECONDS })
  else if (request.cookies[BRAND_COOKIE]) reply.clearCookie(BRAND_COOKIE, common)
}

export function readBrandCookie(request: FastifyRequest): string {
  return request.cookies[BRAND_COOKIE] ?? ''
}

/** The form token that a form must send back. It is bound to this browser and its session. */
export function formToken(service: Service, request: FastifyRequest, reply: FastifyReply): string {
  let browser = request.cookies[FORM_COOKIE]
  if (!browser || browser.length < 40) {
    browser = randomToken()
    request.cookies[FORM_COOKIE] = browser
    reply.setCookie(FORM_COOKIE, browser, options(service, request))
  }
  return sign(service, request, browser)
}

/** Refuses a form that this service did not issue to this browser. */
export function checkFormToken(service: Service, request: FastifyRequest, sent: unknown): void {
  const browser = request.cookies[FORM_COOKIE]
  const expected = browser && Buffer.from(sign(service, request, browser))
  const given = Buffer.from(typeof sent === 'string' ? sent : '')
  if (!expected || given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new Problem(403, 'This form is out of date. Go back, reload the page and try again.')
}

function sign(service: Service, request: FastifyRequest, browser: string): string {
  return createHmac('sha256', service.settings.cookieSecret)
    .update(`form|${browser}|${readSessionCookie(request) ?? ''}`)
    .digest('base64url')
}
