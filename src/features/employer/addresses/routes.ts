import { type Static, Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import { closed, component } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'

const route = routeFor('addresses')

const part = Type.Unsafe<string | null>({ type: ['string', 'null'] })

export const AddressSuggestions = component(
  'AddressSuggestions',
  closed({
    results: Type.Array(
      closed({
        formatted: Type.String(),
        address1: part,
        city: Type.String(),
        state: part,
        postcode: part,
        country: Type.String(),
      }),
      { description: 'Best first. Empty: no match, or the look-up is not available.' },
    ),
  }),
)

const Query = closed({
  text: Type.String({ minLength: 3, maxLength: 200, description: 'The text typed so far.' }),
  country: Type.Optional(
    Type.String({
      default: 'au,nz',
      pattern: '^\\s*[A-Za-z]{2}\\s*(,\\s*[A-Za-z]{2}\\s*)*$',
      'x-problem': 'must be country codes of 2 letters, separated by commas',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, default: 5 })),
  primary: Type.Optional(
    Type.String({
      maxLength: 2,
      default: '',
      description: 'A country to rank first; excludes nothing.',
    }),
  ),
})

/** Suggests Australian and New Zealand addresses as the user types. */
export function addressRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/address/autocomplete',
      operationId: 'autocompleteAddress',
      summary: 'Complete an address as it is typed',
      description: 'Street addresses and localities, best first.',
      query: Query,
      response: { 200: AddressSuggestions },
      limit: 'lookup',
      isByCompany: true,
      handler: async ({ query }) => ({
        results: await service.ports.addressLookup.suggest(readQuery(query)),
      }),
    })
  }
}

function readQuery({ text, country = 'au,nz', limit = 5, primary = '' }: Static<typeof Query>) {
  const countries = country.split(',').map((code) => code.trim().toUpperCase())
  return { text, countries, limit, primary: primary.trim().toUpperCase() }
}
