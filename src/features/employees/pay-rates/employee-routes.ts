import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Employee } from '../../../database/tables/employees.ts'
import { closed, Id } from '../../../http/schema.ts'
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

const ofEmployee = closed({ employee_id: Id })
const one = closed({ employee_id: Id, rate_id: Id })
const tags = ['Pay rates']

/** The rates of one employee. */
export function employeePayRateRoutes(service: Service) {
  const employeeOf = (request: FastifyRequest): Promise<Employee> => {
    const { employee_id: id } = request.params as { employee_id: number }
    return requireEmployee(service, request.caller, id, { answer: 404 })
  }

  return async (app: App): Promise<void> => {
    app.get(
      '/employees/:employee_id/pay-rates',
      {
        schema: {
          operationId: 'listEmployeePayRates',
          summary: 'List the rates an employee can be paid by',
          description:
            'First `system:ordinary_time`, then the employee’s own, then the company rates listed for the employee.',
          tags,
          params: ofEmployee,
          response: { 200: Type.Array(EmployeePayRateView) },
        },
        config: { scope: 'payroll.read', errors: [404] },
      },
      async (request) => readEmployeeRates(service, await employeeOf(request)),
    )

    app.post(
      '/employees/:employee_id/pay-rates',
      {
        schema: {
          operationId: 'createEmployeePayRate',
          summary: 'Add a pay rate of the employee’s own',
          description: 'Give either `rate` or `multiplier`.',
          tags,
          params: ofEmployee,
          body: EmployeePayRateCreate,
          response: { 201: EmployeePayRateView },
        },
        config: { scope: 'payroll.write', errors: [404] },
      },
      async (request, reply) =>
        reply.code(201).send(await createEmployeeRate(service, await employeeOf(request), request.body)),
    )

    app.patch(
      '/employees/:employee_id/pay-rates/:rate_id',
      {
        schema: {
          operationId: 'updateEmployeePayRate',
          summary: 'Change a pay rate of the employee’s own',
          description:
            'Send only what changes; the reference stays. A new `rate` ends the `multiplier` and the other way round.',
          tags,
          params: one,
          body: EmployeePayRateUpdate,
          response: { 200: EmployeePayRateView },
        },
        config: { scope: 'payroll.write', errors: [404], emptyBody: true },
      },
      async (request) =>
        changeEmployeeRate(service, await employeeOf(request), request.params.rate_id, request.body),
    )

    app.delete(
      '/employees/:employee_id/pay-rates/:rate_id',
      {
        schema: {
          operationId: 'deleteEmployeePayRate',
          summary: 'Delete a pay rate of the employee’s own',
          description: 'Pays keep the amounts they were paid with.',
          tags,
          params: one,
          response: { 204: Type.Null({ description: 'Deleted.' }) },
        },
        config: { scope: 'payroll.write', errors: [404] },
      },
      async (request, reply) => {
        await removeEmployeeRate(service, await employeeOf(request), request.params.rate_id)
        return reply.code(204).send(null)
      },
    )
  }
}
