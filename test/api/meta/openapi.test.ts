import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formatsPlugin from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

  it('declares both security schemes', () => {
    expect(Object.values(document.components.securitySchemes).map((scheme: AnyJson) => scheme.type)).toEqual(
      expect.arrayContaining(['oauth2', 'http']),
    )
  })

  it('holds only examples that fit their schema', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    formatsPlugin.default(ajv as never)
    for (const [name, check] of Object.entries(FORMAT_CHECKS))
      ajv.addFormat(name, { type: 'string', validate: (text: string) => check(text) === null })
    ajv.addSchema({ $id: 'doc', components: document.components })
    const wrong: string[] = []
    let count = 0
    const walk = (node: AnyJson, place: string): void => {
      if (node === null || typeof node !== 'object') return
      if (Array.isArray(node.examples) && (node.type || node.anyOf || node.properties)) {
        const schema = JSON.parse(JSON.stringify(node).replaceAll('"#/components', '"doc#/components'))
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
    const page = await tasman.clientWith().get('/api/docs/')
    expect(page.status).toBe(200)
    expect(page.body).not.toMatch(/(src|href)="https?:/)
    expect((await tasman.clientWith().get('/api/docs/js/scalar.js')).status).toBe(200)
    // Nothing of the page's maker: no tools to share, deploy or ask a model with (audit: partner 11).
    expect(page.body).toMatch(/"showDeveloperTools":\s*"never"/)
    expect(page.body).toMatch(/"agent":\s*\{\s*"disabled":\s*true/)
    expect(page.body).toMatch(/"mcp":\s*\{\s*"disabled":\s*true/)
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
