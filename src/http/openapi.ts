import type { RouteOptions } from 'fastify'
import { Type } from 'typebox'
import { memoizeByKey } from '../kernel/values/memoize-by-key.ts'
import type { Json, JsonObject } from './json.ts'
import { finishDocument } from './openapi-finish.ts'
import { TAGS } from './openapi-tags.ts'
import { closed, component, ERROR_ANSWERS, ErrorBody } from './schema.ts'
import type { App } from './types.ts'

const COMMON_ERRORS = [422, 429, 500, 503]
const PROTECTED_ERRORS = [401, 403]

const Waiting = component(
  'ApprovalWaiting',
  closed(
    {
      approval_id: Type.Integer(),
      state: Type.Literal('waiting'),
      kind: Type.String(),
      summary: Type.String({ description: 'The effect, in words.' }),
    },
    {
      description: 'The company requires a second person to approve it: `GET /api/approvals/{approval_id}`.',
    },
  ),
)

/** Adds the possible error responses to every route, so no route has to repeat them. */
export function addErrorAnswers(app: App): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    const schema = route.schema as
      | ({ hide?: boolean; response?: Record<string, unknown> } & object)
      | undefined
    if (!schema || schema.hide) return
    const { scope, errors = [] } = route.config ?? {}
    const own = schema.response ?? {}
    const statuses = [...COMMON_ERRORS, ...(scope === 'public' ? [] : PROTECTED_ERRORS), ...errors]
    if ('body' in schema) statuses.push(413)
    if (route.config?.company) statuses.push(route.config.company === 'owner' ? 400 : 404)
    if (route.config?.approvable) own[202] ??= Waiting
    for (const status of statuses) {
      const answer = ERROR_ANSWERS[status]
      const shape = route.config?.errorShape === 'error' ? ErrorBody : answer?.schema
      if (answer && !(status in own)) own[status] = { description: answer.meaning, ...shape }
    }
    schema.response = own
    const security = scope === 'public' || scope === undefined ? [] : scope === 'any-token' ? [] : [scope]
    Object.assign(schema, {
      security: scope === 'public' ? [] : [{ oauth2: security }, { bearer: [] }],
      'x-limited': route.config?.limit !== 'none',
      ...(route.config?.emptyBody ? { 'x-empty-body': true } : {}),
      ...(route.config?.etag ? { 'x-etag': true } : {}),
    })
  })
}

const INTRODUCTION = `Payroll for Australian and New Zealand employers: companies, employees, pays, terminations, reporting, webhooks and reseller checkout. Every figure of a pay can be explained.

## Start here

1. **Sign in** with OAuth 2.0 (authorization code, PKCE). A service with demo data has an application ready: \`demo-client\`, secret \`demo-secret\`; sign in as \`owner@demo.example\` with \`demo-password\`. One token for trying: \`npm run -s token\`.
2. **Read** \`GET /api/company\` and \`GET /api/company/{company_id}/employees\`.
3. **Preview a pay**: \`PUT /api/company/{company_id}/pays/create?dry_run=true\` does all the work and stores nothing. Omit \`dry_run\` and it is processed; \`…/explanation\` explains each figure.
4. **Listen**: \`POST /api/webhooks\`. Messages are signed.

The typed client \`@tasman/client\`, the command line \`tasman\`, an MCP server, an example application and the guides are in the repository; a sandbox customer has a clock that you can move.

## Requests

JSON in UTF-8. Strings must not contain control characters, text-direction marks or lone surrogates; they are stored in Unicode normal form C, and only notes may have several lines. Dates are between 1900 and 2199. A decimal may be sent as a number or as a string, within the same bounds. Unknown members and unknown query keys return 422, and so does a member or a query key that is sent twice. Operations that compare versions list \`If-Match\`; others refuse it with 422.

## Limits and errors

Limits count per application and customer, for calls without a token per IP address. Every counted response has \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\`; 429 and 503 have \`Retry-After\`. 401 is not counted. Errors have one of three shapes (\`detail\`, the 10422 shape with places, \`error\`): branch on the status or on \`code\`. \`X-Request-Id\` finds a request in the log.`

/** The parts of the OpenAPI document that do not belong to a route. */
export const DOCUMENT = {
  openapi: '3.1.0',
  info: {
    title: 'Tasman Payroll',
    version: '0.1.0',
    description: INTRODUCTION,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    contact: { name: 'The people who run this service' },
  },
  tags: [...TAGS],
  components: {
    securitySchemes: {
      oauth2: {
        type: 'oauth2' as const,
        description: 'OAuth 2.0 authorization code flow, with PKCE (S256). Tokens are sent as bearer tokens.',
        flows: {
          authorizationCode: {
            authorizationUrl: '/api/oauth/authorize',
            tokenUrl: '/api/oauth/token',
            refreshUrl: '/api/oauth/token',
            scopes: {
              openid: 'Identity; requested in every flow.',
              'payroll.read': 'Every GET on accessible companies.',
              'payroll.write': 'Every non-GET payroll call; also satisfies reads.',
              'partner.checkout.preview': 'Reseller only: dry runs and read-only discovery.',
              'partner.checkout.write': 'Reseller only: real orders, upgrades and trials.',
              'partner.checkout.cancel': 'Reseller only: cancelling orders or trials.',
              openapi: 'Accepted for backward compatibility; no endpoint requires it.',
            },
          },
        },
      },
      bearer: {
        type: 'http' as const,
        scheme: 'bearer',
        description: 'The access token of the OAuth flow: `Authorization: Bearer <ACCESS_TOKEN>`.',
      },
    },
  },
}

/** The document as it is served, built once from the routes. */
export const documentOf = memoizeByKey((app: App): JsonObject => {
  const whole = JSON.parse(JSON.stringify(app.swagger()))
  finishDocument(whole)
  return hoistComponents(whole)
})

/**
 * Turns the inline schemas with `x-component` into components and references. Routes keep whole schemas,
 * which are simple to validate and type. The document stays short and readable.
 */
function hoistComponents(document: JsonObject): JsonObject {
  const schemas: JsonObject = {}
  const walk = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(walk)
    if (node === null || typeof node !== 'object') return node
    const { 'x-component': name, ...rest } = node
    if (typeof name !== 'string') return mapValues(rest, walk)
    if (!(name in schemas)) {
      schemas[name] = {}
      schemas[name] = mapValues(withoutPrivateKeys(rest), walk)
    }
    return { $ref: `#/components/schemas/${name}` }
  }
  const paths = walk(document.paths ?? {})
  const webhooks = walk(document.webhooks ?? {})
  const components = document.components as JsonObject
  const ordered = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => a.localeCompare(b)))
  return strip({
    ...document,
    paths,
    webhooks,
    components: { ...components, schemas: ordered },
  }) as JsonObject
}

/** Replaces every reference with its component. A cycle keeps its reference. */
export function resolveReferences(node: Json, schemas: JsonObject, open: readonly string[] = []): Json {
  if (Array.isArray(node)) return node.map((item) => resolveReferences(item, schemas, open))
  if (node === null || typeof node !== 'object') return node
  const reference = node.$ref
  if (typeof reference !== 'string')
    return mapValues(node, (value) => resolveReferences(value, schemas, open))
  const name = reference.split('/').at(-1) ?? ''
  const target = schemas[name]
  if (target === undefined || open.includes(name)) return node
  return resolveReferences(target, schemas, [...open, name])
}

function strip(node: Json): Json {
  if (Array.isArray(node)) return node.map(strip)
  if (node === null || typeof node !== 'object') return node
  return mapValues(withoutPrivateKeys(node), strip)
}

const PRIVATE_KEYS = new Set(['x-sensitive', 'x-text', 'x-decimal'])

function withoutPrivateKeys(node: JsonObject): JsonObject {
  const { 'x-problem': problem, ...others } = node
  const rest = Object.fromEntries(Object.entries(others).filter(([key]) => !PRIVATE_KEYS.has(key)))
  if (typeof problem === 'string' && !('description' in rest)) rest.description = `This ${problem}.`
  return rest
}

function mapValues(node: JsonObject, change: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value)]))
}
