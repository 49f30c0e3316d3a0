import { Type } from 'typebox'
import { closed, Id } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { setDefaultCompany } from './queries.ts'
import { CompanyChanged, CompanyCreate, CompanyPartialUpdate, CompanyView } from './schema.ts'
import {
  changeCompany,
  companyTag,
  createCompany,
  deleteCompany,
  readCompanies,
  showCompany,
} from './service.ts'

const params = closed({ company_id: Id })
const tags = ['Companies']

/** Companies, and the way from a partner's page to a company's Pays screen. */
export function companyRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.get(
      '/company',
      {
        schema: {
          operationId: 'listCompanies',
          summary: 'List the companies the token can reach',
          description: 'Without a payroll scope the list is empty.',
          tags,
          response: { 200: Type.Array(CompanyView) },
        },
        config: { scope: 'any-token' },
      },
      (request) => readCompanies(service, request.caller),
    )

    app.put(
      '/company/create',
      {
        schema: {
          operationId: 'createCompany',
          summary: 'Create a company',
          description: 'The customer’s first company also becomes its default company.',
          tags,
          body: CompanyCreate,
          response: { 201: CompanyChanged },
        },
        config: { scope: 'payroll.write' },
      },
      async (request, reply) =>
        reply.code(201).send(await createCompany(service, request.caller, request.body)),
    )

    app.get(
      '/company/:company_id',
      {
        schema: {
          operationId: 'getCompany',
          summary: 'Read a company',
          description:
            'With `employees` as basic information; `GET /api/employees/{employee_id}` has the rest. The `ETag` is the version that `PATCH` takes in `If-Match`.',
          tags,
          params,
          response: { 200: CompanyView },
        },
        config: { scope: 'payroll.read', company: 'itself' },
      },
      async (request, reply) =>
        reply
          .header('etag', companyTag(service, request.company))
          .send(showCompany(service, request.company)),
    )

    app.patch(
      '/company/:company_id',
      {
        schema: {
          operationId: 'updateCompany',
          summary: 'Change fields of a company',
          description:
            'Send only what changes: an empty body changes nothing, `null` clears a field that may be empty. A change of `jurisdiction` is refused (400) once the company has pays. A write whose `If-Match` names another version answers 412.',
          tags,
          params,
          body: CompanyPartialUpdate,
          response: { 200: CompanyChanged },
        },
        config: { scope: 'payroll.write', company: 'written', errors: [400, 412], emptyBody: true },
      },
      (request) => changeCompany(service, request.company.id, request.body, request.headers['if-match']),
    )

    app.delete(
      '/company/:company_id',
      {
        schema: {
          operationId: 'deleteCompany',
          summary: 'Delete a company',
          description:
            'Needs the role owner or admin. Records are kept, but the company answers as an unknown one from then on.',
          tags,
          params,
          response: { 204: Type.Null({ description: 'Deleted.' }) },
        },
        config: { scope: 'payroll.write', company: 'written' },
      },
      async (request, reply) => {
        await deleteCompany(service, request.caller, request.company.id)
        return reply.code(204).send(null)
      },
    )

    app.get(
      '/redirect/company/:company_id',
      {
        schema: {
          operationId: 'redirectToCompany',
          summary: 'Open the Pays screen of a company in the web app',
          description:
            'Makes the company the customer’s default and answers with the address of its Pays screen.',
          tags,
          params,
          response: { 302: Type.Null({ description: 'Location: the Pays screen.' }) },
        },
        config: { scope: 'payroll.read', company: 'owner' },
      },
      async (request, reply) => {
        const { id, customer_id } = request.company
        // Who only reads is shown the way and changes nothing.
        if (request.caller.role !== 'reader')
          await service.database.transaction((tx) => setDefaultCompany(tx, customer_id, id))
        return reply.redirect(`${service.settings.publicUrl}/app/companies/${id}/pays`, 302)
      },
    )
  }
}
