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
    /** Set on every route whose config has `company`. */
    company: Company
    /** The body contains a masked number. */
    holdsMasks?: boolean
  }
  interface FastifyContextConfig {
    scope?: RouteScope
    limit?: LimitClass
    company?: CompanyAnswer
    /**
     * Open to people with roles by company, although the path has no company. The handler filters by
     * `caller.companies`.
     */
    isByCompany?: true
    /** Error statuses in addition to those of every route (401, 403, 422, 429, 500, 503). */
    errors?: readonly number[]
    /**
     * With `error`, every error body is `{error}` (branding and asset upload), not `{detail}` or the 10422
     * format.
     */
    errorShape?: 'error'
    /**
     * The responses have the record's version as `ETag`. With status 412 among `errors`, the route accepts
     * `If-Match`.
     */
    etag?: true
    /** The operation is deprecated. Its responses say since when, until when, and what to use instead. */
    deprecated?: { since: string; sunset: string; instead: string }
    /** A missing body counts as `{}`. */
    emptyBody?: true
    /**
     * The response may contain tax or bank account numbers, so reading it is recorded. Set from the schema,
     * and by routes for files and documents.
     */
    showsNumbers?: true
    /** The call reveals numbers, so they are not masked on screens either. */
    isRevealing?: true
    /** The person may first have to enter the password or second factor again, if the account requires it. */
    asksProof?: true
    /** People read their own numbers here. */
    isOwnData?: true
    /** A company may require two people for this. The route then responds with 202. */
    approvable?: true
    /** The route replaces masks in the body with the stored numbers. */
    unmask?: true
  }
}

/** The type of the HTTP application for features. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>
