import { gunzipSync, gzipSync } from 'node:zlib'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formatsPlugin from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectionOf } from '../../../scripts/collection-of.ts'
import { EVENT_TYPES } from '../../../src/events/catalogue.ts'
import { FORMAT_CHECKS } from '../../../src/identifiers/index.ts'
import { type AnyJson, startTestApp, type TestApp } from '../../support/app.ts'

let tasman: TestApp
let document: AnyJson
beforeAll(async () => {
  tasman = await startTestApp()
  document = (await tasman.clientWith().get('/api/openapi.json')).body
})
afterAll(() => tasman.close())

const operations = (): { name: string; operation: AnyJson }[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as AnyJson).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation: operation as AnyJson,
    })),
  )

/** Knows our own formats and the components of the document. */
function createAjv() {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formatsPlugin.default(ajv as never)
  for (const [name, check] of Object.entries(FORMAT_CHECKS))
    ajv.addFormat(name, { type: 'string', validate: (text: string) => check(text) === null })
  ajv.addSchema({ $id: 'doc', components: document.components })
  return ajv
}

const placed = (schema: AnyJson) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"doc#/components'))

describe('the OpenAPI document', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const result = await new Validator().validate(structuredClone(document))
    expect(result.errors ?? []).toEqual([])
    expect(document.info.version).toBe('0.1.0')
  })

  it('gives every operation an id of its own, a summary and tags', () => {
    const poor = operations().filter(({ operation: o }) => !o.operationId || !o.summary || !o.tags?.length)
    expect(poor.map(({ name }) => name)).toEqual([])
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('gives every operation its error answers', () => {
    const poor = operations().filter(({ operation }) => {
      const needed =
        operation.security.length > 0
          ? ['401', '403', '422', '429', '500', '503']
          : ['422', '429', '500', '503']
      return needed.some((status) => !(status in operation.responses))
    })
    expect(poor.map(({ name }) => name)).toEqual([])
  })

  it('describes every operation, in words of its own', () => {
    const poor = operations().filter(({ operation: o }) => !o.description || /`/.test(o.summary))
    expect(poor.map(({ name }) => name)).toEqual([])
    const responses = operations().flatMap(({ name, operation }) =>
      Object.entries<AnyJson>(operation.responses).map(([status, response]) => ({ name, status, response })),
    )
    expect(responses.filter(({ response }) => response.description === 'Default Response')).toEqual([])
    expect(document.tags.map(({ name }: AnyJson) => name)).toEqual(
      expect.arrayContaining(operations().flatMap(({ operation }) => operation.tags)),
    )
  })

  it('gives every body and every answer in JSON an example that fits', () => {
    const ajv = createAjv()
    const checks = new Map<string, (example: unknown) => boolean>()
    // Most errors share their schema: each is compiled once.
    const fits = (schema: AnyJson, example: unknown) => {
      const key = JSON.stringify(schema)
      const check = checks.get(key) ?? ajv.compile(placed(schema))
      checks.set(key, check)
      return check(example)
    }
    const wrong: string[] = []
    for (const { name, operation } of operations())
      for (const [place, holder] of [
        ['body', operation.requestBody],
        ...Object.entries(operation.responses),
      ]) {
        const media = (holder as AnyJson)?.content?.['application/json']
        if (!media) continue
        const several = Object.values<AnyJson>(media.examples ?? {}).map(({ value }) => value)
        const examples = media.example === undefined ? several : [media.example]
        if (examples.length === 0) wrong.push(`${name} ${place}: no example`)
        for (const example of examples)
          if (!fits(media.schema, example)) wrong.push(`${name} ${place}: ${JSON.stringify(example)}`)
      }
    expect(wrong).toEqual([])
  })

  it('shows real answers: a pay that adds up, and no placeholders', () => {
    const pay =
      document.paths['/api/company/{company_id}/pays/{pay_id}'].get.responses[200].content['application/json']
        .example
    const cents = (rows: AnyJson[], member: string) =>
      rows.reduce((sum, row) => sum + Math.round(row[member] * 100), 0)
    const earned =
      cents(pay.hours, 'pay_amount') + cents(pay.leave, 'amount') + cents(pay.allowances, 'total_amount')
    expect(pay.hours.length).toBeGreaterThan(0)
    expect(earned - cents(pay.pay_sacrifices, 'amount')).toBe(Math.round(pay.gross * 100))
    const kept = Math.round(pay.tax * 100) + cents(pay.deductions, 'amount')
    expect(Math.round(pay.gross * 100) - kept).toBe(Math.round(pay.net * 100))
    const examples = operations().flatMap(({ operation }) =>
      [operation.requestBody, ...Object.values<AnyJson>(operation.responses)].flatMap((holder) =>
        Object.values<AnyJson>(holder?.content ?? {}).map(({ example }) => JSON.stringify(example ?? null)),
      ),
    )
    expect(examples.filter((text) => /"(?:example|todo)"(?!:)/i.test(text))).toEqual([])
  })

  it('says which headers come with limits, and real media types', () => {
    const of = (path: string, method: string) => document.paths[path][method]
    const pays = of('/api/company/{company_id}/pays/create', 'put')
    expect(Object.keys(pays.responses[429].headers)).toEqual(
      expect.arrayContaining(['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']),
    )
    expect(Object.keys(pays.responses[503].headers)).toContain('Retry-After')
    expect(pays.parameters.map(({ name }: AnyJson) => name)).toContain('Idempotency-Key')
    const file = of('/api/company/{company_id}/pay-runs/{pay_run_id}/bank-file', 'get')
    expect(Object.keys(file.responses[200].content)).toEqual(['text/plain'])
    const slip = of('/api/company/{company_id}/pays/{pay_id}/payslip', 'get')
    expect(Object.keys(slip.responses[404].content)).toEqual(['application/json'])
    const logo = of('/api/branding/logo', 'put')
    expect(Object.keys(logo.requestBody.content)).toEqual(['image/png', 'image/jpeg'])
    expect(of('/api/health', 'get').security).toEqual([])
  })

  it('lets errors say their own words', () => {
    const said = (path: string, method: string, status: number) =>
      document.paths[path][method].responses[status].content['application/json'].example
    expect(said('/api/company', 'get', 401)).toMatchObject({ detail: 'Not authenticated' })
    expect(said('/api/company', 'get', 503)).toMatchObject({ error: 'Service temporarily overloaded' })
    expect(said('/api/company', 'get', 500)).toMatchObject({ error: 'Internal Server Error' })
    expect(said('/api/company/create', 'put', 413).detail).toContain('too large')
    expect(said('/api/webhooks', 'post', 403).detail).toBeTruthy()
  })

  it('becomes a collection with every operation', () => {
    const collection = collectionOf(document) as AnyJson
    const requests = collection.item.flatMap(({ item }: AnyJson) => item)
    expect(requests).toHaveLength(operations().length)
    const create = requests.find(({ request }: AnyJson) => request.url.raw.endsWith('/pays/create'))
    expect(JSON.parse(create.request.body.raw)[0].employee_id).toEqual(expect.any(Number))
  })

  it('describes each event as a webhook with its own type and record', () => {
    expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES])
    const { schema } = document.webhooks['pay.created'].post.requestBody.content['application/json']
    expect(schema).toEqual({ $ref: '#/components/schemas/PayCreatedEvent' })
    const { properties } = document.components.schemas.PayCreatedEvent
    expect([properties.type.const, properties.data.$ref]).toEqual(['pay.created', '#/components/schemas/Pay'])
    for (const name of ['Company', 'Employee', 'Pay']) expect(document.components.schemas[name]).toBeDefined()
  })

  it('is sent compressed, and not again while it is the same', async () => {
    const anyone = tasman.clientWith()
    const whole = await anyone.get('/api/openapi.json')
    const packed = await tasman.app.inject({
      url: '/api/openapi.json',
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(packed.rawPayload).toString('utf8'))).toEqual(whole.body)
    expect(packed.rawPayload.length).toBeLessThan(whole.raw.length / 8)
    const tag = whole.headers.etag ?? ''
    const again = await anyone.get('/api/openapi.json', undefined, { 'if-none-match': tag })
    expect([again.status, again.raw.length]).toEqual([304, 0])
  })

  it('declares both security schemes', () => {
    expect(Object.values(document.components.securitySchemes).map((scheme: AnyJson) => scheme.type)).toEqual(
      expect.arrayContaining(['oauth2', 'http']),
    )
  })

  it('holds only examples that fit their schema', () => {
    const ajv = createAjv()
    const wrong: string[] = []
    let count = 0
    const walk = (node: AnyJson, place: string): void => {
      if (node === null || typeof node !== 'object') return
      if (Array.isArray(node.examples) && (node.type || node.anyOf || node.properties)) {
        const schema = placed(node)
        for (const example of node.examples) {
          count += 1
          if (!ajv.validate(schema, example)) wrong.push(`${place}: ${ajv.errorsText()}`)
        }
      }
      for (const [key, value] of Object.entries(node)) if (key !== 'examples') walk(value, `${place}/${key}`)
    }
    walk(document, '')
    expect(wrong).toEqual([])
    expect(count).toBeGreaterThan(3)
  })

  it('serves each component alone, and with every reference in place', async () => {
    const client = tasman.clientWith()
    for (const name of Object.keys(document.components.schemas)) {
      const plain = await client.get(`/api/schema/components/${name}.json`)
      expect([name, plain.status]).toEqual([name, 200])
      const resolved = await client.get(`/api/schema/components/${name}.json?resolved=true`)
      expect(JSON.stringify(resolved.body)).not.toContain('#/components/schemas')
    }
    expect((await client.get('/api/schema/components/Nothing.json')).status).toBe(404)
  })

  it('serves each operation by its slug', async () => {
    for (const { operation } of operations()) {
      const slug = operation.operationId.replace(/[A-Z]/g, (letter: string) => `-${letter.toLowerCase()}`)
      const answer = await tasman.clientWith().get(`/api/schema/endpoints/${slug}.json`)
      expect([slug, answer.status]).toEqual([slug, 200])
    }
  })

  it('has a human page that loads nothing from another host', async () => {
    const index = await tasman.clientWith().get('/api/docs/')
    expect(index.status).toBe(200)
    // The page needs no script: every operation in plain HTML.
    expect(index.body).not.toMatch(/<script|(src|href)="https?:/)
    for (const { operation } of operations()) expect(index.body).toContain(`id="${operation.operationId}"`)
    expect(Buffer.byteLength(gzipSync(index.body))).toBeLessThan(60_000)
    const again = await tasman
      .clientWith()
      .get('/api/docs/', undefined, { 'if-none-match': index.headers.etag ?? '' })
    expect(again.status).toBe(304)
    const page = await tasman.clientWith().get('/api/docs/reference')
    expect(page.status).toBe(200)
    expect(page.body).not.toMatch(/(src|href)="https?:/)
    expect((await tasman.clientWith().get('/api/docs/js/scalar.js')).status).toBe(200)
    // No features of the page's vendor: no tools to share, deploy or ask a model (audit: partner 11).
    expect(page.body).toMatch(/"showDeveloperTools":\s*"never"/)
    expect(page.body).toMatch(/"agent":\s*\{\s*"disabled":\s*true/)
    expect(page.body).toMatch(/"mcp":\s*\{\s*"disabled":\s*true/)
    // The demo application is pre-filled, and the vendor's tools are off.
    expect(page.body).toContain('demo-client')
    expect(document.info.description).toContain('## Start here')
  })

  it('titles are plain words, and the bare address leads to the app', async () => {
    const { body } = await tasman.clientWith().get('/api/openapi.json')
    const titles = Object.values(body.paths).flatMap((item) =>
      Object.values(item as Record<string, { summary: string }>).map((operation) => operation.summary),
    )
    expect(titles.filter((title) => title.includes('`'))).toEqual([])
    const root = await tasman.clientWith().get('/')
    expect([root.status, root.headers.location]).toEqual([302, '/app'])
  })
})
