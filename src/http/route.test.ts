import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import fastify, { type RouteOptions } from 'fastify'
import { Type } from 'typebox'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { FEATURES } from './features.ts'
import { TAGS } from './openapi-tags.ts'
import { routeFor } from './route.ts'
import type { App } from './types.ts'

const words = { operationId: 'op', summary: 'Summary', description: 'Description.' }
const response = { 200: Type.Object({}) }
const handler = async () => ({})

function registered(register: (app: App) => void): RouteOptions {
  const app = fastify({ exposeHeadRoutes: false }) as unknown as App
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  register(app)
  return routes[0] as RouteOptions
}

describe('a route', () => {
  it('takes its group and rate limit from the feature, ids and company from the path, the scope from the method', () => {
    const { schema, config } = registered((app) =>
      routeFor('payments')(app, {
        method: 'GET',
        path: '/company/:company_id/payments/files/:file_id',
        ...words,
        response,
        handler: async ({ params }) => {
          expectTypeOf(params).toEqualTypeOf<{ company_id: number; file_id: number }>()
          return {}
        },
      }),
    )
    expect(schema).toMatchObject({
      tags: ['Payments'],
      params: {
        properties: { company_id: { type: 'integer' }, file_id: { type: 'integer' } },
        required: ['company_id', 'file_id'],
        additionalProperties: false,
      },
    })
    expect(config).toMatchObject({ scope: 'payroll.read', limit: 'pays', company: 'owner' })
  })

  it('needs payroll.write for every method but GET', () => {
    for (const method of ['PUT', 'POST', 'PATCH', 'DELETE'] as const) {
      const route = registered((app) =>
        routeFor('companies')(app, { method, path: '/company', ...words, response, handler }),
      )
      expect(route.config?.scope).toBe('payroll.write')
    }
  })

  it('says otherwise where it differs', () => {
    const { schema, config } = registered((app) =>
      routeFor('companies')(app, {
        method: 'PATCH',
        path: '/company/:company_id/:kind',
        ...words,
        tag: 'Pays',
        params: { kind: Type.String() },
        response,
        scope: 'openid',
        limit: 'lookup',
        company: 'written',
        handler,
      }),
    )
    expect(schema).toMatchObject({ tags: ['Pays'], params: { properties: { kind: { type: 'string' } } } })
    expect(config).toMatchObject({ scope: 'openid', limit: 'lookup', company: 'written' })
  })

  it('is refused when a parameter of its path is no id and has no schema', () => {
    expect(() =>
      registered((app) =>
        // @ts-expect-error: the compiler requires `params`, too.
        routeFor('companies')(app, { method: 'GET', path: '/company/:kind', ...words, response, handler }),
      ),
    ).toThrow('the route /company/:kind says nothing about kind')
  })
})

describe('the features', () => {
  const folder = join(import.meta.dirname, '../features')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /routes\.ts$/.test(path),
  )

  it('name their own folder in their routes', () => {
    const wrong = files.flatMap((path) =>
      [...readFileSync(join(folder, path), 'utf8').matchAll(/routeFor\('([^']+)'\)/g)]
        .filter(([, name]) => name !== basename(dirname(path)))
        .map(([call]) => `${path}: ${call}`),
    )
    expect(wrong).toEqual([])
  })

  it('have a folder and a described group each', () => {
    const folders = new Set(files.map((path) => basename(dirname(path))))
    const described = new Set(TAGS.map(({ name }) => name))
    for (const [feature, { tag }] of Object.entries(FEATURES)) {
      expect(folders, feature).toContain(feature)
      expect(described, tag).toContain(tag)
    }
  })
})
