import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AddressRefused, createAddressGuard, isPublicAddress, type ResolveAll } from './public-address.ts'

const PRIVATE = [
  ['loopback', '127.0.0.1'],
  ['loopback, another', '127.255.255.254'],
  ['this host', '0.0.0.0'],
  ['RFC 1918', '10.1.2.3'],
  ['RFC 1918', '172.16.0.1'],
  ['RFC 1918', '172.31.255.255'],
  ['RFC 1918', '192.168.1.1'],
  ['link-local and metadata', '169.254.169.254'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['metadata in carrier-grade NAT', '100.100.100.200'],
  ['metadata of another cloud', '192.0.0.192'],
  ['metadata at a public address', '168.63.129.16'],
  ['benchmarking', '198.18.0.1'],
  ['documentation', '203.0.113.9'],
  ['multicast', '224.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['IPv6 loopback', '::1'],
  ['IPv6 unspecified', '::'],
  ['IPv6 link-local', 'fe80::1'],
  ['IPv6 unique local', 'fd00:ec2::254'],
  ['IPv6 site-local', 'fec0::1'],
  ['IPv6 multicast', 'ff02::1'],
  ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
  ['IPv4-mapped metadata', '::ffff:a9fe:a9fe'],
  ['IPv4-compatible loopback', '::127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['local NAT64', '64:ff9b:1::a00:1'],
  ['6to4', '2002:7f00:1::1'],
  ['Teredo', '2001:0:4136:e378::1'],
  ['IPv6 documentation', '2001:db8::1'],
  ['no address', 'example.com'],
  ['nothing', ''],
] as const

describe('an address is not public', () => {
  it.each(PRIVATE)('%s %s', (_kind, address) => expect(isPublicAddress(address)).toBe(false))
})

describe('an address is public', () => {
  it.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])(
    '%s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )
})

const guard = createAddressGuard([])
const hostOf = (url: string) => new URL(url).hostname

describe('a host is refused without a look-up', () => {
  it.each([
    'http://localhost/',
    'http://LOCALHOST./',
    'http://api.localhost/',
    'http://printer.local/',
    'http://printer.local./',
    'http://metadata.google.internal/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://127.0.0.1./',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::10.0.0.1]/',
    'http://①②⑦.0.0.1/',
  ])('%s', (url) => expect(guard.refusalOf(hostOf(url))).toBe('The host is not a public address'))

  it.each(['http://example.com/', 'http://8.8.8.8/', 'http://locals.example/', 'http://internal.example/'])(
    'but not %s',
    (url) => expect(guard.refusalOf(hostOf(url))).toBeNull(),
  )
})

const resolving =
  (...addresses: string[]): ResolveAll =>
  (_hostname, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

describe('a name', () => {
  it.each([
    ['only private addresses', ['10.0.0.1']],
    ['a public and a private address', ['8.8.8.8', '192.168.0.1']],
    ['an IPv4-mapped loopback', ['::ffff:127.0.0.1']],
  ])('with %s is refused', async (_what, addresses) => {
    const refusal = await createAddressGuard([], resolving(...addresses)).lookUpRefusal('hooks.example')
    expect(refusal).toBe('The host is not a public address')
  })

  it('with public addresses is taken', async () => {
    expect(await createAddressGuard([], resolving('8.8.8.8')).lookUpRefusal('hooks.example')).toBeNull()
  })

  it('that does not resolve is refused', async () => {
    const failing: ResolveAll = (_hostname, callback) =>
      callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), [])
    for (const resolveAll of [failing, resolving()])
      expect(await createAddressGuard([], resolveAll).lookUpRefusal('hooks.example')).toBe(
        'The host name does not resolve',
      )
  })
})

describe('the connector', () => {
  let server: Server
  let port: number
  let reached = 0
  beforeAll(async () => {
    server = createServer((_request, response) => {
      reached += 1
      response.end('ok')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => void server.close())

  const call = async (url: string, allowed: string[], resolveAll?: ResolveAll) => {
    const dispatcher = new Agent({ connect: createAddressGuard(allowed, resolveAll).connector })
    try {
      const answer = await request(url, { dispatcher })
      await answer.body.dump()
      return answer.statusCode
    } finally {
      await dispatcher.destroy()
    }
  }

  it.each([
    '127.0.0.1',
    '0x7f000001',
    '2130706433',
    '127.1',
    'localhost',
    'localhost.',
    '[::ffff:127.0.0.1]',
  ])('never dials %s', async (host) => {
    await expect(call(`http://${host}:${port}/`, [])).rejects.toBeInstanceOf(AddressRefused)
    expect(reached).toBe(0)
  })

  it('refuses a name that turned private after its registration', async () => {
    let isRebound = false
    const resolveAll: ResolveAll = (hostname, callback) =>
      resolving(isRebound ? '127.0.0.1' : '8.8.8.8')(hostname, callback)
    expect(await createAddressGuard([], resolveAll).lookUpRefusal('hooks.example')).toBeNull()
    isRebound = true
    await expect(call(`http://hooks.example:${port}/`, [], resolveAll)).rejects.toBeInstanceOf(AddressRefused)
    expect(reached).toBe(0)
  })

  it('reaches a private host that the operator allows by name, and no other name of it', async () => {
    expect(await call(`http://127.0.0.1:${port}/`, ['127.0.0.1'])).toBe(200)
    expect(await call(`http://receiver.test:${port}/`, ['receiver.test'], resolving('127.0.0.1'))).toBe(200)
    await expect(
      call(`http://other.test:${port}/`, ['receiver.test'], resolving('127.0.0.1')),
    ).rejects.toBeInstanceOf(AddressRefused)
  })
})
