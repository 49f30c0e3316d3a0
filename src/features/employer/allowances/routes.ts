import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import { closed, DryRunQuery } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import {
  changeAllowance,
  createAllowance,
  readAllowance,
  readAllowances,
  removeAllowance,
} from './manage-allowances.ts'
import { CompanyAllowanceCreate, CompanyAllowanceUpdate, CompanyAllowanceView, Message } from './schema.ts'

const route = routeFor('allowances')

/** Company-wide allowance templates. */
export function allowanceRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/company/:company_id/allowances',
      operationId: 'listCompanyAllowances',
      summary: 'List the company’s allowances',
      description: 'Templates only: items already copied to pays do not change.',
      response: { 200: Type.Array(CompanyAllowanceView) },
      limit: 'lookup',
      handler: (request) => readAllowances(service, request.company),
    })

    route(app, {
      method: 'POST',
      path: '/company/:company_id/allowances',
      operationId: 'createCompanyAllowance',
      summary: 'Create a company allowance',
      description:
        'The description may be used by one company allowance, or by employees’ own allowances (several employees may share it): a conflict returns 409.',
      query: closed(DryRunQuery),
      body: CompanyAllowanceCreate,
      response: { 200: CompanyAllowanceView, 201: CompanyAllowanceView },
      errors: [400, 409],
      handler: async (request, reply) => {
        const isDryRun = request.query.dry_run ?? false
        const allowance = await createAllowance(service, request.company, request.body, { isDryRun })
        return reply.code(isDryRun ? 200 : 201).send(allowance)
      },
    })

    route(app, {
      method: 'GET',
      path: '/company/:company_id/allowances/:allowance_id',
      operationId: 'getCompanyAllowance',
      summary: 'Read a company allowance',
      description: 'With the ids of the employees it is attached to.',
      response: { 200: CompanyAllowanceView },
      errors: [404],
      handler: (request) => readAllowance(service, request.company, request.params.allowance_id),
    })

    route(app, {
      method: 'PATCH',
      path: '/company/:company_id/allowances/:allowance_id',
      operationId: 'updateCompanyAllowance',
      summary: 'Change a company allowance',
      description:
        'Send only what changes. `employee_ids` replaces the attached set. Processed pays do not change, unless `propagate_description_to_history` renames this allowance’s own lines on them.',
      query: closed({
        propagate_description_to_history: Type.Optional(
          Type.Boolean({
            default: false,
            description: 'Also rename this allowance’s own lines on processed pays.',
          }),
        ),
        ...DryRunQuery,
      }),
      body: CompanyAllowanceUpdate,
      response: { 200: CompanyAllowanceView },
      errors: [400, 404, 409],
      emptyBody: true,
      handler: (request) =>
        changeAllowance(service, request.company, request.params.allowance_id, request.body, {
          renameHistory: request.query.propagate_description_to_history ?? false,
          isDryRun: request.query.dry_run ?? false,
        }),
    })

    route(app, {
      method: 'DELETE',
      path: '/company/:company_id/allowances/:allowance_id',
      operationId: 'deleteCompanyAllowance',
      summary: 'Delete a company allowance',
      description: 'While employees are attached: 409 with their ids, unless `force` detaches them.',
      query: closed({
        force: Type.Optional(
          Type.Boolean({ default: false, description: 'Detach the employees and delete.' }),
        ),
        ...DryRunQuery,
      }),
      response: { 200: Message },
      errors: [404, 409],
      handler: async (request) => {
        const { allowance_id } = request.params
        const { force, dry_run } = request.query
        const options = { force: force ?? false, isDryRun: dry_run ?? false }
        const detached = await removeAllowance(service, request.company, allowance_id, options)
        const [done, was] = options.isDryRun
          ? ['The allowance would be deleted.', 'would be']
          : ['Allowance deleted.', 'was']
        const also = detached.length > 0 ? ` It ${was} detached from employees ${detached.join(', ')}.` : ''
        return { message: done + also }
      },
    })
  }
}
