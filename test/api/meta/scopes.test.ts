import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scopeOf, scopesPage } from '../../../scripts/scopes-page.ts'
import { type AnyJson, startTestApp, type TestApp } from '../../support/app.ts'

let tasman: TestApp
let document: AnyJson
beforeAll(async () => {
  tasman = await startTestApp()
  document = (await tasman.clientWith().get('/api/openapi.json')).body
})
afterAll(() => tasman.close())

const operations = () =>
  Object.entries<AnyJson>(document.paths).flatMap(([path, item]) =>
    Object.entries<AnyJson>(item).map(([method, operation]) => ({ path, method, operation })),
  )

describe('the scope of each operation', () => {
  it('is what docs/scopes.md says', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/scopes.md'), 'utf8')
    expect(page).toBe(scopesPage(document))
  })

  it('is payroll.write for every payroll operation that is not a GET', () => {
    const other = operations()
      .filter(({ method, operation }) => method !== 'get' && scopeOf(operation) === '`payroll.read`')
      .map(({ operation }) => operation.operationId)
    expect(other).toEqual([])
  })

  it('is asked for: a token with the scope openid alone is refused with 403 and the scope by name', async () => {
    const client = await tasman.clientFor('owner', { scope: 'openid' })
    const open: string[] = []
    for (const { path, method, operation } of operations()) {
      const scope = operation.security[0]?.oauth2?.[0]
      if (!scope || scope === 'openid') continue
      const url = path.replace(/\{(\w+)\}/g, '1')
      const answer = await client[method as 'get'](url, method === 'get' ? undefined : {})
      // API management and self-service first report that the role is wrong.
      const isRefused = answer.status === 403
      const names = String(answer.headers['www-authenticate']).includes(`scope="${scope}"`)
      const isByRole = answer.body.code === 'role_not_allowed'
      if (!isRefused || !(names || isByRole)) open.push(`${method} ${path}: ${answer.status}`)
    }
    expect(open).toEqual([])
  })
})

describe('versions of records', () => {
  const header = (operation: AnyJson) =>
    (operation.parameters ?? []).some(
      ({ in: place, name }: AnyJson) => place === 'header' && name === 'If-Match',
    )
  const hasTag = (operation: AnyJson) => 'ETag' in (operation.responses[200]?.headers ?? {})

  it('a write takes If-Match wherever its address is read with an ETag', () => {
    const tagged = Object.entries<AnyJson>(document.paths).filter(([, item]) => item.get && hasTag(item.get))
    expect(tagged.map(([path]) => path)).toEqual(
      expect.arrayContaining([
        '/api/company/{company_id}',
        '/api/company/{company_id}/pays/{pay_id}',
        '/api/employees/{employee_id}',
      ]),
    )
    const missing = tagged.flatMap(([path, item]) =>
      Object.entries<AnyJson>(item)
        .filter(([method, operation]) => method !== 'get' && !header(operation))
        .map(([method]) => `${method} ${path}`),
    )
    expect(missing).toEqual([])
  })

  it('an operation declares If-Match exactly when it can answer 412', () => {
    const other = operations().filter(({ operation }) => header(operation) !== '412' in operation.responses)
    expect(other.map(({ operation }) => operation.operationId)).toEqual([])
  })

  it('every other write refuses If-Match with 422, except `*`, which compares nothing', async () => {
    const owner = await tasman.clientFor('owner')
    const writes = operations().filter(
      ({ method, path, operation }) =>
        method !== 'get' && path.startsWith('/api/') && !path.includes('/oauth/') && !header(operation),
    )
    expect(writes.length).toBeGreaterThan(100)
    const isRefused = ({ status, body }: { status: number; body: unknown }) =>
      status === 422 && JSON.stringify(body).includes('If-Match is not supported')
    const open: string[] = []
    for (const { path, method } of writes) {
      const url = path.replace(/\{(\w+)\}/g, '999999')
      const send = (tag: string) => owner[method as 'patch'](url, undefined, { 'if-match': tag })
      const guarded = await send('"7"')
      const isByRole = guarded.status === 403
      if (!(isRefused(guarded) || isByRole) || isRefused(await send('*')))
        open.push(`${method} ${path}: ${guarded.status}`)
    }
    expect(open).toEqual([])
  })

  it('a company, a pay and their deletion are guarded, and a write answers the next version', async () => {
    const owner = await tasman.clientFor('owner')
    const company = (
      await owner.put('/api/company/create', {
        legal_name: 'Tagged Pty Ltd',
        abn: '51824753556',
        phone: '02 5550 1234',
        postcode: '2000',
      })
    ).body
    const url = `/api/company/${company.id}`
    const read = await owner.get(url)
    const changed = await owner.patch(
      url,
      { trading_name: 'Tagged' },
      { 'if-match': read.headers.etag ?? '' },
    )
    expect(changed.status).toBe(200)
    expect(changed.headers.etag).toBe((await owner.get(url)).headers.etag)
    expect(changed.headers.etag).not.toBe(read.headers.etag)
    const stale = { 'if-match': read.headers.etag ?? '' }
    expect((await owner.patch(url, { trading_name: 'Other' }, stale)).status).toBe(412)
    expect((await owner.delete(url, undefined, stale)).status).toBe(412)
    expect((await owner.delete(url, undefined, { 'if-match': changed.headers.etag ?? '' })).status).toBe(204)
  })
})
