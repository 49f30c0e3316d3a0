import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeError } from '../../../src/http/errors.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { type Operation, readOperations } from '../../support/operations.ts'
import { openSocket, sendRaw } from '../../support/raw-http.ts'

const HUGE = 60_000_000
let tasman: TestApp
let owner: TestClient
let partner: TestClient
let port: number
let operations: Operation[]

beforeAll(async () => {
  tasman = await startTestApp({ env: { REQUEST_TIMEOUT_SECONDS: '2' } })
  owner = await tasman.clientFor('owner')
  partner = await tasman.clientFor('partner')
  const company = await aCompany(owner)
  await anEmployee(owner, company.id)
  await tasman.app.listen({ port: 0, host: '127.0.0.1' })
  port = (tasman.app.server.address() as AddressInfo).port
  operations = await readOperations(owner)
  // Building the document takes a while, and the overload guard remembers that delay for a moment.
  await new Promise((resolve) => setTimeout(resolve, 1500))
})
afterAll(() => tasman.close())

/** A request whose headers announce a huge body that never comes. */
const announce = (method: string, path: string, headers: Record<string, string> = {}) =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Content-Length: ${HUGE}`,
    ...Object.entries({ 'Content-Type': 'application/json', ...headers }).map(([k, v]) => `${k}: ${v}`),
    '',
    '',
  ].join('\r\n')

describe('refused before the body is read', () => {
  it.each([
    ['an unknown address', 'POST', '/api/nothing', 404],
    ['a wrong method', 'PATCH', '/api/company', 405],
    ['a missing token', 'PUT', '/api/company/1/pays/create', 401],
    ['a form that is too large', 'POST', '/sign-in', 413],
  ])('%s', async (_what, method, path, status) => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const answer = await sendRaw(port, announce(method, path, path === '/sign-in' ? form : {}), 1500)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatch(/x-request-id: [0-9a-f-]{36}/)
  })

  it('a limit that is used up', async () => {
    const limited = await startTestApp({
      env: { RATE_LIMITS: 'on', LIMIT_PAYS: '1' },
      databaseUrl: tasman.databaseUrl,
    })
    await limited.app.listen({ port: 0, host: '127.0.0.1' })
    const to = (limited.app.server.address() as AddressInfo).port
    const bearer = { Authorization: `Bearer ${owner.token}` }
    await limited.clientWith(owner.token).get('/api/company/1/pays')
    const answer = await sendRaw(to, announce('PUT', '/api/company/1/pays/create', bearer), 1500)
    expect(answer.status).toBe(429)
    await limited.close()
  })

  it('a body beyond the limit of its route, on every operation of the document', async () => {
    const waiting: string[] = []
    for (const operation of operations.filter(({ method }) => method !== 'get')) {
      const { token } = operation.path.includes('partner-checkout') ? partner : owner
      const path = operation.path.replaceAll(/\{\w+\}/g, '1')
      const isFile = /\/(holidays-act-report|imports\/\{kind\})$/.test(operation.path)
      const isBulk = isFile || Array.isArray(operation.body)
      const size = isBulk ? 33 * 1024 * 1024 : 2_200_000
      const text = announce(operation.method.toUpperCase(), path, { Authorization: `Bearer ${token}` })
      const answer = await sendRaw(port, text.replace(String(HUGE), String(size)), 1500)
      if (answer.status < 400 || answer.status >= 500)
        waiting.push(`${operation.method} ${path} ${answer.status}`)
    }
    expect(waiting).toEqual([])
  })
})

describe('half a request', () => {
  it.each([
    ['headers', 'POST /api/oauth/token HTTP/1.1\r\nHost: a\r\nX-Slow:'],
    [
      'a body',
      'POST /api/oauth/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
    ],
  ])('is not waited for without end: %s', async (_what, text) => {
    const answer = await sendRaw(port, text, 9000)
    expect(answer.status).toBe(408)
    expect(JSON.parse(answer.body)).toMatchObject({
      detail: 'The request did not arrive in time. Send it again.',
    })
    expect(answer.headers).toMatch(/x-request-id: [0-9a-f-]{36}/)
  })
})

describe('what is no HTTP', () => {
  it.each([
    ['no request line', 'NONSENSE\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx', 400],
    ['no Host', 'GET /api/health HTTP/1.1\r\n\r\n', 400],
    ['an unknown expectation', 'GET /api/health HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n', 417],
    ['headers of 20 kB', `GET /api/health HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('is answered in our shape: %s', async (_what, text, status) => {
    const answer = await sendRaw(port, text)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.body)).toMatchObject({ detail: expect.any(String) })
    expect(answer.headers).toMatch(/x-request-id: [0-9a-f-]{36}/)
  })
})

describe('too much at once', () => {
  it('connections that only wait make room for those that ask', async () => {
    const small = await startTestApp({ env: { MAX_CONNECTIONS: '10' }, databaseUrl: tasman.databaseUrl })
    await small.app.listen({ port: 0, host: '127.0.0.1' })
    const to = (small.app.server.address() as AddressInfo).port
    const idle = await Promise.all(Array.from({ length: 40 }, () => openSocket(to)))
    for (const socket of idle) socket.write('GET /api/health HTTP/1.1\r\nX-Slow:')
    const answer = await sendRaw(to, 'GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n')
    expect(answer.status).toBe(200)
    for (const socket of idle) socket.destroy()
    await small.close()
  })

  it('callers without a token are shed first, with 503 and Retry-After', async () => {
    const small = await startTestApp({ env: { MAX_REQUESTS: '8' }, databaseUrl: tasman.databaseUrl })
    await small.app.listen({ port: 0, host: '127.0.0.1' })
    const to = (small.app.server.address() as AddressInfo).port
    const half =
      'POST /api/oauth/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{'
    const held = await Promise.all([openSocket(to), openSocket(to)])
    for (const socket of held) socket.write(half)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const stranger = await sendRaw(to, half)
    expect([stranger.status, /retry-after: 5/.test(stranger.headers)]).toEqual([503, true])
    const ask = `GET /api/company HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${owner.token}\r\n\r\n`
    expect((await sendRaw(to, ask)).status).toBe(200)
    for (const socket of held) socket.destroy()
    await small.close()
  })

  it('one connection has no more than fifty requests under way', async () => {
    const half = 'GET /api/company/1 HTTP/1.1\r\nHost: a\r\n'
    const socket = await openSocket(port)
    const one = `${half}Authorization: Bearer ${owner.token}\r\n\r\n`
    let text = ''
    socket.on('data', (part) => {
      text += part.toString()
    })
    socket.write(one.repeat(200))
    for (let i = 0; i < 100 && text.split('HTTP/1.1 ').length <= 200; i++)
      await new Promise((resolve) => setTimeout(resolve, 100))
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
    expect(statuses).toHaveLength(200)
    expect(new Set(statuses)).toEqual(new Set(['200', '503']))
    socket.destroy()
  })
})

describe('an upload that is broken off', () => {
  it('is no error of ours: nothing is logged, and no one is there to read an answer', () => {
    const logged: unknown[] = []
    const log = {
      error: (entry: unknown) => logged.push(entry),
      warn: (entry: unknown) => logged.push(entry),
    }
    const reply = {
      status: 0,
      code: (status: number) => Object.assign(reply, { status }),
      headers: () => reply,
      send: () => reply,
    }
    const broken = Object.assign(new Error('aborted'), { code: 'ECONNRESET', statusCode: 400 })
    writeError(broken, { log, url: '/api/company' } as never, reply as never)
    expect([reply.status, logged]).toEqual([400, []])
  })
})
