import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ env: { WEBHOOK_ALLOW_HOSTS: '127.0.0.1,hooks.example' } })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const events = ['employee.created', 'pay.updated']
const create = (body: Record<string, unknown>) =>
  owner.post('/api/webhooks', { url: 'https://hooks.example/in', events, ...body })

describe('201', () => {
  it('registers an endpoint and shows its generated secret', async () => {
    const { status, body } = await create({ description: '  HR system ' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      url: 'https://hooks.example/in',
      events,
      description: 'HR system',
      is_active: true,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      updated_at: expect.any(String),
    })
  })

  it('takes a secret of the customer’s own and stores it encrypted', async () => {
    const { status, body } = await create({ secret: 'my-own-secret-42', is_active: false })
    expect(status).toBe(201)
    expect(body).toMatchObject({ secret: 'my-own-secret-42', is_active: false, description: null })
    const { secret } = await tasman.service.database.query
      .selectFrom('webhook_endpoints')
      .select('secret')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow()
    expect(secret).not.toContain('my-own-secret-42')
    expect(tasman.service.cipher.open('webhook_endpoints.secret', body.id, secret)).toBe('my-own-secret-42')
  })

  it('trims the URL, strips angle brackets and drops repeated events', async () => {
    const { body } = await create({
      url: ' <https://hooks.example/a?b=1> \n',
      events: ['pay.created', 'pay.created', 'pay.deleted'],
    })
    expect(body).toMatchObject({ url: 'https://hooks.example/a?b=1', events: ['pay.created', 'pay.deleted'] })
  })

  it('takes a URL of 512 characters and a description of 255', async () => {
    const url = 'https://hooks.example/'.padEnd(512, 'x')
    const { status, body } = await create({ url: ` ${url} `, description: 'd'.repeat(255) })
    expect(status).toBe(201)
    expect(body.url).toBe(url)
  })
})

describe('401', () => {
  it('needs a token', async () => {
    expect((await tasman.clientWith().post('/api/webhooks', {})).status).toBe(401)
  })
})

describe('403', () => {
  it('is for API admins only, whatever the body', async () => {
    const other = await tasman.clientFor('other')
    const answer = await other.post('/api/webhooks', { nonsense: true })
    expect(answer).toMatchObject({ status: 403, body: { detail: 'Webhooks are for API admins only.' } })
  })

  it('needs payroll.write', async () => {
    const reader = await tasman.clientFor('owner', { scope: 'openid payroll.read' })
    expect(await reader.post('/api/webhooks', { url: 'https://hooks.example/', events })).toMatchObject({
      status: 403,
      body: { detail: 'Missing required scope: payroll.write' },
    })
  })
})

describe('422', () => {
  const shape = { status_code: 10422, message: expect.any(String), data: expect.any(Array) }

  it.each([
    ['no url', { url: undefined }, 'url'],
    ['a relative url', { url: '/hooks' }, 'url'],
    ['another protocol', { url: 'ftp://hooks.example/' }, 'url'],
    ['javascript', { url: 'javascript:alert(1)' }, 'url'],
    ['no host', { url: 'https://' }, 'url'],
    ['a single slash', { url: 'https:hooks.example' }, 'url'],
    ['an empty url', { url: ' <> ' }, 'url'],
    ['a password in the url', { url: 'https://a:b@hooks.example/' }, 'url'],
    ['513 characters', { url: 'https://hooks.example/'.padEnd(513, 'x') }, 'url'],
    ['localhost', { url: 'http://localhost:8080/' }, 'url'],
    ['localhost with a dot', { url: 'http://localhost.:8080/' }, 'url'],
    ['.local', { url: 'http://printer.local/' }, 'url'],
    ['.internal', { url: 'http://metadata.google.internal/' }, 'url'],
    ['loopback', { url: 'http://127.0.0.2/' }, 'url'],
    ['IPv6 loopback', { url: 'http://[::1]/' }, 'url'],
    ['RFC 1918', { url: 'https://192.168.1.1/' }, 'url'],
    ['metadata', { url: 'http://169.254.169.254/latest/meta-data' }, 'url'],
    ['a decimal host', { url: 'http://3232235777/' }, 'url'],
    ['a long description', { description: 'd'.repeat(256) }, 'description'],
    ['no events', { events: [] }, 'events'],
    ['a wildcard', { events: ['*'] }, 0],
    ['an unknown event', { events: ['employee.terminated'] }, 0],
    ['events missing', { events: undefined }, 'events'],
    ['a short secret', { secret: 'short' }, 'secret'],
    ['a secret with spaces', { secret: 'a secret with spaces' }, 'secret'],
    ['a wrong type', { is_active: 'yes' }, 'is_active'],
    ['an unknown field', { regenerate_secret: true }, 'regenerate_secret'],
  ])('refuses %s', async (_what, body, place) => {
    const answer = await create(body)
    expect(answer).toMatchObject({ status: 422, body: shape })
    expect(answer.body.data[0].loc.at(-1)).toBe(place)
  })

  it('refuses a host that does not resolve with a detail', async () => {
    const answer = await create({ url: 'https://no-such-host.invalid/' })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ detail: expect.stringContaining('The host name does not resolve') })
  })
})
