import { forbidden, notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { registerBranding } from '../../platform/branding/routes.ts'
import { isClientOf } from './queries.ts'

/** The branding of a reseller's clients. */
export function clientBrandingRoutes(service: Service) {
  return registerBranding(service, {
    path: '/partner-checkout/clients/:id/branding',
    name: 'ClientBranding',
    read: 'partner.checkout.preview',
    write: 'partner.checkout.write',
    errors: [404],
    async customerOf({ caller, params }) {
      if (!caller.isReseller) throw forbidden('Only a reseller can use partner checkout.')
      const { id } = params as { id: number }
      if (!(await isClientOf(service.database.query, caller.customerId, id)))
        throw notFound('You have no such client.')
      return id
    },
  })
}
