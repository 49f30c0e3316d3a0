import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { PaymentFile } from '../../../database/tables/payments.ts'
import { hasScope } from '../../../http/caller.ts'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import { saying } from '../../../http/view.ts'
import { invalid } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { cancelFile, fileText, makeFile, requireFile, settleFile } from './files.ts'
import { registerLedger } from './ledger-routes.ts'
import { loadItems, statusOf } from './load-items.ts'
import { listFiles, loadFileLines } from './queries.ts'
import { returnCredits } from './return-credits.ts'
import { ReturnCreate, ReturnsView } from './returns-schema.ts'
import { runFile, summariseRun } from './run-file.ts'
import {
  BankFileSummary,
  FileCancel,
  FileCreate,
  FileListQuery,
  FileSettle,
  FileView,
  FileWithItems,
  FormatQuery,
  ItemQuery,
  ItemView,
} from './schema.ts'
import type { Selection } from './selection.ts'
import { fileWithItems, viewFile, viewItem } from './view.ts'

const route = routeFor('payments')

// The file is already text; only errors are objects.
const asText = () => (answer: unknown) => (typeof answer === 'string' ? answer : JSON.stringify(answer))
const Text = Type.String({ description: 'The file as plain text.' })

/** Routes for amounts owed and sent: items, bank files, settlements and payees. */
export function paymentRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    registerItems(app, service)
    registerFiles(app, service)
    registerReturns(app, service)
    registerRunFile(app, service)
    registerLedger(app, service)
  }
}

function registerItems(app: App, service: Service): void {
  route(app, {
    method: 'GET',
    path: '/company/:company_id/payments/items',
    operationId: 'listPaymentItems',
    summary: 'List owed, sent and open amounts of pays',
    description:
      'One row for each pay’s net, and for each payee of its deductions. Dates are pay dates. A pay that was rebuilt or deleted after it was paid shows the difference: above zero the next file pays it, below zero it is to be recovered.',
    query: ItemQuery,
    response: { 200: Type.Array(ItemView) },
    handler: async ({ company, query }) => {
      const items = await loadItems(service.database.query, company.id, {
        ...(query.pay_run_id === undefined ? {} : { runIds: [query.pay_run_id] }),
        ...(query.pay_id === undefined ? {} : { payIds: [query.pay_id] }),
        employeeId: query.employee_id,
        fromDate: query.from_date,
        toDate: query.to_date,
      })
      return items.filter((item) => !query.status || statusOf(item) === query.status).map(viewItem)
    },
  })
}

function registerFiles(app: App, service: Service): void {
  route(app, {
    method: 'POST',
    path: '/company/:company_id/payments/files',
    operationId: 'createPaymentFile',
    approvable: true,
    summary: 'Create a bank file for open amounts',
    description:
      'Pays a run, named pays, a pay date or everything open: send exactly one of `pay_run_id`, `pay_ids`, `pay_date`, `all_open`. Open items of one employee are paid as one sum; deductions as one sum for each payee and reference. Money to recover is not touched. Payments that cannot be in the file are listed in `held_back`. With `all_open` or a run, items with a pay date after `value_date` need a separate file. 409 when nothing is open.',
    body: FileCreate,
    response: { 201: FileView },
    errors: [400, 404, 409],
    handler: async ({ company, caller, body }, reply) => {
      const options = {
        format: body.format,
        valueDate: body.value_date,
        isStrict: body.is_strict ?? false,
        isSelfBalancing: body.self_balancing ?? false,
        hasPayerInHeader: body.payer_in_header ?? false,
        ...(body.description === undefined ? {} : { description: body.description }),
      }
      const made = await makeFile(service, company, caller, selectionOf(body), options)
      const view = { ...viewFile(made.file), held_back: made.heldBack }
      return reply.code(201).send(saying(view, made.leftOver))
    },
  })

  route(app, {
    method: 'GET',
    path: '/company/:company_id/payments/files',
    operationId: 'listPaymentFiles',
    summary: 'List the bank files, newest first',
    description: 'Includes cancelled files, with the reason.',
    query: FileListQuery,
    response: { 200: Type.Array(FileView) },
    handler: async ({ company, query }) =>
      (await listFiles(service.database.query, company.id, query)).map(viewFile),
  })

  route(app, {
    method: 'GET',
    path: '/company/:company_id/payments/files/:file_id',
    operationId: 'getPaymentFile',
    summary: 'Read a bank file with the items it pays',
    description: 'The payees and amounts, line by line.',
    response: { 200: FileWithItems },
    errors: [404],
    handler: async ({ company, params }) => {
      const file = await requireFile(service, company, params.file_id)
      return fileWithItems(file, await loadFileLines(service.database.query, service.cipher, file.id))
    },
  })

  route(app, {
    method: 'GET',
    path: '/company/:company_id/payments/files/:file_id/content',
    operationId: 'downloadPaymentFile',
    showsNumbers: true,
    produces: ['text/plain'],
    summary: 'Download a bank file, the same bytes every time',
    description: 'Plain text in the bank’s own format, in ASCII.',
    response: { 200: Text },
    errors: [404],
    serializerCompiler: asText,
    handler: async ({ company, params }, reply) =>
      sendFile(service, reply, await requireFile(service, company, params.file_id)),
  })

  route(app, {
    method: 'POST',
    path: '/company/:company_id/payments/files/:file_id/cancel',
    operationId: 'cancelPaymentFile',
    summary: 'Cancel a bank file that the bank has not accepted',
    description: 'The amounts are open again.',
    body: FileCancel,
    response: { 200: FileView },
    errors: [404, 409],
    handler: async ({ company, params, body }) => {
      const file = viewFile(await cancelFile(service, company, params.file_id, body.reason ?? null))
      return saying(file, [`${file.total.toFixed(2)} that the file would have paid is open again.`])
    },
  })

  route(app, {
    method: 'PATCH',
    path: '/company/:company_id/payments/files/:file_id',
    operationId: 'settlePaymentFile',
    summary: 'Record that the bank accepted a file',
    description: 'From then on the file cannot be cancelled, and its items count as paid.',
    body: FileSettle,
    response: { 200: FileView },
    errors: [404, 409],
    handler: async ({ company, params, body }) => {
      const settled = { on: body.settled_on, reference: body.reference ?? null }
      const file = viewFile(await settleFile(service, company, params.file_id, settled))
      return saying(
        file,
        body.settled_on === null && body.reference
          ? ['reference is removed: the file is no longer settled.']
          : [],
      )
    },
  })
}

function registerReturns(app: App, service: Service): void {
  route(app, {
    method: 'POST',
    path: '/company/:company_id/payments/files/:file_id/returns',
    operationId: 'returnPayments',
    summary: 'Record credits that the bank returned',
    description:
      'By employee or by pay. Exactly those lines are open again; everyone else in the file stays paid. They are held back from the next files until they are redirected to the right account (`payments/redirects`) or settled by hand.',
    body: ReturnCreate,
    response: { 201: ReturnsView },
    errors: [400, 404, 409],
    handler: async ({ company, params, body }, reply) => {
      const { returned, warnings } = await returnCredits(service, company, params.file_id, body)
      return reply.code(201).send(saying({ returned }, warnings))
    },
  })
}

function registerRunFile(app: App, service: Service): void {
  route(app, {
    method: 'GET',
    path: '/company/:company_id/pay-runs/:pay_run_id/bank-file',
    operationId: 'getBankFile',
    approvable: true,
    showsNumbers: true,
    produces: ['text/plain'],
    summary: 'The bank file of a processed run',
    description:
      'Direct entry (ABA) for an Australian company, BNZ direct credit for a New Zealand one unless `format` names another. With `payroll.write` it creates and stores a file for the run’s open amounts; when nothing is open, or with `payroll.read` only, it returns the last stored one. The header `X-Bank-File` says which: `made` or `stored`; `X-Bank-File-Id` names it. Pays in cash or by other means are left out; the summary totals them. Returns 400 with what to correct if the format cannot hold an account, a name or an amount.',
    tag: 'Pays',
    query: FormatQuery,
    response: { 200: Text },
    errors: [404, 409],
    serializerCompiler: asText,
    handler: async (request, reply) => {
      const { company, caller, params, query } = request
      // A HEAD request must not write.
      const mayWrite =
        hasScope(caller, 'payroll.write') && caller.role !== 'reader' && request.method === 'GET'
      const options = {
        format: query.format,
        isSelfBalancing: query.self_balancing ?? false,
        hasPayerInHeader: query.payer_in_header ?? false,
      }
      const by = { userId: caller.userId, mayWrite }
      const { file, isMade } = await runFile(service, company, by, params.pay_run_id, options)
      reply.headers({ 'x-bank-file': isMade ? 'made' : 'stored', 'x-bank-file-id': String(file.id) })
      return sendFile(service, reply, file)
    },
  })

  route(app, {
    method: 'GET',
    path: '/company/:company_id/pay-runs/:pay_run_id/bank-file/summary',
    operationId: 'getBankFileSummary',
    summary: 'Bank payments of a run, amounts paid by other methods, and its status',
    description: 'Counts and totals by payment method. Creates no file.',
    tag: 'Pays',
    response: { 200: BankFileSummary },
    errors: [404, 409],
    handler: (request) => summariseRun(service, request.company, request.params.pay_run_id),
  })
}

function selectionOf(body: FileCreate): Selection {
  const { pay_run_id, pay_ids, pay_date, all_open } = body
  const given = [pay_run_id, pay_ids, pay_date, all_open].filter((value) => value !== undefined)
  if (given.length !== 1)
    throw invalid(['body'], 'Send exactly one of pay_run_id, pay_ids, pay_date and all_open')
  if (pay_run_id !== undefined) return { pay_run_id }
  if (pay_ids !== undefined) return { pay_ids }
  return pay_date === undefined ? { all_open: true } : { pay_date }
}

function sendFile(service: Service, reply: FastifyReply, file: PaymentFile) {
  return reply
    .headers({
      'content-type': 'text/plain; charset=us-ascii',
      'content-disposition': `attachment; filename="${file.name}"`,
      'x-bank-file-total': file.total,
      'x-bank-file-count': String(file.payment_count),
    })
    .send(fileText(service, file))
}
