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
    /** The body holds the mask of a number somewhere. */
    holdsMasks?: boolean
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
    /** The operation will go: its answers say since when, until when, and what to use. */
    deprecated?: { since: string; sunset: string; instead: string }
    /** A missing body counts as `{}`. */
    emptyBody?: true
    /**
     * Tax or bank account numbers can be in the answer, so reading it is recorded; set by its schema, and by routes of files
     * and documents.
     */
    showsNumbers?: true
    /** Numbers are unmasked on screens too: this call reveals them. */
    isRevealing?: true
    /** A person may have to enter the password or second factor again first, where the account wants that. */
    asksProof?: true
    /** People read their own numbers. */
    isOwnData?: true
    /** A company may want two people for it: then it answers 202. */
    approvable?: true
    /** The route puts stored numbers back where the body holds their masks. */
    unmask?: true
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
