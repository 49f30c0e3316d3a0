import { Type } from 'typebox'
import { COUNTRY_CODES } from '../../../countries/index.ts'
import { routeFor } from '../../../http/route.ts'
import { closed, component, words } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { notFound } from '../../../kernel/problem.ts'
import { staleTables } from '../../../load-rates.ts'
import type { Service } from '../../../service.ts'
import { createDocumentReader } from './schema-pages.ts'
import { RELEASE } from './version.ts'

const route = routeFor('meta')

const Health = component(
  'Health',
  closed({
    status: words(['ok', 'unavailable'] as const),
    version: Type.String({ description: 'The release that runs.' }),
    region: words(COUNTRY_CODES),
    database: words(['ok', 'unreachable', 'exhausted', 'full'] as const, {
      description:
        '`unreachable`: no answer. `exhausted`: it answers, but has no free connection for the service. `full`: a write found no space within the last half minute; reading works.',
    }),
    rates: closed({
      status: words(['current', 'stale'] as const),
      stale: Type.Array(Type.String(), {
        description: 'Tables that are due to be checked against their source again.',
      }),
    }),
    time: Type.String(),
    is_draining: Type.Boolean({
      description: 'The process is about to stop: it answers current requests and starts no new work.',
    }),
  }),
)

const Liveness = component('Liveness', closed({ status: words(['ok'] as const) }))

const AnyJson = Type.Object({}, { additionalProperties: true })

/** Health, the OpenAPI document and its pages. */
export function metaRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    const reader = createDocumentReader(app)

    route(app, {
      method: 'GET',
      path: '/health',
      operationId: 'getHealth',
      summary: 'Whether the service can handle requests',
      description:
        'Returns 200 while requests can be served, otherwise 503 with the reason. Not rate limited; needs no token.',
      response: { 200: Health, 503: Health },
      scope: 'public',
      handler: async (_request, reply) => {
        const database = await service.database.condition()
        const stale = staleTables(service.rates, service.clock.today())
        const { isDraining } = service.readiness
        const isReady = database === 'ok' && !isDraining
        const answer = {
          status: isReady ? ('ok' as const) : ('unavailable' as const),
          version: RELEASE,
          region: service.settings.region,
          database,
          rates: { status: stale.length > 0 ? ('stale' as const) : ('current' as const), stale },
          time: service.clock.now().toISOString().slice(0, 19),
          is_draining: isDraining,
        }
        return reply.code(isReady ? 200 : 503).send(answer)
      },
    })

    route(app, {
      method: 'GET',
      path: '/health/live',
      operationId: 'getLiveness',
      summary: 'Whether the process runs, regardless of the database',
      description:
        'For an orchestrator that restarts a process which hangs. `/api/health` says whether to send it requests.',
      response: { 200: Liveness },
      scope: 'public',
      handler: async () => ({ status: 'ok' as const }),
    })

    route(app, {
      method: 'GET',
      path: '/openapi.json',
      operationId: 'getOpenapi',
      summary: 'The OpenAPI 3.1 document',
      description:
        'This document, built from the routes themselves: it describes exactly what they check and return.',
      response: { 200: AnyJson, 304: Type.Null({ description: 'The document of this `ETag` is current.' }) },
      scope: 'public',
      etag: true,
      serializerCompiler: () => JSON.stringify,
      handler: async ({ headers }, reply) => {
        const { plain, packed, tag } = reader.file()
        reply.headers({
          etag: tag,
          'cache-control': 'public, max-age=0, must-revalidate',
          vary: 'accept-encoding',
        })
        if (headers['if-none-match']?.includes(tag)) {
          reply.statusCode = 304
          return reply.send(Buffer.alloc(0))
        }
        reply.type('application/json; charset=utf-8')
        if (!/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.send(plain)
        return reply.header('content-encoding', 'gzip').send(packed)
      },
    })

    route(app, {
      method: 'GET',
      path: '/schema/components/:file',
      operationId: 'getSchemaComponent',
      summary: 'One schema of the document by its name',
      description:
        'The part of the document under `components.schemas` with this name, for example `Company.json`.',
      params: { file: Type.String({ pattern: '\\.json$' }) },
      query: closed({
        resolved: Type.Optional(Type.Boolean({ description: 'Resolve every reference.' })),
      }),
      response: { 200: AnyJson },
      scope: 'public',
      errors: [404],
      serializerCompiler: () => JSON.stringify,
      handler: async (request) => {
        const name = request.params.file.replace(/\.json$/, '')
        const schema = reader.component(name, request.query.resolved ?? false)
        if (schema === undefined) throw notFound(`There is no schema named ${name}.`)
        return schema
      },
    })

    route(app, {
      method: 'GET',
      path: '/schema/endpoints/:file',
      operationId: 'getSchemaEndpoint',
      summary: 'One operation with all its schemas inlined',
      description:
        'The slug is the operation id in kebab-case: `createPays` is `create-pays.json`. It contains no references.',
      params: { file: Type.String({ pattern: '\\.json$' }) },
      response: { 200: AnyJson },
      scope: 'public',
      errors: [404],
      serializerCompiler: () => JSON.stringify,
      handler: async (request) => {
        const slug = request.params.file.replace(/\.json$/, '')
        const endpoint = reader.endpoint(slug)
        if (!endpoint) throw notFound(`There is no operation named ${slug}.`)
        return endpoint
      },
    })
  }
}
