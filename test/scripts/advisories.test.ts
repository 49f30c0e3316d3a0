import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkAdvisories, packagesOf } from '../../scripts/advisories/check-advisories.ts'

const LOCK = {
  packages: {
    '': { version: '0.2.0' },
    'packages/client': { version: '0.2.0' },
    'node_modules/@tasman/client': { link: true },
    'node_modules/good': { version: '1.0.0' },
    'node_modules/bad': { version: '2.0.0' },
    'node_modules/good/node_modules/bad': { version: '1.9.0' },
    'node_modules/@scope/tool': { version: '3.0.0', dev: true },
  },
}
const FOUND = {
  bad: [{ severity: 'high', title: 'Does harm', url: 'https://example.com/1', vulnerable_versions: '<3' }],
}
let server: Server
let registry: string
let asked: unknown
let status = 200

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    asked = { url: request.url, body: JSON.parse(body) }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(FOUND))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

describe('the check for advisories', () => {
  const packages = packagesOf(LOCK, false)

  it('asks about every version that is installed, and not about our own packages', () => {
    expect(packages).toEqual({ good: ['1.0.0'], bad: ['2.0.0', '1.9.0'] })
    expect(packagesOf(LOCK, true)).toMatchObject({ '@scope/tool': ['3.0.0'] })
  })

  it('takes the answer of the registry', async () => {
    status = 200
    const checked = await checkAdvisories(registry, packages, undefined, '2026-11-18')
    expect(asked).toEqual({ url: '/-/npm/v1/security/advisories/bulk', body: packages })
    expect(checked).toEqual({
      advisories: [{ package: 'bad', severity: 'high', title: 'Does harm', url: 'https://example.com/1' }],
      date: '2026-11-18',
      isLive: true,
      unchecked: [],
    })
  })

  it('says what a snapshot knows, and what it does not, when the registry refuses', async () => {
    status = 405
    const snapshot = { date: '2026-10-01', packages: { bad: ['2.0.0'] }, advisories: [] }
    expect(await checkAdvisories(registry, packages, snapshot, '2026-11-18')).toEqual({
      advisories: [],
      date: '2026-10-01',
      isLive: false,
      unchecked: ['good@1.0.0', 'bad@1.9.0'],
    })
    expect(await checkAdvisories('http://127.0.0.1:1', packages, undefined, '2026-11-18')).toMatchObject({
      date: null,
      unchecked: ['good@1.0.0', 'bad@2.0.0', 'bad@1.9.0'],
    })
  })
})
