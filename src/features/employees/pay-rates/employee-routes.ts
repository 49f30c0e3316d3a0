import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Employee } from '../../../database/tables/employees.ts'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { requireEmployee } from '../employees/index.ts'
import {
  changeEmployeeRate,
  createEmployeeRate,
  readEmployeeRates,
  removeEmployeeRate,
} from './employee-rates.ts'
import { EmployeePayRateCreate, EmployeePayRateUpdate, EmployeePayRateView } from './schema.ts'

const route = routeFor('pay-rates')

/** The rates of one employee. */
export function employeePayRateRoutes(service: Service) {
  const employeeOf = (request: FastifyRequest): Promise<Employee> => {
    const { employee_id: id } = request.params as { employee_id: number }
    return requireEmployee(service, request.caller, id, { answer: 404 })
  }

  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/employees/:employee_id/pay-rates',
      operationId: 'listEmployeePayRates',
      summary: 'List the pay rates of an employee',
      description:
        'First `system:ordinary_time`, then the employee’s own, then the company rates listed for the employee.',
      response: { 200: Type.Array(EmployeePayRateView) },
      errors: [404],
      handler: async (request) => readEmployeeRates(service, await employeeOf(request)),
    })

    route(app, {
      method: 'POST',
      path: '/employees/:employee_id/pay-rates',
      operationId: 'createEmployeePayRate',
      summary: 'Add a pay rate for one employee',
      description: 'Give either `rate` or `multiplier`.',
      body: EmployeePayRateCreate,
      response: { 201: EmployeePayRateView },
      errors: [404],
      handler: async (request, reply) =>
        reply.code(201).send(await createEmployeeRate(service, await employeeOf(request), request.body)),
    })

    route(app, {
      method: 'PATCH',
      path: '/employees/:employee_id/pay-rates/:rate_id',
      operationId: 'updateEmployeePayRate',
      summary: 'Change a pay rate of one employee',
      description:
        'Send only what changes; the reference stays. A new `rate` replaces the `multiplier`, and vice versa.',
      body: EmployeePayRateUpdate,
      response: { 200: EmployeePayRateView },
      errors: [404],
      emptyBody: true,
      handler: async (request) =>
        changeEmployeeRate(service, await employeeOf(request), request.params.rate_id, request.body),
    })

    route(app, {
      method: 'DELETE',
      path: '/employees/:employee_id/pay-rates/:rate_id',
      operationId: 'deleteEmployeePayRate',
      summary: 'Delete a pay rate of one employee',
      description: 'Pays keep the amounts they were paid with.',
      response: { 204: Type.Null({ description: 'Deleted.' }) },
      errors: [404],
      handler: async (request, reply) => {
        await removeEmployeeRate(service, await employeeOf(request), request.params.rate_id)
        return reply.code(204).send(null)
      },
    })
  }
}
