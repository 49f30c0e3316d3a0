import type { FastifyRequest } from 'fastify'
import type { RouteScope } from '../../../http/access.ts'

/** Options of a set of branding routes: the customer they are for, and who may use them. */
export type BrandingRoutes = {
  path: string
  /** The ending of the operation ids: `Branding` or `ClientBranding`. */
  name: string
  read: RouteScope
  write: RouteScope
  /** Additional error statuses of all these routes. */
  errors: number[]
  customerOf(request: FastifyRequest): number | Promise<number>
  /** Refuses callers by role, before the body is read. */
  guard?(request: FastifyRequest): void
}
