import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERROR_CODES } from '../../../src/kernel/error-codes.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ env: { BODY_LIMIT_MB: '1', CORS_ORIGINS: 'https://app.example' } })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const create = '/api/company/create'
const json = { 'content-type': 'application/json' }

it('the guide lists every code with its status', () => {
  const guide = readFileSync('docs/guides/errors.md', 'utf8')
  for (const [code, { status, meaning }] of Object.entries(ERROR_CODES))
    expect(guide).toContain(`| \`${code}\` | ${status} | ${meaning} |`)
})

it('shows a page to a person at an address that is not there, and JSON to programs', async () => {
  const page = await tasman.clientWith().get('/nothing', undefined, { accept: 'text/html,*/*' })
  expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  expect(page.body).toContain('<h1>Not found</h1>')
  const program = await tasman.clientWith().get('/api/nothing', undefined, { accept: 'text/html' })
  expect([program.status, program.body.detail]).toEqual([404, 'Not Found'])
})

describe('401', () => {
  it.each([undefined, 'nonsense'])('answers a missing or unknown token alike (%s)', async (token) => {
    const answer = await tasman.clientWith(token).get('/api/company')
    expect(answer).toMatchObject({ status: 401, body: { detail: 'Not authenticated' } })
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/)
  })

  it('refuses a token that has expired', async () => {
    const client = await tasman.clientFor('owner')
    tasman.clock.advance(1_801_000)
    expect((await client.get('/api/company')).status).toBe(401)
    tasman.clock.advance(-1_801_000)
  })
})

describe('403', () => {
  it('names the missing scope', async () => {
    const reader = await tasman.clientFor('owner', { scope: 'openid payroll.read' })
    const answer = await reader.put(create, { legal_name: 'Nobody Pty Ltd' })
    expect(answer).toMatchObject({ status: 403, body: { detail: 'Missing required scope: payroll.write' } })
  })
})

describe('422 in the 10422 shape', () => {
  const places = (body: { data: { loc: unknown }[] }) => body.data.map((entry) => entry.loc)

  it('names every unknown key and every missing field of a small body', async () => {
    const { status, body } = await owner.put(create, { colour: 'red', shape: 'round' })
    expect(status).toBe(422)
    expect(body.status_code).toBe(10_422)
    expect(body).not.toHaveProperty('detail')
    expect(places(body)).toEqual(
      expect.arrayContaining([
        ['body', 'legal_name'],
        ['body', 'colour'],
        ['body', 'shape'],
      ]),
    )
  })

  it.each([
    ['broken JSON', '{"legal_name": '],
    ['a NUL in a text', '{"legal_name": "a\\u0000b"}'],
    ['a poisoned prototype', '{"__proto__": {"legal_name": "x"}}'],
  ])('refuses %s', async (_what, text) => {
    const answer = await owner.put(create, text, json)
    expect(answer.status).toBe(422)
    expect(answer.body.status_code).toBe(10_422)
  })

  it('refuses a number that no double can hold', async () => {
    expect((await owner.put(create, '{"legal_name": 1e999}', json)).status).toBe(422)
  })

  it.each(['application/yaml', 'text/plain', 'application/x-www-form-urlencoded'])(
    'refuses the content type %s and says which one to send',
    async (type) => {
      const answer = await owner.put(create, '{"legal_name": "x"}', { 'content-type': type })
      expect(answer.status).toBe(422)
      expect(answer.body.message).toContain('application/json')
    },
  )

  it('refuses a body that is nested deeper than anything can follow', async () => {
    const deep = '['.repeat(9_000) + ']'.repeat(9_000)
    expect((await owner.put('/api/company/1/employees/create', deep, json)).status).toBe(422)
    expect((await owner.put('/api/company/1/pays/create', deep, json)).status).toBe(422)
  })

  it('names a member of a list together with its list', async () => {
    const { body } = await owner.post('/api/webhooks', { url: 'https://a.example', events: ['company.born'] })
    expect(body.message).toMatch(/^events\[0\] must be one of company\.created/)
    expect(places(body)).toEqual([['body', 'events', 0]])
    const items = await owner.put('/api/company/1/employees/create', ['nobody'])
    expect(items.body.message).toBe('Item 0 must be object')
  })

  it('refuses a path that is no integer', async () => {
    const { status, body } = await owner.get('/api/company/seven')
    expect(status).toBe(422)
    expect(places(body)).toEqual([['path', 'company_id']])
  })
})

describe('booleans of a query', () => {
  let company: string
  let rates: string
  beforeAll(async () => {
    const { id } = await aCompany(owner)
    company = `/api/company/${id}`
    rates = `${company}/pay-rates?include_employees=`
    await owner.post(`${company}/pay-rates`, { description: 'Saturday', multiplier: 1.5 })
  })
  const shown = async (word: string) => {
    const { status, body } = await owner.get(rates + word)
    expect(status).toBe(200)
    return body[0].employees !== undefined
  }

  it('are understood as the languages of clients write them', async () => {
    for (const word of ['true', 'True', 'TRUE', '1']) expect(await shown(word), word).toBe(true)
    for (const word of ['false', 'False', '0']) expect(await shown(word), word).toBe(false)
  })

  it('take null where the parameter does, and nothing else', async () => {
    const pays = (word: string) => owner.get(`${company}/pays?group_by_pay_run=${word}`)
    expect((await pays('null')).status).toBe(200)
    expect((await pays('perhaps')).status).toBe(422)
    expect((await owner.get(`${rates}null`)).status).toBe(422)
  })
})

describe('other statuses', () => {
  it('answers 413 with a sentence when the body is too large', async () => {
    const answer = await owner.put(create, { legal_name: 'x'.repeat(1_100_000) })
    expect(answer.status).toBe(413)
    expect(answer.body.detail).toContain('too large')
  })

  it('answers an address that cannot be read in the same shape, with an id', async () => {
    const bad = await owner.get('/api/company/%zz')
    expect(bad).toMatchObject({ status: 400, body: { detail: 'The address is not a valid URL.' } })
    expect(bad.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    const long = await owner.get(`/api/company/${'9'.repeat(500)}`)
    expect(long).toMatchObject({ status: 404, body: { detail: 'Not Found' } })
  })

  it('answers HEAD as GET without a body, and OPTIONS with the methods', async () => {
    const head = await tasman.app.inject({ method: 'HEAD', url: '/api/health' })
    expect([head.statusCode, head.payload]).toEqual([200, ''])
    const options = await tasman.app.inject({ method: 'OPTIONS', url: '/api/company/create' })
    expect([options.statusCode, options.headers.allow]).toEqual([204, 'PUT, OPTIONS'])
  })

  it('lets only the origins of the settings read answers', async () => {
    const ask = (origin: string) =>
      tasman.app.inject({ method: 'GET', url: '/api/health', headers: { origin } })
    expect((await ask('https://app.example')).headers['access-control-allow-origin']).toBe(
      'https://app.example',
    )
    expect((await ask('https://evil.example')).headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('gives every answer a request id and the security headers', async () => {
    const { headers } = await tasman.clientWith().get('/api/nothing')
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain("default-src 'self'")
  })

  it('answers an unforeseen failure with 500, an id and no internals', async () => {
    await tasman.administer('alter table companies rename to companies_gone')
    const answer = await owner.get('/api/company/1')
    await tasman.administer('alter table companies_gone rename to companies')
    expect(answer.status).toBe(500)
    expect(answer.body).toMatchObject({
      error: 'Internal Server Error',
      request_id: answer.headers['x-request-id'],
    })
  })
})
