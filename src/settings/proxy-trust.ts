import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Which proxies are trusted: none, a number of hops in front of us, or those in these networks. */
export type ProxyTrust = false | { hops: number } | { networks: string[] }

const HOPS_MAX = 10
/** Enough for ten IPv6 addresses with commas. Anything further left was not written by trusted proxies. */
const HEADER_MAX = 500

/** Reads TRUST_PROXY. Throws a sentence that follows "TRUST_PROXY=value: ". */
export function readProxyTrust(value: string): ProxyTrust {
  if (value === 'off' || value === '0') return false
  if (value === 'on') return { hops: 1 }
  if (/^\d+$/.test(value)) {
    if (Number(value) > HOPS_MAX) throw new Error(`must be at most ${HOPS_MAX} hops`)
    return { hops: Number(value) }
  }
  const networks = value.split(',').map((part) => part.trim())
  if (!networks.every((network) => ipaddr.isValid(network) || ipaddr.isValidCIDR(network)))
    throw new Error('must be off, on (one hop), a number of hops, or networks such as 10.0.0.0/8,fd00::/8')
  return { networks }
}

/**
 * The option in the framework's format. A number of hops is a function, because the framework trusts no proxy
 * when given a number.
 */
export function trustProxyOption(
  trust: ProxyTrust,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (!trust) return false
  return 'networks' in trust ? trust.networks : (_address, hop) => hop < trust.hops
}

/**
 * Keeps only the part of X-Forwarded-For that proxies wrote: the addresses from the right, up to the first
 * entry that is not one. A caller can write anything into this header. It must not become a rate limit key or
 * a line of the audit log.
 */
export async function tidyForwarded(request: FastifyRequest): Promise<void> {
  const { headers } = request.raw
  const given = headers['x-forwarded-for']
  if (given === undefined) return
  const text = Array.isArray(given) ? given.join(',') : given
  const entries = text.slice(-HEADER_MAX).split(',')
  if (text.length > HEADER_MAX) entries.shift()
  const believed: string[] = []
  for (const entry of entries.reverse().slice(0, HOPS_MAX)) {
    const address = plainAddress(entry.trim())
    if (!address) break
    believed.unshift(address)
  }
  if (believed.length > 0) headers['x-forwarded-for'] = believed.join(', ')
  else delete headers['x-forwarded-for']
}

/** Some proxies add a port, and brackets around IPv6. */
function plainAddress(entry: string): string | undefined {
  const bare = entry.replace(/^\[([^\]]+)\](?::\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  const isPlain = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare)
  return isPlain && !bare.includes('%') ? bare : undefined
}
