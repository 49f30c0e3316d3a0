import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import { closed } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { changePayRate, createPayRate, readPayRates, removePayRate } from './company-rates.ts'
import { CompanyPayRateCreate, CompanyPayRateUpdate, CompanyPayRateView, PayRateGroup } from './schema.ts'

const route = routeFor('pay-rates')

/** The company's pay rates. */
export function companyPayRateRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/company/:company_id/pay-rates',
      operationId: 'listCompanyPayRates',
      summary: 'List the company’s pay rates by award and classification',
      description:
        'Rates outside awards come in the group whose `award_id` is null. Send `reference` as `rate_reference` on pay hours.',
      query: closed({
        award: Type.Optional(
          Type.String({
            description: 'Award id or exact name (not case-sensitive); `none` or `null`: no award.',
          }),
        ),
        classification: Type.Optional(
          Type.String({ description: 'Classification id or exact name (not case-sensitive).' }),
        ),
        include_employees: Type.Optional(Type.Boolean({ default: false })),
      }),
      response: { 200: Type.Array(PayRateGroup) },
      handler: ({ company, query }) =>
        readPayRates(service, company, {
          award: query.award,
          classification: query.classification,
          includeEmployees: query.include_employees ?? false,
        }),
    })

    route(app, {
      method: 'POST',
      path: '/company/:company_id/pay-rates',
      operationId: 'createCompanyPayRate',
      summary: 'Add a pay rate to the company',
      description: 'Give either `rate` or `multiplier`.',
      body: CompanyPayRateCreate,
      response: { 201: CompanyPayRateView },
      errors: [400],
      handler: async (request, reply) =>
        reply.code(201).send(await createPayRate(service, request.company, request.body)),
    })

    route(app, {
      method: 'PATCH',
      path: '/company/:company_id/pay-rates/:rate_id',
      operationId: 'updateCompanyPayRate',
      summary: 'Change a company pay rate',
      description:
        'Send only what changes; the reference stays. A new `rate` replaces the `multiplier`, and vice versa.',
      body: CompanyPayRateUpdate,
      response: { 200: CompanyPayRateView },
      errors: [400, 404],
      emptyBody: true,
      handler: (request) => changePayRate(service, request.company, request.params.rate_id, request.body),
    })

    route(app, {
      method: 'DELETE',
      path: '/company/:company_id/pay-rates/:rate_id',
      operationId: 'deleteCompanyPayRate',
      summary: 'Delete a company pay rate',
      description: 'Pays keep the amounts they were paid with.',
      response: { 204: Type.Null({ description: 'Deleted.' }) },
      errors: [404],
      handler: async (request, reply) => {
        await removePayRate(service, request.company, request.params.rate_id)
        return reply.code(204).send(null)
      },
    })
  }
}
