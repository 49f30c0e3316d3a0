import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp } from '../../support/app.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { type RunningRoute, watchRoutes } from '../../support/running-routes.ts'

const AT_ONCE = 20
/** The service waits for a body that is within its limit. */
const WAITING = 0

let tasman: TestApp
let routes: RunningRoute[]
let port: number
let documented: { name: string; method: string; path: string; type: string; limit: number; words: string }[]

beforeAll(async () => {
  const started = await watchRoutes(() => startTestApp())
  tasman = started.value
  routes = started.routes
  const { body: document } = await (await tasman.clientFor('owner')).get('/api/openapi.json')
  documented = Object.entries(document.paths as Record<string, AnyJson>).flatMap(([path, item]) =>
    Object.entries(item as Record<string, AnyJson>)
      .filter(([, operation]) => operation.requestBody)
      .map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        method: method.toUpperCase(),
        path: path.replaceAll(/\{\w+\}/g, '1'),
        type: Object.keys(operation.requestBody.content)[0] ?? '',
        limit: operation['x-body-limit'],
        words: operation.requestBody.description,
      })),
  )
  await tasman.app.listen({ port: 0, host: '127.0.0.1' })
  port = (tasman.app.server.address() as AddressInfo).port
}, 120_000)
afterAll(() => tasman.close())

it('every operation documents the limit that its route has', () => {
  const limits = new Map(routes.map(({ name, limit }) => [name, limit]))
  const wrong = documented.filter(({ name, limit }) => !limit || limits.get(name) !== limit)
  expect(wrong).toEqual([])
  expect(documented.length).toBeGreaterThan(80)
  const words = new Map(documented.map((operation) => [operation.name, operation.words]))
  expect(words.get('PUT /api/branding/logo')).toBe('At most 1 MB.')
  expect(words.get('POST /api/company/:company_id/holidays-act-report')).toBe('At most 32 MB.')
  expect(words.get('PUT /api/branding')).toBe('At most 128 kB.')
})

it('a body of the documented limit is waited for, one byte more is refused', async () => {
  const [owner, partner] = [await tasman.clientFor('owner'), await tasman.clientFor('partner')]
  const announce = async ({ method, path, type }: (typeof documented)[number], bytes: number, ms: number) => {
    const { token } = path.includes('partner-checkout') ? partner : owner
    const head = [
      `${method} ${path} HTTP/1.1`,
      'Host: a',
      `Authorization: Bearer ${token}`,
      `Content-Type: ${type}`,
    ]
    return (await sendRaw(port, [...head, `Content-Length: ${bytes}`, '', ''].join('\r\n'), ms)).status
  }
  const wrong: string[] = []
  for (let at = 0; at < documented.length; at += AT_ONCE)
    await Promise.all(
      documented.slice(at, at + AT_ONCE).map(async (operation) => {
        const beyond = await announce(operation, operation.limit + 1, 10_000)
        // A caller who may not use the operation is refused before the body is read.
        if (beyond === 403) return
        const within = await announce(operation, operation.limit, 400)
        // OAuth has its own error words.
        const refused = operation.path.startsWith('/api/oauth/') ? 400 : 413
        if (beyond !== refused || within !== WAITING)
          wrong.push(`${operation.name}: ${within}, then ${beyond}`)
      }),
    )
  expect(wrong).toEqual([])
}, 120_000)
