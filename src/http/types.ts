import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { Company } from '../database/tables/companies.ts'
import type { CompanyAnswer, RouteScope } from './access.ts'
import type { Caller } from './caller.ts'
import type { LimitClass } from './limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route that is not public. */
    caller: Caller
    /** Set on every route whose config names `company`. */
    company: Company
  }
  interface FastifyContextConfig {
    scope?: RouteScope
    limit?: LimitClass
    company?: CompanyAnswer
    /** Open to a person whose role covers named companies although the path names none: what it reads follows `caller.companies`. */
    isByCompany?: true
    /** Error statuses beyond those every route has (401, 403, 422, 429, 500, 503). */
    errors?: readonly number[]
    /** `error`: every error body is `{error}` (branding and asset upload), not `{detail}` or the 10422 shape. */
    errorShape?: 'error'
    /** Its answers carry the version of the record as `ETag`. Status 412 among `errors`: it takes `If-Match`. */
    etag?: true
    /** A missing body counts as `{}`. */
    emptyBody?: true
  }
}

/** The HTTP application as features see it. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>
