import { Type } from 'typebox'
import { CivilDateText, closed, Id } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { keptOtherwise, saying } from '../../../http/view.ts'
import type { Service } from '../../../service.ts'
import {
  PayeeCreate,
  PayeeView,
  Redirect,
  RedirectView,
  SetOff,
  SettleByHand,
  SettlementView,
} from './ledger-schema.ts'
import { archivePayee, createPayee, listPayees, openPayee } from './payee-queries.ts'
import { listSettlements } from './queries.ts'
import { redirect, reverseSettlement, setOff, settleByHand } from './settle.ts'
import { viewPayee, viewSettlement } from './view.ts'

const tags = ['Payments']
const CompanyPath = closed({ company_id: Id })
const read = { scope: 'payroll.read', limit: 'pays', company: 'owner' } as const
const write = { scope: 'payroll.write', limit: 'pays', company: 'owner' } as const
const Dates = closed({ from_date: Type.Optional(CivilDateText), to_date: Type.Optional(CivilDateText) })

/** Settlements, set-offs, redirects and payees. */
export function registerLedger(app: App, service: Service): void {
  registerSettlements(app, service)
  registerPayees(app, service)
}

function registerSettlements(app: App, service: Service): void {
  app.get(
    '/company/:company_id/payments/settlements',
    {
      schema: {
        operationId: 'listSettlements',
        summary: 'List the settlements, newest first',
        description: 'What was paid or recovered outside bank files.',
        tags,
        params: CompanyPath,
        querystring: Dates,
        response: { 200: Type.Array(SettlementView) },
      },
      config: read,
    },
    async ({ company, query }) =>
      (await listSettlements(service.database.query, company.id, query)).map(viewSettlement),
  )

  app.post(
    '/company/:company_id/payments/settlements',
    {
      schema: {
        operationId: 'createSettlement',
        summary: 'Record that items were settled by hand',
        description:
          'Cash, a transfer of one’s own, money that came back. An amount below zero belongs to an item of which money is to be recovered.',
        tags,
        params: CompanyPath,
        body: SettleByHand,
        response: { 201: SettlementView },
      },
      config: { ...write, errors: [400, 409] },
    },
    async ({ company, caller, body }, reply) =>
      reply.code(201).send(viewSettlement(await settleByHand(service, company, caller, body))),
  )

  app.post(
    '/company/:company_id/payments/settlements/:settlement_id/reverse',
    {
      schema: {
        operationId: 'reverseSettlement',
        summary: 'Take a settlement back',
        description: 'What it settled is open again. The settlement stays in the list.',
        tags,
        params: closed({ company_id: Id, settlement_id: Id }),
        response: { 200: SettlementView },
      },
      config: { ...write, errors: [404, 409] },
    },
    async ({ company, params }) =>
      saying(viewSettlement(await reverseSettlement(service, company, params.settlement_id)), [
        'What it settled is open again: the next bank file would pay it.',
      ]),
  )

  app.post(
    '/company/:company_id/payments/set-offs',
    {
      schema: {
        operationId: 'createSetOff',
        summary: 'Take money to recover from an employee’s open pays',
        description: 'Only with the employee’s agreement, which is kept with it.',
        tags,
        params: CompanyPath,
        body: SetOff,
        response: { 201: SettlementView },
      },
      config: { ...write, errors: [400, 409] },
    },
    async ({ company, caller, body }, reply) =>
      reply.code(201).send(viewSettlement(await setOff(service, company, caller, body))),
  )

  app.post(
    '/company/:company_id/payments/redirects',
    {
      schema: {
        operationId: 'redirectPayments',
        summary: 'Send what is open of pays to the accounts or funds of today',
        description: 'A pay is paid to the accounts and funds it remembers; this is the recorded exception.',
        tags,
        params: CompanyPath,
        body: Redirect,
        response: { 201: Type.Array(RedirectView) },
      },
      config: { ...write, errors: [400, 409] },
    },
    async ({ company, caller, body }, reply) =>
      reply.code(201).send(await redirect(service, company, caller, body)),
  )
}

function registerPayees(app: App, service: Service): void {
  app.get(
    '/company/:company_id/payees',
    {
      schema: {
        operationId: 'listPayees',
        summary: 'List whom deductions are paid to',
        description: 'Unions, insurers, courts, child support: with their accounts, masked.',
        tags,
        params: CompanyPath,
        response: { 200: Type.Array(PayeeView) },
      },
      config: read,
    },
    async ({ company }) =>
      (await listPayees(service.database.query, company.id)).map((payee) =>
        viewPayee(payee, openPayee(service.cipher, payee)),
      ),
  )

  app.post(
    '/company/:company_id/payees',
    {
      schema: {
        operationId: 'createPayee',
        summary: 'Add somebody whom deductions are paid to',
        description:
          'A standing deduction names it by `payee_id`, with a `payee_reference`. A payee never changes: for another account add another one and name that.',
        tags,
        params: CompanyPath,
        body: PayeeCreate,
        response: { 201: PayeeView },
      },
      config: { ...write, errors: [422] },
    },
    async ({ company, body }, reply) => {
      const payee = await createPayee(service, company, body)
      const view = viewPayee(payee, openPayee(service.cipher, payee))
      return reply.code(201).send(saying(view, keptOtherwise({ name: body.name }, view)))
    },
  )

  app.delete(
    '/company/:company_id/payees/:payee_id',
    {
      schema: {
        operationId: 'deletePayee',
        summary: 'Remove a payee from the list',
        description: 'No new deduction can name it; what is open for it is still paid.',
        tags,
        params: closed({ company_id: Id, payee_id: Id }),
        response: { 204: Type.Null() },
      },
      config: { ...write, errors: [404] },
    },
    async ({ company, params }, reply) => {
      await archivePayee(service, company, params.payee_id)
      return reply.code(204).send(null)
    },
  )
}
