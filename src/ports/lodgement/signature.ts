import { createHmac } from 'node:crypto'

/** The secret for signing requests. When it is empty, they are not signed. */
export type Signing = { secret: string; now: () => number }

/**
 * `Tasman-Signature: t=<seconds>,v1=<hex>` is the HMAC-SHA256 of time, method, path and body, each on its own
 * line. Providers refuse a signature older than five minutes, so an intercepted request cannot be replayed
 * later or elsewhere.
 */
export function signatureHeader(
  { secret, now }: Signing,
  { method, url, body }: { method: string; url: string; body: string },
): Record<string, string> {
  if (secret === '') return {}
  const time = Math.floor(now() / 1000)
  const signed = [time, method, new URL(url).pathname, body].join('\n')
  const v1 = createHmac('sha256', secret).update(signed).digest('hex')
  return { 'tasman-signature': `t=${time},v1=${v1}` }
}
