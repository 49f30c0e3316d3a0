import { Type } from 'typebox'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { EmploymentOptionCreate, EmploymentOptionView } from './schema.ts'
import { addOption, readOptions } from './service.ts'

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
const tags = ['Employment types']

/** Employment types and tenures: the built-in options and each customer's own. */
export function employmentTypeRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    for (const { path, list, operation, name } of LISTS) {
      app.get(
        path,
        {
          schema: {
            operationId: `list${operation}s`,
            summary: `List the ${name}s`,
            description: 'Those built in, and those that the customer added.',
            tags,
            response: { 200: Type.Array(EmploymentOptionView) },
          },
          config: { scope: 'payroll.read' },
        },
        (request) => readOptions(service, request.caller, list),
      )

      app.post(
        path,
        {
          schema: {
            operationId: `create${operation}`,
            summary: `Add an ${name} of one’s own`,
            description: 'A name that exists already, whatever its case, is 409.',
            tags,
            body: EmploymentOptionCreate,
            response: { 201: EmploymentOptionView },
          },
          config: { scope: 'payroll.write', errors: [409] },
        },
        async (request, reply) =>
          reply.code(201).send(await addOption(service, request.caller, list, request.body.name)),
      )
    }
  }
}
