import { Type } from 'typebox'
import { closed, DryRunQuery, Id } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { AffectedPays } from '../pays/index.ts'
import { OpeningBalances, OpeningBalancesInput, OpeningBalancesItem } from './schema.ts'
import { putOpening, putOpenings, readOpening, readOpenings, removeOpening } from './service.ts'

const tags = ['Opening balances']
const ofEmployee = closed({ employee_id: Id })
const ofCompany = closed({ company_id: Id })
const url = '/employees/:employee_id/opening-balances'

/** What employees bring from an earlier payroll system. */
export function openingBalanceRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    registerEmployee(app, service)
    registerCompany(app, service)
  }
}

function registerEmployee(app: App, service: Service): void {
  app.get(
    url,
    {
      schema: {
        operationId: 'getOpeningBalances',
        summary: 'Read the opening figures of an employee',
        description:
          'What another system paid this year, and the leave that was brought along; empty when nothing was.',
        tags,
        params: ofEmployee,
        response: { 200: OpeningBalances },
      },
      config: { scope: 'payroll.read', errors: [404] },
    },
    (request) => readOpening(service, request.caller, request.params.employee_id),
  )

  app.put(
    url,
    {
      schema: {
        operationId: 'putOpeningBalances',
        summary: 'Set the opening figures of an employee',
        description:
          'What an earlier payroll system paid up to `as_at`: to every later pay it is the pay before the first pay. Tax, super, leave, year to date, payslips and reports count it once. It takes the place of what was set before. Pays that exist are not changed; `affected_pays` names those that would now be different. `warnings` says what was not given and cannot be exact without it. 409 when the employee was paid here on or before `as_at`.',
        tags,
        params: ofEmployee,
        querystring: closed(DryRunQuery),
        body: OpeningBalancesInput,
        response: { 200: OpeningBalances },
      },
      config: { scope: 'payroll.write', errors: [400, 404, 409] },
    },
    (request) =>
      putOpening(service, request.caller, request.params.employee_id, request.body, {
        isDryRun: request.query.dry_run ?? false,
      }),
  )

  app.delete(
    url,
    {
      schema: {
        operationId: 'deleteOpeningBalances',
        summary: 'Remove the opening figures of an employee',
        description: 'The leave that they gave goes with them. Answers the pays that would now be different.',
        tags,
        params: ofEmployee,
        querystring: closed(DryRunQuery),
        response: { 200: closed({ affected_pays: AffectedPays }) },
      },
      config: { scope: 'payroll.write', errors: [404] },
    },
    async (request) => ({
      affected_pays: await removeOpening(service, request.caller, request.params.employee_id, {
        isDryRun: request.query.dry_run ?? false,
      }),
    }),
  )
}

function registerCompany(app: App, service: Service): void {
  app.get(
    '/company/:company_id/opening-balances',
    {
      schema: {
        operationId: 'listOpeningBalances',
        summary: 'List the opening figures of a company’s employees',
        description: 'One entry for each employee who has opening figures.',
        tags,
        params: ofCompany,
        querystring: closed({ employee_id: Type.Optional(Id) }),
        response: { 200: Type.Array(OpeningBalances) },
      },
      config: { scope: 'payroll.read', company: 'owner' },
    },
    (request) => readOpenings(service, request.company, request.query.employee_id),
  )

  app.put(
    '/company/:company_id/opening-balances',
    {
      schema: {
        operationId: 'putCompanyOpeningBalances',
        summary: 'Set the opening figures of many employees: all of them or none',
        description:
          'Each entry replaces the opening figures of its employee. One that is refused refuses all, and the answer names every place.',
        tags,
        params: ofCompany,
        querystring: closed(DryRunQuery),
        body: Type.Array(OpeningBalancesItem),
        response: { 200: Type.Array(OpeningBalances) },
      },
      config: { scope: 'payroll.write', company: 'owner', errors: [409, 413] },
    },
    (request) =>
      putOpenings(service, request.company, request.body, { isDryRun: request.query.dry_run ?? false }),
  )
}
