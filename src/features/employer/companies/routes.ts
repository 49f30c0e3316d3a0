import { Type } from 'typebox'
import { scopeKey } from '../../../database/company-scope.ts'
import type { Database } from '../../../database/connect.ts'
import { hasScope } from '../../../http/caller.ts'
import { routeFor } from '../../../http/route.ts'
import { createSharedLists } from '../../../http/send-shared-list.ts'
import type { App } from '../../../http/types.ts'
import { memoizeByKey } from '../../../kernel/values/memoize-by-key.ts'
import type { Service } from '../../../service.ts'
import { listLight } from './find-queries.ts'
import { CompanyList, CompanyListQuery } from './find-schema.ts'
import {
  changeCompany,
  companyTag,
  createCompany,
  deleteCompany,
  type ListObligations,
  readCompanies,
  showCompany,
} from './manage-companies.ts'
import { setDefaultCompany } from './queries.ts'
import { listDeleted, restoreCompany } from './restore.ts'
import { CompanyChanged, CompanyCreate, CompanyUpdate, CompanyView, DeletedCompany } from './schema.ts'

const route = routeFor('companies')

/** A bureau's officers who open the list at the same moment share one read. */
const listsOf = memoizeByKey((_database: Database) => createSharedLists())

/** Companies, and the redirect from a partner's page to a company's Pays screen. */
export function companyRoutes(service: Service, obligationsOf: ListObligations) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/company',
      operationId: 'listCompanies',
      summary: 'List the companies the token can reach',
      description:
        'Without a payroll scope the list is empty. A long list is streamed; send `Accept-Encoding` to get it compressed. `GET /api/companies` finds companies by name without their employees.',
      response: { 200: Type.Array(CompanyView) },
      scope: 'any-token',
      isByCompany: true,
      handler: async ({ caller }, reply) => {
        const key = `${scopeKey(caller)} ${hasScope(caller, 'payroll.read')}`
        return listsOf(service.database).send(reply, key, () => readCompanies(service, caller))
      },
    })

    route(app, {
      method: 'GET',
      path: '/companies',
      operationId: 'findCompanies',
      summary: 'Find companies by name, in pages',
      description: 'Names and countries only, sorted by name: for a picker with many companies.',
      query: CompanyListQuery,
      response: { 200: CompanyList },
      isByCompany: true,
      handler: ({ caller, query }) => listLight(service.database.query, caller, query),
    })

    route(app, {
      method: 'GET',
      path: '/company/deleted',
      operationId: 'listDeletedCompanies',
      summary: 'List deleted companies',
      description: 'Needs the role owner or admin. They are kept for the retention time and can be restored.',
      response: { 200: Type.Array(DeletedCompany) },
      handler: ({ caller }) => listDeleted(service, caller),
    })

    route(app, {
      method: 'POST',
      path: '/company/:company_id/restore',
      operationId: 'restoreCompany',
      summary: 'Restore a deleted company',
      description:
        'Needs the role owner or admin. Employees, pays, ledgers and lodgements are restored; an employee number that was given to someone else meanwhile is not, and a warning names it. Sends the event `company.created`.',
      response: { 200: CompanyChanged },
      company: 'deleted',
      errors: [404, 409],
      emptyBody: true,
      handler: ({ caller, company }) => restoreCompany(service, caller, company.id),
    })

    route(app, {
      method: 'PUT',
      path: '/company/create',
      operationId: 'createCompany',
      summary: 'Create a company',
      description: 'The customer’s first company also becomes its default company.',
      body: CompanyCreate,
      response: { 201: CompanyChanged },
      handler: async (request, reply) =>
        reply.code(201).send(await createCompany(service, request.caller, request.body)),
    })

    route(app, {
      method: 'GET',
      path: '/company/:company_id',
      operationId: 'getCompany',
      summary: 'Read a company',
      description:
        'With `employees` as basic information; `GET /api/employees/{employee_id}` has the rest. Send the `ETag` as `If-Match` with `PATCH`.',
      response: { 200: CompanyView },
      company: 'itself',
      etag: true,
      handler: async (request, reply) => {
        const view = showCompany(service, request.company)
        return reply.header('etag', companyTag(view)).send(view)
      },
    })

    route(app, {
      method: 'PATCH',
      path: '/company/:company_id',
      operationId: 'updateCompany',
      approvable: true,
      summary: 'Change fields of a company',
      description:
        'Send only what changes: an empty body changes nothing, `null` clears a field that may be empty. A change of `jurisdiction` is refused (400) once the company has pays. A change of `abn`, `branch_number` or `ird_number` needs `identity_change` once something was lodged in the tax year (409). A write with an outdated `If-Match` returns 412.',
      body: CompanyUpdate,
      response: { 200: CompanyChanged },
      company: 'written',
      errors: [400, 409, 412],
      emptyBody: true,
      etag: true,
      handler: async ({ company, body, headers }, reply) => {
        const changed = await changeCompany(service, company.id, body, headers['if-match'])
        return reply.header('etag', companyTag(changed)).send(changed)
      },
    })

    route(app, {
      method: 'DELETE',
      path: '/company/:company_id',
      operationId: 'deleteCompany',
      summary: 'Delete a company',
      description:
        'Needs the role owner or admin. Records are kept, but the company then returns 404; it can be restored. Open obligations are listed in the audit log and in `warnings` of the event. A write with an outdated `If-Match` returns 412.',
      response: { 204: Type.Null({ description: 'Deleted.' }) },
      company: 'written',
      errors: [412],
      handler: async (request, reply) => {
        await deleteCompany(
          service,
          request.caller,
          request.company,
          obligationsOf,
          request.headers['if-match'],
        )
        return reply.code(204).send(null)
      },
    })

    route(app, {
      method: 'GET',
      path: '/redirect/company/:company_id',
      operationId: 'redirectToCompany',
      summary: 'Open the Pays screen of a company in the web app',
      description: 'Makes the company the customer’s default and redirects to its Pays screen.',
      response: { 302: Type.Null({ description: 'Location: the Pays screen.' }) },
      handler: async (request, reply) => {
        const { id, customer_id } = request.company
        // Readers may not change anything, and roles for only some companies may not set the default of the account.
        if (request.caller.role !== 'reader' && !request.caller.companies)
          await service.database.transaction((tx) => setDefaultCompany(tx, customer_id, id))
        return reply.redirect(`${service.settings.publicUrl}/app/companies/${id}/pays`, 302)
      },
    })
  }
}
