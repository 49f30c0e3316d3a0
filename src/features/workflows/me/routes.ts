import { Type } from 'typebox'
import { todayOf } from '../../../countries/index.ts'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import { amount } from '../../../http/view.ts'
import { forbidden, notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { renderOne } from '../../documents/payslips/index.ts'
import { loadBankAccounts } from '../../employees/bank-accounts/index.ts'
import { LeaveLedger, LedgerQuery, readOwnLedger } from '../../pays/leave-ledger/index.ts'
import { explainPay } from '../../pays/pays/index.ts'
import { findOneself, isOwnPay, listLeaveTaken, listOwnPays } from './queries.ts'
import { registerRequests } from './request-routes.ts'
import { LeaveTakenView, Me, OwnExplanation, OwnPayslip } from './schema.ts'
import { requireSelf } from './self.ts'
import { viewMe } from './view.ts'

const route = routeFor('me')

const NO_SENTENCES =
  'The rules have changed since this pay, so it cannot be explained here. Ask your payroll officer.'

/** Self-service routes for employees. No path names a person: the sign-in determines whose data it is. */
export function meRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/me',
      operationId: 'getMe',
      summary: 'The signed-in employee and the employer’s permissions',
      description:
        'Self-service for employees: employees can call `/api/me` and nothing else. The employee’s settings decide what it shows.',
      response: { 200: Me },
      handler: async ({ caller }) => {
        const self = await requireSelf(service, caller)
        const person = await findOneself(service.database.query, caller.userId)
        return viewMe(
          service.cipher,
          self,
          person,
          todayOf(service, self.company),
          await loadBankAccounts(service.database.query, service.cipher, [self.employee.id]),
        )
      },
    })

    route(app, {
      method: 'GET',
      path: '/me/payslips',
      operationId: 'listOwnPayslips',
      summary: 'Your payslips, newest first',
      description: 'Processed pays, at most 500. Needs `allow_view_payslips` of the employee.',
      response: { 200: Type.Array(OwnPayslip) },
      handler: async ({ caller }) => {
        const { employee } = await requirePayslips(service, caller)
        const rows = await listOwnPays(service.database.query, employee)
        return rows.map(({ id, processed_date, start_date, end_date, gross, tax, net }) => ({
          pay_id: id,
          pay_date: processed_date,
          start_date,
          end_date,
          gross: amount(gross),
          tax: amount(tax),
          net: amount(net),
        }))
      },
    })

    route(app, {
      method: 'GET',
      path: '/me/payslips/:pay_id',
      operationId: 'getOwnPayslip',
      summary: 'One of your payslips, as PDF',
      description: 'Returns 404 for another person’s pay and for a draft.',
      produces: ['application/pdf'],
      response: { 200: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) },
      limit: 'pays',
      errors: [404],
      handler: async ({ caller, params: { pay_id } }, reply) => {
        const { employee, company } = await requirePayslips(service, caller)
        if (!(await isOwnPay(service.database.query, employee, pay_id)))
          throw notFound('There is no such payslip.')
        const { pdf, headers } = await renderOne(service, company, pay_id)
        return reply.headers(headers).send(pdf)
      },
    })

    route(app, {
      method: 'GET',
      path: '/me/payslips/:pay_id/explanation',
      operationId: 'explainOwnPay',
      summary: 'Explain the figures of one of your payslips',
      description:
        'Each main figure in one plain sentence. The payroll officer can see the full working. Returns 404 for another person’s pay.',
      response: { 200: OwnExplanation },
      limit: 'pays',
      errors: [404],
      handler: async ({ caller, params: { pay_id } }) => {
        const { employee, company } = await requirePayslips(service, caller)
        if (!(await isOwnPay(service.database.query, employee, pay_id)))
          throw notFound('There is no such payslip.')
        const { summary, differences } = await explainPay(service, company, pay_id)
        // The sentences would use current figures, which differ from those on the payslip.
        if (differences.length > 0 || summary.length === 0) return { pay_id, summary: [], note: NO_SENTENCES }
        return { pay_id, summary, note: null }
      },
    })

    route(app, {
      method: 'GET',
      path: '/me/leave',
      operationId: 'listOwnLeave',
      summary: 'Leave that was taken, latest first',
      description: 'The leave on your processed pays, at most 500 rows.',
      response: { 200: Type.Array(LeaveTakenView) },
      handler: async ({ caller }) => {
        const { employee } = await requireSelf(service, caller)
        const rows = await listLeaveTaken(service.database.query, employee.id)
        return rows.map((row) => ({ ...row, hours: Number(row.hours) }))
      },
    })

    route(app, {
      method: 'GET',
      path: '/me/leave-ledger',
      operationId: 'getOwnLeaveLedger',
      summary: 'Your leave by entitlement year',
      description: 'New Zealand. As the payroll officer sees it. 400 in other countries.',
      query: LedgerQuery,
      response: { 200: LeaveLedger },
      errors: [400],
      handler: async ({ caller, query }) =>
        readOwnLedger(service, await requireSelf(service, caller), query.on),
    })
    registerRequests(app, service)
  }
}

async function requirePayslips(service: Service, caller: Parameters<typeof requireSelf>[1]) {
  const self = await requireSelf(service, caller)
  if (!self.employee.allow_view_payslips) throw forbidden('Your employer does not show payslips here.')
  return self
}
