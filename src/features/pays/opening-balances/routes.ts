import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import { closed, component, DryRunQuery, Id } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { AffectedPays } from '../../employees/employees/index.ts'
import { putOpening, putOpenings, readOpening, readOpenings, removeOpening } from './put-opening.ts'
import { OpeningBalances, OpeningBalancesInput, OpeningBalancesItem } from './schema.ts'

const route = routeFor('opening-balances')

const url = '/employees/:employee_id/opening-balances'

/** Figures that employees bring from an earlier payroll system. */
export function openingBalanceRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    registerEmployee(app, service)
    registerCompany(app, service)
  }
}

function registerEmployee(app: App, service: Service): void {
  route(app, {
    method: 'GET',
    path: url,
    operationId: 'getOpeningBalances',
    summary: 'Read the opening figures of an employee',
    description:
      'Amounts that another system paid this year, and the leave balances at that time; empty if none were set.',
    response: { 200: OpeningBalances },
    errors: [404],
    handler: (request) => readOpening(service, request.caller, request.params.employee_id),
  })

  route(app, {
    method: 'PUT',
    path: url,
    operationId: 'putOpeningBalances',
    summary: 'Set the opening figures of an employee',
    description:
      'Figures that an earlier payroll system paid up to `as_at`. Tax, super, leave, year to date, payslips and reports count it once. It replaces earlier opening figures. Existing pays do not change; `affected_pays` lists those that would now be different. `warnings` lists missing figures and the results that cannot be exact without them. 409 when the employee was paid here on or before `as_at`.',
    query: closed(DryRunQuery),
    body: OpeningBalancesInput,
    response: { 200: OpeningBalances },
    errors: [400, 404, 409],
    handler: (request) =>
      putOpening(service, request.caller, request.params.employee_id, request.body, {
        isDryRun: request.query.dry_run ?? false,
      }),
  })

  route(app, {
    method: 'DELETE',
    path: url,
    operationId: 'deleteOpeningBalances',
    summary: 'Remove the opening figures of an employee',
    description: 'Their leave is removed too. Returns the pays that would now be different.',
    query: closed(DryRunQuery),
    response: { 200: component('OpeningBalancesRemoved', closed({ affected_pays: AffectedPays })) },
    errors: [404],
    handler: async (request) => ({
      affected_pays: await removeOpening(service, request.caller, request.params.employee_id, {
        isDryRun: request.query.dry_run ?? false,
      }),
    }),
  })
}

function registerCompany(app: App, service: Service): void {
  route(app, {
    method: 'GET',
    path: '/company/:company_id/opening-balances',
    operationId: 'listOpeningBalances',
    summary: 'List the opening figures of a company’s employees',
    description: 'One entry for each employee who has opening figures.',
    query: closed({ employee_id: Type.Optional(Id) }),
    response: { 200: Type.Array(OpeningBalances) },
    handler: (request) => readOpenings(service, request.company, request.query.employee_id),
  })

  route(app, {
    method: 'PUT',
    path: '/company/:company_id/opening-balances',
    operationId: 'putCompanyOpeningBalances',
    summary: 'Set the opening figures of many employees: all of them or none',
    description:
      'Each entry replaces the opening figures of its employee. If one is refused, all are, and the response lists every error.',
    query: closed(DryRunQuery),
    body: Type.Array(OpeningBalancesItem),
    response: { 200: Type.Array(OpeningBalances) },
    errors: [409, 413],
    handler: (request) =>
      putOpenings(service, request.company, request.body, { isDryRun: request.query.dry_run ?? false }),
  })
}
