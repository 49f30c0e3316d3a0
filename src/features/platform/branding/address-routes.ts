import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { AddressesInput, AddressesView } from './address-schema.ts'
import { changeAddresses, readAddresses, verifyAddresses } from './addresses.ts'
import type { BrandingRoutes } from './route-options.ts'

const route = routeFor('branding')

/** Reads, changes and verifies a customer's own sender and web address. */
export function addAddressRoutes(app: App, service: Service, of: BrandingRoutes): void {
  const shared = {
    path: `${of.path}/addresses`,
    errorShape: 'error' as const,
    response: { 200: AddressesView },
  }
  route(app, {
    ...shared,
    method: 'GET',
    operationId: `get${of.name}Addresses`,
    summary: 'The sender address and the web address',
    description: 'With the DNS records that prove their domains.',
    scope: of.read,
    errors: of.errors,
    handler: async (request) => readAddresses(service, await of.customerOf(request)),
  })

  route(app, {
    ...shared,
    method: 'PUT',
    operationId: `update${of.name}Addresses`,
    summary: 'Set the sender address and the web address',
    description:
      'Omitted members do not change; null clears. A changed address is used only after it is verified. 409 where the operator does not allow own addresses.',
    body: AddressesInput,
    scope: of.write,
    errors: [409, ...of.errors],
    handler: async (request) => changeAddresses(service, await of.customerOf(request), request.body),
  })

  route(app, {
    ...shared,
    path: `${of.path}/addresses/verify`,
    method: 'POST',
    operationId: `verify${of.name}Addresses`,
    summary: 'Look for the DNS records of the addresses',
    description: 'The service uses an address while its DNS record exists, and checks every day.',
    scope: of.write,
    errors: [409, ...of.errors],
    handler: async (request) => verifyAddresses(service, await of.customerOf(request)),
  })
}
