import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyContextConfig,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify'
import { type TInteger, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { RouteScope } from './access.ts'
import { FEATURES, type FeatureName, type FeatureRoutes } from './features.ts'
import { closed, Id } from './schema.ts'
import type { App } from './types.ts'

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'

/** The parameter names in a path. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | NamesIn<Tail>
    : Rest
  : never
type IsId<Name> = Name extends 'id' | `${string}_id` ? Name : never
type Params<Path extends string, Own extends TProperties> = Own & {
  [Name in Exclude<IsId<NamesIn<Path>>, keyof Own>]: TInteger
}

type Schema<Path extends string, Own extends TProperties, Query, Body, Headers, Response> = {
  params: TObject<Params<Path, Own>>
  querystring: Query
  body: Body
  headers: Headers
  response: Response
}
type Options<Of extends object> = RouteShorthandOptions<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  RouteGenericInterface,
  unknown,
  Of,
  TypeBoxTypeProvider
>
type Handler<Of extends object> = RouteHandlerMethod<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  RouteGenericInterface,
  unknown,
  Of,
  TypeBoxTypeProvider
>

type Definition<Path extends string, Own extends TProperties, Query, Body, Headers, Response> = {
  method: Method
  path: Path
  operationId: string
  summary: string
  description: string
  /** The path parameters that are not ids of the service. All except `id` and `…_id` must be given. */
  params?: Own
  query?: Query
  body?: Body
  headers?: Headers
  response: Response
  /** The group in the OpenAPI document, if it differs from the feature's group. */
  tag?: string
  /** Media types of the request body and of the response. The default is JSON. */
  consumes?: string[]
  produces?: string[]
  /** Media types of a body that is read as bytes. */
  'x-body'?: string[]
  handler: Handler<Schema<Path, Own, Query, Body, Headers, Response>>
} & Omit<FastifyContextConfig, 'url' | 'method'> &
  Pick<
    Options<Schema<Path, Own, Query, Body, Headers, Response>>,
    'preValidation' | 'preHandler' | 'attachValidation' | 'errorHandler' | 'serializerCompiler' | 'bodyLimit'
  > &
  // A parameter without a schema would reach the handler unchecked.
  (Exclude<NamesIn<Path>, IsId<NamesIn<Path>> | keyof Own> extends never ? unknown : { params: Own })

/**
 * Registers the routes of one feature. The group and the rate limit come from the feature's folder, ids from
 * the path, the scope from the method, and the company from `:company_id`. A route that can respond with 412
 * accepts `If-Match`. A route can override any of these. The server adds error responses, body limits and
 * bounds to every route.
 */
export function routeFor(feature: FeatureName) {
  const { tag: groupTag, limit: groupLimit = 'default' }: FeatureRoutes = FEATURES[feature]
  return function route<
    const Path extends string,
    Response extends Record<number, TSchema>,
    Own extends TProperties = Record<never, never>,
    Query extends TSchema | undefined = undefined,
    Body extends TSchema | undefined = undefined,
    Headers extends TSchema | undefined = undefined,
  >(app: App, definition: Definition<Path, Own, Query, Body, Headers, Response>): void {
    const {
      method,
      path,
      operationId,
      summary,
      description,
      params,
      query,
      body,
      headers,
      response,
      ...rest
    } = definition
    const { tag = groupTag, consumes, produces, 'x-body': bytes, handler, ...others } = rest
    const {
      scope = scopeOf(method),
      limit = groupLimit,
      company,
      isByCompany,
      errors,
      errorShape,
      emptyBody,
      showsNumbers,
      isRevealing,
      asksProof,
      isOwnData = feature === 'me' ? true : undefined,
      unmask,
      approvable,
      etag,
      deprecated,
      ...options
    } = others
    const names = namesIn(path)
    const schema = {
      operationId,
      summary,
      description,
      tags: [tag],
      params: names.length > 0 ? paramsOf(path, names, params) : undefined,
      querystring: query,
      body,
      headers: errors?.includes(412) ? withIfMatch(headers) : headers,
      response,
      consumes,
      produces,
      'x-body': bytes,
      deprecated: deprecated ? true : undefined,
    }
    const config = {
      scope,
      limit,
      company: company ?? (names.includes('company_id') ? 'owner' : undefined),
      isByCompany,
      errors,
      errorShape,
      emptyBody,
      showsNumbers,
      isRevealing,
      asksProof,
      isOwnData,
      unmask,
      approvable,
      etag,
      deprecated,
    }
    app.route({
      method,
      url: path,
      schema: given(schema),
      config: given(config),
      ...options,
      handler,
    } as Parameters<App['route']>[0])
  }
}

const IfMatch = Type.Optional(
  Type.String({
    maxLength: 2000,
    description:
      'The `ETag` of the version that this change is based on; returns 412 if the record has changed since. Omit it, or send `*`, to write regardless of the version.',
  }),
)

function withIfMatch(headers: TSchema | undefined): TObject {
  if (headers) throw new Error('a route that declares its own headers cannot take If-Match yet')
  return Type.Object({ 'if-match': IfMatch }, { additionalProperties: true })
}

const scopeOf = (method: Method): RouteScope => (method === 'GET' ? 'payroll.read' : 'payroll.write')

const namesIn = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

function paramsOf(path: string, names: readonly string[], own: TProperties = {}): TObject {
  const entries = names.map((name) => {
    const schema = own[name] ?? (/(?:^|_)id$/.test(name) ? Id : undefined)
    if (!schema) throw new Error(`the route ${path} says nothing about ${name}`)
    return [name, schema]
  })
  return closed(Object.fromEntries(entries))
}

/** Drops undefined members, because the framework reads `body: undefined` as a schema. */
function given<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T
}
