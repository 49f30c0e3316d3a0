import type { FastifyReply, FastifyRequest } from 'fastify'

const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Lets the form of this page redirect to another site, such as the application that asked for consent.
 * Browsers apply `form-action` to redirects too.
 */
export function allowFormTarget(reply: FastifyReply, address: string): void {
  const url = URL.parse(address)
  if (!url) return
  // A content security policy cannot contain an IPv6 address.
  const source = url.hostname.startsWith('[') ? url.protocol : url.origin
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header(
    'content-security-policy',
    policy.replace("form-action 'self'", `form-action 'self' ${source}`),
  )
}

/** Adds the headers of every response. */
export function createHeaderWriter(corsOrigins: readonly string[], isHttps: boolean) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'cache-control': 'no-store',
    })
    if (isHttps) reply.header('strict-transport-security', 'max-age=31536000')
    const { origin } = request.headers
    if (origin && corsOrigins.includes(origin)) {
      reply.headers({
        'access-control-allow-origin': origin,
        vary: 'Origin',
        'access-control-expose-headers':
          'Deprecation, ETag, Link, Sunset, Tasman-Version, X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After',
      })
    }
  }
}
