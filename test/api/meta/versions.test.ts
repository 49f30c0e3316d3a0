import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { breakingChanges } from '../../../scripts/breaking-changes.ts'
import { watchVersions } from '../../../src/http/versions.ts'
import { type AnyJson, startTestApp, type TestApp } from '../../support/app.ts'

const ROOT = join(import.meta.dirname, '../../..')
const readJson = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))

let tasman: TestApp
let document: AnyJson
beforeAll(async () => {
  tasman = await startTestApp()
  document = (await tasman.clientWith().get('/api/openapi.json')).body
})
afterAll(() => tasman.close())

describe('the release number', () => {
  it('is one number in packages, lock file, health and schema; the interface keeps its own', async () => {
    const { version } = readJson('package.json')
    for (const name of readdirSync(join(ROOT, 'packages'))) {
      const manifest = readJson(`packages/${name}/package.json`)
      expect([name, manifest.version]).toEqual([name, version])
      for (const [dependency, wanted] of Object.entries(manifest.dependencies ?? {}))
        if (dependency.startsWith('@tasman/')) expect(wanted).toBe(version)
    }
    expect(readJson('package-lock.json').version).toBe(version)
    expect((await tasman.clientWith().get('/api/health')).body.version).toBe(version)
    expect(document.info).toMatchObject({ version: '0.1.0', 'x-release': version })
    expect(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')).toContain(`## ${version}`)
  })
})

describe('Tasman-Version', () => {
  it('is optional, repeated in the answer, and refused when it is unknown', async () => {
    const anyone = tasman.clientWith()
    expect((await anyone.get('/api/health')).headers['tasman-version']).toBeUndefined()
    const named = await anyone.get('/api/health', undefined, { 'tasman-version': '2026-11-18' })
    expect([named.status, named.headers['tasman-version']]).toEqual([200, '2026-11-18'])
    for (const wrong of ['2020-01-01', 'latest', ''])
      expect((await anyone.get('/api/health', undefined, { 'tasman-version': wrong })).status).toBe(422)
  })
})

describe('a deprecated operation', () => {
  it('says since when, until when, and what to use', async () => {
    const app = fastify()
    watchVersions(app as never)
    const deprecated = { since: '2026-11-18', sunset: '2027-11-18', instead: '/api/new/{id}' }
    app.get('/api/old/:id', { config: { deprecated } }, async () => ({}))
    app.get('/api/new', async () => ({}))
    const { headers } = await app.inject('/api/old/7')
    expect(headers).toMatchObject({
      deprecation: `@${Date.parse('2026-11-18T00:00:00Z') / 1000}`,
      sunset: 'Thu, 18 Nov 2027 00:00:00 GMT',
      link: '</api/new/7>; rel="successor-version"',
    })
    expect((await app.inject('/api/new')).headers.deprecation).toBeUndefined()
  })
})

describe('breaking changes', () => {
  const body = {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: { name: { type: 'string', maxLength: 60 }, kind: { enum: ['a', 'b'] } },
  }
  const answer = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer' }, note: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
  }
  const base = (): AnyJson => ({
    paths: {
      '/things': {
        post: {
          operationId: 'addThing',
          security: [{ oauth2: ['payroll.write'] }],
          parameters: [{ in: 'query', name: 'dry_run', schema: { type: 'boolean' } }],
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          responses: { 201: { content: { 'application/json': { schema: structuredClone(answer) } } } },
        },
      },
    },
    components: { schemas: { Thing: structuredClone(body) } },
  })
  const breaksOf = (
    change: (operation: AnyJson, thing: AnyJson, shown: AnyJson, document: AnyJson) => void,
  ) => {
    const next = base()
    const { post } = next.paths['/things']
    change(post, next.components.schemas.Thing, post.responses[201].content['application/json'].schema, next)
    return breakingChanges(base(), next)
  }

  it.each<[string, Parameters<typeof breaksOf>[0]]>([
    ['an operation removed', (_o, _t, _s, whole) => delete whole.paths['/things'].post],
    ['an operation renamed', (o) => (o.operationId = 'createThing')],
    ['another scope', (o) => (o.security = [{ oauth2: ['payroll.read'] }])],
    ['a parameter removed', (o) => (o.parameters = [])],
    ['a parameter required', (o) => (o.parameters[0].required = true)],
    ['a new required parameter', (o) => o.parameters.push({ in: 'query', name: 'x', required: true })],
    ['a required body', (o) => (o.requestBody.required = true)],
    ['a media type removed', (o) => (o.requestBody.content = {})],
    ['a member of a request removed', (_o, t) => delete t.properties.kind],
    ['a member of a request required', (_o, t) => t.required.push('kind')],
    ['a tighter limit', (_o, t) => (t.properties.name.maxLength = 40)],
    ['a new pattern', (_o, t) => (t.properties.name.pattern = '^a')],
    ['a word of a request removed', (_o, t) => (t.properties.kind.enum = ['a'])],
    ['another type in a request', (_o, t) => (t.properties.name.type = 'integer')],
    ['a member of an answer removed', (_o, _t, s) => delete s.properties.note],
    ['a member of an answer that may be missing', (_o, _t, s) => (s.required = [])],
    ['another type in an answer', (_o, _t, s) => (s.properties.id.type = 'string')],
    ['null where it was not', (_o, _t, s) => (s.properties.id.type = ['integer', 'null'])],
    ['a status removed', (o) => (o.responses = { 200: o.responses[201] })],
  ])('%s is found', (_name, change) => {
    expect(breaksOf(change).length).toBeGreaterThan(0)
  })

  it.each<[string, Parameters<typeof breaksOf>[0]]>([
    ['nothing', () => undefined],
    ['a new optional member of a request', (_o, t) => (t.properties.extra = { type: 'string' })],
    ['a wider limit', (_o, t) => (t.properties.name.maxLength = 80)],
    ['a word more in a request', (_o, t) => t.properties.kind.enum.push('c')],
    ['a member less to be sent', (_o, t) => (t.required = [])],
    ['a new member of an answer', (_o, _t, s) => (s.properties.more = { type: 'string' })],
    ['a new optional parameter', (o) => o.parameters.push({ in: 'query', name: 'x', schema: {} })],
    ['an alternative less in an answer', (_o, _t, s) => (s.properties.note = { type: 'string' })],
    ['a new error', (o) => (o.responses[409] = {})],
  ])('%s breaks nothing', (_name, change) => {
    expect(breaksOf(change)).toEqual([])
  })

  it('of the last release: none', () => {
    const released = JSON.parse(
      gunzipSync(readFileSync(join(ROOT, 'docs/released-schema.json.gz'))).toString('utf8'),
    )
    expect(Object.keys(released.paths).length).toBeGreaterThan(100)
    expect(breakingChanges(released, document)).toEqual([])
  })
})
