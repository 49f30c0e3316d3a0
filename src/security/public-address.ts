import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { buildConnector } from 'undici'

/**
 * Thrown when the service may not call a host. The message is safe to show, because it contains no address.
 */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

export type ResolveAll = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Decides which hosts outgoing calls may reach: public ones, and those the operator allows by name. */
export type AddressGuard = {
  /** Why this host can never be public, or null. Needs no DNS lookup. */
  refusalOf(hostname: string): string | null
  /** Why this host is not public, or null. Resolves the name. */
  lookUpRefusal(hostname: string): Promise<string | null>
  /**
   * Connects to public addresses only. It checks each new connection, so an attacker gains nothing by
   * changing the DNS record later.
   */
  connector: buildConnector.connector
}

const NOT_PUBLIC = 'The host is not a public address'
const UNRESOLVED = 'The host name does not resolve'
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal)$/
// Azure's platform address for virtual machines. Its range is public, but it is only reachable inside the
// cloud.
const METADATA_ADDRESSES = new Set(['168.63.129.16'])
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
const CONNECT_TIMEOUT_MS = 10_000

/** Whether an IP address is in a range that is routed on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast' || METADATA_ADDRESSES.has(parsed.toString())) return false
  return parsed instanceof ipaddr.IPv6 ? parsed.match(GLOBAL_UNICAST) : true
}

export function createAddressGuard(
  allowedHosts: readonly string[],
  resolveAll: ResolveAll = (hostname, callback) => systemLookup(hostname, { all: true }, callback),
): AddressGuard {
  const allowed = new Set(allowedHosts.map(plainHost))
  const isAllowed = (hostname: string) => allowed.has(plainHost(hostname))

  const refusalOf = (hostname: string): string | null => {
    const host = plainHost(hostname)
    if (allowed.has(host)) return null
    if (isIP(host) !== 0) return isPublicAddress(host) ? null : NOT_PUBLIC
    return host === '' || PRIVATE_NAME.test(host) ? NOT_PUBLIC : null
  }

  // One private address among several is enough to refuse, because we do not choose which one is used first.
  const lookup: LookupFunction = (hostname, options, callback) =>
    resolveAll(hostname, (error, addresses) => {
      if (error) return callback(error, '')
      if (addresses.length === 0) return callback(new AddressRefused(UNRESOLVED), '')
      if (!isAllowed(hostname) && !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new AddressRefused(NOT_PUBLIC), '')
      if (options.all) return callback(null, addresses)
      const [first] = addresses
      return callback(null, first?.address ?? '', first?.family)
    })

  const connect = buildConnector({ lookup, timeout: CONNECT_TIMEOUT_MS, allowH2: false } as never)
  return {
    refusalOf,

    lookUpRefusal: (hostname) =>
      new Promise((resolve) => {
        const refusal = refusalOf(hostname)
        if (refusal || isAllowed(hostname) || isIP(plainHost(hostname)) !== 0) return resolve(refusal)
        lookup(hostname, { all: true }, (error) => {
          if (!error) return resolve(null)
          return resolve(error instanceof AddressRefused ? error.message : UNRESOLVED)
        })
      }),

    connector: (options, callback) => {
      // A literal address needs no lookup, so it is checked here.
      const refusal = refusalOf(options.hostname)
      if (refusal) return callback(new AddressRefused(refusal), null)
      return connect(options, (...[error, socket]) => {
        if (error) return callback(error, null)
        if (isAllowed(options.hostname) || isPublicAddress(socket.remoteAddress ?? ''))
          return callback(null, socket)
        socket.destroy()
        return callback(new AddressRefused(NOT_PUBLIC), null)
      })
    },
  }
}

/** The host for comparison: lower case, without brackets and trailing dot. */
function plainHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}
