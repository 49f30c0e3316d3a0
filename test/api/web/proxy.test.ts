import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { createVisitor, type Visitor } from '../../support/visitor.ts'

const OWN = { 'x-tasman-app': '1' }
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Extra = { headers?: Record<string, string>; body?: unknown }

let tasman: TestApp
let visitor: Visitor
let companyId: number

/** A request of the web app: with the browser's cookies and, unless told otherwise, the app's own header. */
async function send(method: Method, path: string, { headers = OWN, body }: Extra = {}) {
  const response = await tasman.app.inject({
    method,
    url: path,
    headers: {
      ...headers,
      cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return { status: response.statusCode, text: response.payload, headers: response.headers, response }
}

beforeAll(async () => {
  tasman = await startTestApp()
  companyId = (await aCompany(await tasman.clientFor('owner'))).id
  visitor = createVisitor(tasman)
  await visitor.signIn('owner@demo.example')
})
afterAll(() => tasman.close())

describe('the way to the API', () => {
  it('answers as the API does, for the person signed in', async () => {
    const { status, text, headers } = await send('GET', '/app/api/company')
    expect(status).toBe(200)
    expect(JSON.parse(text).map((company: { id: number }) => company.id)).toEqual([companyId])
    expect(headers['x-request-id']).toBeTruthy()
  })

  it('passes bodies, statuses and refusals through unchanged', async () => {
    const good = await send('PATCH', `/app/api/company/${companyId}`, { body: { trading_name: 'Kook' } })
    expect([good.status, JSON.parse(good.text).trading_name]).toEqual([200, 'Kook'])
    const bad = await send('PATCH', `/app/api/company/${companyId}`, { body: { abn: '1' } })
    expect([bad.status, JSON.parse(bad.text).status_code]).toEqual([422, 10_422])
    const none = await send('GET', '/app/api/company/999999')
    expect([none.status, JSON.parse(none.text)]).toMatchObject([404, { detail: 'Company not found.' }])
    const unknown = await send('GET', '/app/api/nowhere')
    expect(unknown.status).toBe(404)
  })

  it('packs long answers for a browser that takes them packed, and leaves files and short ones as they are', async () => {
    const headers = { ...OWN, 'accept-encoding': 'gzip' }
    const plain = await send('GET', '/app/api/openapi.json')
    const packed = await send('GET', '/app/api/openapi.json', { headers })
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([
      undefined,
      'gzip',
    ])
    expect(packed.headers['content-length']).toBeUndefined()
    expect(packed.response.rawPayload.length).toBeLessThan(plain.text.length / 4)
    expect(gunzipSync(packed.response.rawPayload).toString()).toBe(plain.text)
    const short = await send('GET', '/app/api/company/999999', { headers })
    expect([short.headers['content-encoding'], JSON.parse(short.text).detail]).toEqual([
      undefined,
      'Company not found.',
    ])
  })

  it('takes no token from the browser and shows it none', async () => {
    const other = await tasman.clientFor('other')
    const headers = { ...OWN, authorization: `Bearer ${other.token}` }
    const { text, headers: answered } = await send('GET', '/app/api/company', { headers })
    expect(JSON.parse(text)).toHaveLength(1)
    const { id, access_token: stored } = await tasman.service.database.query
      .selectFrom('sessions')
      .select(['id', 'access_token'])
      .where('access_token', 'is not', null)
      .executeTakeFirstOrThrow()
    const token = tasman.service.cipher.open('sessions.access_token', id, stored as string)
    expect(JSON.stringify(answered) + text).not.toContain(token)
  })

  it('is no back door: another customer’s company stays closed', async () => {
    const theirs = await aCompany(await tasman.clientFor('other'), { abn: '53004085616' })
    const { status, text } = await send('GET', `/app/api/company/${theirs.id}`)
    expect([status, JSON.parse(text).detail]).toEqual([403, 'User does not have access to this company.'])
  })

  it('writes stand in the audit log under the built-in client', async () => {
    await send('PATCH', `/app/api/company/${companyId}`, { body: { phone: '02 5550 9999' } })
    const owner = await tasman.clientFor('owner')
    const { body } = await owner.get('/api/audit-log?limit=20')
    expect(body).toContainEqual(
      expect.objectContaining({ action: 'updateCompany', client_id: 'tasman-web', outcome: 200 }),
    )
  })

  it('leads to /api and nowhere else, whatever the dots say', async () => {
    // Over a real connection, because `inject` would normalise the URL first.
    const base = await tasman.app.listen({ port: 0, host: '127.0.0.1' })
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    for (const path of ['/app/api/../demo/mail', '/app/api/%2e%2e/demo/mail', '/app/api/..%2fdemo/mail']) {
      const [answer] = (await once(
        get(base, { path, headers: { ...OWN, cookie } }),
        'response',
      )) as IncomingMessage[]
      answer?.resume()
      expect([path, answer?.statusCode]).toEqual([path, 404])
    }
  })

  it('streams a long answer and a PDF', async () => {
    const owner = await tasman.clientFor('owner')
    const employee = await anEmployee(owner, companyId)
    const { body } = await owner.put(`/api/company/${companyId}/pays/create?pay_date=2026-11-01`, [
      { employee_id: employee.id, hours: [{ description: 'Ordinary hours', units: 'hours', value: 38 }] },
    ])
    const slip = await send('GET', `/app/api/company/${companyId}/pays/${body[0].id}/payslip`)
    expect(slip.headers['content-type']).toContain('application/pdf')
    expect(slip.response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })
})

describe('a request that is not the app’s own', () => {
  const expectRefused = async (headers: Record<string, string>) => {
    const { status, text } = await send('PATCH', `/app/api/company/${companyId}`, {
      headers,
      body: { trading_name: 'Forged' },
    })
    expect([headers, status]).toEqual([headers, 403])
    expect(JSON.parse(text).detail).toContain('web app')
    const now = await send('GET', `/app/api/company/${companyId}`)
    expect(JSON.parse(now.text).trading_name).not.toBe('Forged')
  }

  it('is refused without the header that only our pages add', () => expectRefused({}))
  it('is refused from another origin', () => expectRefused({ ...OWN, origin: 'https://evil.example' }))
  it('is refused from a page without an origin', () => expectRefused({ ...OWN, origin: 'null' }))
  it('is refused from a sibling site', () => expectRefused({ ...OWN, 'sec-fetch-site': 'same-site' }))

  it('reads nothing either', async () => {
    for (const path of ['/app/api/company', '/app/own/session', '/app/own/outbox'])
      expect((await send('GET', path, { headers: {} })).status).toBe(403)
  })
})

describe('without a session', () => {
  it('the app leads to the sign-in page and back; its server side answers 401', async () => {
    const stranger = createVisitor(tasman)
    const page = await stranger.get('/app/companies/7/pays')
    expect([page.status, page.location]).toEqual([303, '/sign-in?next=%2Fapp%2Fcompanies%2F7%2Fpays'])
    for (const path of ['/app/api/company', '/app/own/session', '/app/own/outbox'])
      expect((await stranger.get(path, OWN)).status).toBe(401)
  })

  it('a signed-out browser’s cookie is worth nothing', async () => {
    const leaver = createVisitor(tasman)
    await leaver.signIn('owner@demo.example')
    const kept = new Map(leaver.cookies)
    expect((await leaver.get('/app/api/company', OWN)).status).toBe(200)
    await leaver.post('/sign-out', {}, await leaver.get('/sign-out'))
    leaver.cookies.clear()
    for (const [name, value] of kept) leaver.cookies.set(name, value)
    expect((await leaver.get('/app/api/company', OWN)).status).toBe(401)
  })

  it('no path leads out of the folder of the built app', async () => {
    const stranger = createVisitor(tasman)
    for (const name of ['..%2f..%2fpackage.json', 'index.html', '.env'])
      expect((await stranger.get(`/app/assets/${name}`)).status).toBe(404)
  })
})

describe('who is signed in', () => {
  it('is told to the app: name, role, default company and today', async () => {
    const { text } = await send('GET', '/app/own/session')
    expect(JSON.parse(text)).toMatchObject({
      email: 'owner@demo.example',
      role: 'owner',
      is_api_admin: true,
      default_company_id: companyId,
      mode: 'test',
      today: { AU: '2026-11-02', NZ: '2026-11-02' },
    })
  })
})

describe('limits', () => {
  it('are a separate class for the web app: a number of calls a minute for each person', async () => {
    const limited = await startTestApp({ env: { RATE_LIMITS: 'on', LIMIT_WEB: '3' } })
    const person = createVisitor(limited)
    await person.signIn('owner@demo.example')
    const statuses: number[] = []
    for (let call = 0; call < 4; call += 1) statuses.push((await person.get('/app/api/company', OWN)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    await limited.close()
  })
})
