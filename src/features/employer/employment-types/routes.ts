import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { addOption, readOptions } from './options.ts'
import { EmploymentOptionCreate, EmploymentOptionView } from './schema.ts'

const route = routeFor('employment-types')

const LISTS = [
  {
    path: '/employment-types',
    list: 'employment_types',
    operation: 'EmploymentType',
    name: 'employment type',
  },
  {
    path: '/employment-tenures',
    list: 'employment_tenures',
    operation: 'EmploymentTenure',
    name: 'employment tenure',
  },
] as const

/** Employment types and tenures: the built-in options and each customer's own. */
export function employmentTypeRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    for (const { path, list, operation, name } of LISTS) {
      route(app, {
        method: 'GET',
        path: path,
        operationId: `list${operation}s`,
        summary: `List the ${name}s`,
        description: 'The built-in ones, and those that the customer added.',
        response: { 200: Type.Array(EmploymentOptionView) },
        isByCompany: true,
        handler: (request) => readOptions(service, request.caller, list),
      })

      route(app, {
        method: 'POST',
        path: path,
        operationId: `create${operation}`,
        summary: `Add your own ${name}`,
        description: 'A name that already exists (not case-sensitive) returns 409.',
        body: EmploymentOptionCreate,
        response: { 201: EmploymentOptionView },
        errors: [409],
        handler: async (request, reply) =>
          reply.code(201).send(await addOption(service, request.caller, list, request.body.name)),
      })
    }
  }
}
