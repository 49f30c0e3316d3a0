import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import { CivilDateText, closed } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { keptOtherwise, saying } from '../../../http/view.ts'
import type { Service } from '../../../service.ts'
import {
  PayeeChange,
  PayeeCreate,
  PayeeView,
  Redirect,
  RedirectView,
  SetOff,
  SettleByHand,
  SettlementView,
} from './ledger-schema.ts'
import { archivePayee, changePayee, createPayee, listPayees, openPayee } from './payee-queries.ts'
import { listSettlements } from './queries.ts'
import { redirect, reverseSettlement, setOff, settleByHand } from './settle.ts'
import { viewPayee, viewSettlement } from './view.ts'

const route = routeFor('payments')

const Dates = closed({ from_date: Type.Optional(CivilDateText), to_date: Type.Optional(CivilDateText) })

/** Settlements, set-offs, redirects and payees. */
export function registerLedger(app: App, service: Service): void {
  registerSettlements(app, service)
  registerPayees(app, service)
}

function registerSettlements(app: App, service: Service): void {
  route(app, {
    method: 'GET',
    path: '/company/:company_id/payments/settlements',
    operationId: 'listSettlements',
    summary: 'List the settlements, newest first',
    description: 'Lists payments and recoveries outside bank files.',
    query: Dates,
    response: { 200: Type.Array(SettlementView) },
    handler: async ({ company, query }) =>
      (await listSettlements(service.database.query, company.id, query)).map(viewSettlement),
  })

  route(app, {
    method: 'POST',
    path: '/company/:company_id/payments/settlements',
    operationId: 'createSettlement',
    summary: 'Record that items were settled by hand',
    description:
      'Cash, a manual transfer, or money that came back. A negative amount is for an item with money to recover.',
    body: SettleByHand,
    response: { 201: SettlementView },
    errors: [400, 409],
    handler: async ({ company, caller, body }, reply) =>
      reply.code(201).send(viewSettlement(await settleByHand(service, company, caller, body))),
  })

  route(app, {
    method: 'POST',
    path: '/company/:company_id/payments/settlements/:settlement_id/reverse',
    operationId: 'reverseSettlement',
    summary: 'Reverse a settlement',
    description: 'The items are open again. The settlement stays in the list.',
    response: { 200: SettlementView },
    errors: [404, 409],
    handler: async ({ company, params }) =>
      saying(viewSettlement(await reverseSettlement(service, company, params.settlement_id)), [
        'The items are open again: the next bank file would pay them.',
      ]),
  })

  route(app, {
    method: 'POST',
    path: '/company/:company_id/payments/set-offs',
    operationId: 'createSetOff',
    summary: 'Set money to recover off against an employee’s open pays',
    description: 'Only with the employee’s agreement, which is stored with it.',
    body: SetOff,
    response: { 201: SettlementView },
    errors: [400, 409],
    handler: async ({ company, caller, body }, reply) =>
      reply.code(201).send(viewSettlement(await setOff(service, company, caller, body))),
  })

  route(app, {
    method: 'POST',
    path: '/company/:company_id/payments/redirects',
    operationId: 'redirectPayments',
    approvable: true,
    summary: 'Redirect open amounts to the current accounts or funds, or a deduction to another payee',
    description:
      'A pay goes to the accounts and funds in its snapshot; this is the recorded exception. `kind` `payee` sends the deduction row `description` to `payee_id`, including a row without a payee. A returned amount goes to the same account or fund again only with `is_same_place`.',
    body: Redirect,
    response: { 201: Type.Array(RedirectView) },
    errors: [400, 409],
    handler: async ({ company, caller, body }, reply) =>
      reply.code(201).send(await redirect(service, company, caller, body)),
  })
}

function registerPayees(app: App, service: Service): void {
  route(app, {
    method: 'GET',
    path: '/company/:company_id/payees',
    operationId: 'listPayees',
    summary: 'List the payees of deductions',
    description: 'Unions, insurers, courts, child support: with their accounts, masked.',
    response: { 200: Type.Array(PayeeView) },
    handler: async ({ company }) =>
      (await listPayees(service.database.query, company.id)).map((payee) =>
        viewPayee(payee, openPayee(service.cipher, payee)),
      ),
  })

  route(app, {
    method: 'POST',
    path: '/company/:company_id/payees',
    operationId: 'createPayee',
    approvable: true,
    summary: 'Add a payee of deductions',
    description:
      'A standing deduction names it by `payee_id`, with a `payee_reference`. Its account can change (`PATCH`).',
    body: PayeeCreate,
    response: { 201: PayeeView },
    errors: [422],
    handler: async ({ company, body }, reply) => {
      const payee = await createPayee(service, company, body)
      const view = viewPayee(payee, openPayee(service.cipher, payee))
      return reply.code(201).send(saying(view, keptOtherwise({ name: body.name }, view)))
    },
  })

  route(app, {
    method: 'PATCH',
    path: '/company/:company_id/payees/:payee_id',
    operationId: 'changePayee',
    approvable: true,
    summary: 'Change the name or account of a payee',
    description:
      'Send only what changes. Open money goes to the new account from the next file, even for a removed payee; existing files do not change. Money that came back from the old account is no longer held back.',
    body: PayeeChange,
    response: { 200: PayeeView },
    errors: [404, 422],
    handler: async ({ company, params, body }) => {
      const payee = await changePayee(service, company, params.payee_id, body)
      return viewPayee(payee, openPayee(service.cipher, payee))
    },
  })

  route(app, {
    method: 'DELETE',
    path: '/company/:company_id/payees/:payee_id',
    operationId: 'deletePayee',
    summary: 'Remove a payee from the list',
    description: 'New deductions cannot name it. Its open amounts are still paid.',
    response: { 204: Type.Null() },
    errors: [404],
    handler: async ({ company, params }, reply) => {
      await archivePayee(service, company, params.payee_id)
      return reply.code(204).send(null)
    },
  })
}
