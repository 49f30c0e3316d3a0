import { Type } from 'typebox'
import { closed, Id } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { CompanyPayRateCreate, CompanyPayRateUpdate, CompanyPayRateView, PayRateGroup } from './schema.ts'
import { changePayRate, createPayRate, readPayRates, removePayRate } from './service.ts'

const inCompany = closed({ company_id: Id })
const one = closed({ company_id: Id, rate_id: Id })
const tags = ['Pay rates']

/** The company's pay rates. */
export function companyPayRateRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.get(
      '/company/:company_id/pay-rates',
      {
        schema: {
          operationId: 'listCompanyPayRates',
          summary: 'List the company’s pay rates by award and classification',
          description:
            'Rates outside awards come in the group whose `award_id` is null. Send `reference` as `rate_reference` on pay hours.',
          tags,
          params: inCompany,
          querystring: closed({
            award: Type.Optional(
              Type.String({
                description: 'Award id or exact name, whatever the case; `none` or `null`: no award.',
              }),
            ),
            classification: Type.Optional(
              Type.String({ description: 'Classification id or exact name, whatever the case.' }),
            ),
            include_employees: Type.Optional(Type.Boolean({ default: false })),
          }),
          response: { 200: Type.Array(PayRateGroup) },
        },
        config: { scope: 'payroll.read', company: 'owner' },
      },
      ({ company, query }) =>
        readPayRates(service, company, {
          award: query.award,
          classification: query.classification,
          includeEmployees: query.include_employees ?? false,
        }),
    )

    app.post(
      '/company/:company_id/pay-rates',
      {
        schema: {
          operationId: 'createCompanyPayRate',
          summary: 'Add a pay rate to the company',
          description: 'Give either `rate` or `multiplier`.',
          tags,
          params: inCompany,
          body: CompanyPayRateCreate,
          response: { 201: CompanyPayRateView },
        },
        config: { scope: 'payroll.write', company: 'owner', errors: [400] },
      },
      async (request, reply) =>
        reply.code(201).send(await createPayRate(service, request.company, request.body)),
    )

    app.patch(
      '/company/:company_id/pay-rates/:rate_id',
      {
        schema: {
          operationId: 'updateCompanyPayRate',
          summary: 'Change a company pay rate',
          description:
            'Send only what changes; the reference stays. A new `rate` ends the `multiplier` and the other way round.',
          tags,
          params: one,
          body: CompanyPayRateUpdate,
          response: { 200: CompanyPayRateView },
        },
        config: { scope: 'payroll.write', company: 'owner', errors: [400, 404], emptyBody: true },
      },
      (request) => changePayRate(service, request.company, request.params.rate_id, request.body),
    )

    app.delete(
      '/company/:company_id/pay-rates/:rate_id',
      {
        schema: {
          operationId: 'deleteCompanyPayRate',
          summary: 'Delete a company pay rate',
          description: 'Pays keep the amounts they were paid with.',
          tags,
          params: one,
          response: { 204: Type.Null({ description: 'Deleted.' }) },
        },
        config: { scope: 'payroll.write', company: 'owner', errors: [404] },
      },
      async (request, reply) => {
        await removePayRate(service, request.company, request.params.rate_id)
        return reply.code(204).send(null)
      },
    )
  }
}
