import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Company } from '../../../database/tables/companies.ts'
import { routeFor } from '../../../http/route.ts'
import { closed, DryRunQuery } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { civilDateOrNone } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import { requireOwnPeriod } from '../../employer/companies/index.ts'
import type { AffectedPayView } from './affected.ts'
import { type StoredPay, viewOf } from './answer/stored-pay.ts'
import { listText, sendText } from './answer/text.ts'
import { changeDrafts } from './change-drafts.ts'
import { countRecipients } from './context/employees.ts'
import { countPending } from './context/runs.ts'
import type { Skipped } from './context/skipped.ts'
import { discardRun } from './discard.ts'
import { draftRun } from './draft.ts'
import { editDrafts, type StoredDrafts } from './edit-drafts.ts'
import { readRun, readRuns, writeList } from './list.ts'
import { processRun } from './process.ts'
import { redraftRun } from './redraft.ts'
import { checkEdits, refuseItemIds } from './request/check.ts'
import { IdentifierQuery, RunListQuery } from './request/query.ts'
import { DraftChange, DraftEdit } from './request/schema.ts'
import { Pay, PayRun, PayRunCreate, PayRunWithPays, ProcessedPayRun } from './schema/pay.ts'
import { withVersion } from './version.ts'

const route = routeFor('pays')

const serializerCompiler = () => JSON.stringify

/** List, draft, read and process pay runs. */
export const runRoutes = (service: Service) => async (app: App) => {
  registerDiscard(app, service)
  registerRebuild(app, service)
  registerEdits(app, service)
  route(app, {
    method: 'GET',
    path: '/company/:company_id/pay-runs',
    operationId: 'listPayRuns',
    summary: 'List pay runs by end date, with their totals',
    description: 'Runs whose end date is between the two dates, both included.',
    query: RunListQuery,
    response: { 200: Type.Array(PayRun) },
    serializerCompiler,
    handler: async ({ company, query }) => readRuns(service, company, query),
  })

  route(app, {
    method: 'POST',
    path: '/company/:company_id/pay-runs',
    operationId: 'draftPayRun',
    summary: 'Draft a pay run',
    description:
      'Drafts a pending pay for every active pay recipient of the calendar who has no regular pay in the run yet, from standard hours and standing items. A pay with extras alone (bonus, allowance, back payment), a workers-compensation pay and the final pay of an earlier employment are not regular pays. Days whose leave an earlier pay has, such as holidays paid in advance, are left out. `skipped` lists the employees of the calendar without a draft, with the reason. A company that pays in arrears (`days_in_arrears`) drafts the period that ended that number of days before the pay date, unless `period_end_date` is sent.',
    body: PayRunCreate,
    response: { 201: PayRunWithPays },
    serializerCompiler,
    handler: async ({ company, body }, reply) => {
      requireOwnPeriod(company, body.pay_period)
      const asked = {
        payPeriod: body.pay_period,
        calendarId: body.pay_calendar_id ?? null,
        payDate: civilDateOrNone(body.pay_date ?? null),
        periodEnd: civilDateOrNone(body.period_end_date ?? null),
        copyFrom: body.copy_from ?? 'STANDARD_HOURS',
      }
      const size = await countRecipients(service.database.query, company.id)
      const { runId, skipped } = await service.runVerb(draftRun, { company, asked }, size)
      return sendRun(service, reply.code(201), company, runId, { skipped })
    },
  })

  route(app, {
    method: 'GET',
    path: '/company/:company_id/pay-runs/:pay_run_id',
    operationId: 'getPayRun',
    summary: 'Read one pay run with its totals and pays',
    description: 'The totals count processed pays and drafts alike; each pay says which it is.',
    response: { 200: PayRunWithPays },
    errors: [404],
    serializerCompiler,
    handler: async ({ company, params }, reply) => sendRun(service, reply, company, params.pay_run_id),
  })

  route(app, {
    method: 'POST',
    path: '/company/:company_id/pay-runs/:pay_run_id/process',
    operationId: 'processPayRun',
    approvable: true,
    summary: 'Process the pending pays of a run',
    description:
      'The pays are calculated again with each employee’s current state; hours keep the rates of the draft, and a warning says where those have changed since. 409 lists employees who were deleted meanwhile. Later pays that would now be different are listed in `affected_pays`. With `dry_run`, returns the pays that would be processed.',
    query: closed(DryRunQuery),
    response: { 200: ProcessedPayRun },
    errors: [404, 409],
    serializerCompiler,
    handler: async ({ company, params, query }, reply) => {
      const isDryRun = query.dry_run ?? false
      const call = { company, runId: params.pay_run_id, isDryRun }
      const size = await countPending(service.database.query, company.id, params.pay_run_id)
      const { run, pays, affected } = await service.runVerb(processRun, call, size)
      const more = affected.length > 0 ? { affected_pays: affected } : {}
      if (isDryRun) return sendText(reply, pays.length, previewText({ ...run, ...more }, pays))
      return sendRun(service, reply, company, params.pay_run_id, more)
    },
  })
}

function registerRebuild(app: App, service: Service): void {
  route(app, {
    method: 'POST',
    path: '/company/:company_id/pay-runs/:pay_run_id/rebuild',
    operationId: 'rebuildPayRun',
    approvable: true,
    summary: 'Recalculate the stale drafts of a run',
    description:
      'Drafts created before a change of their employee keep their rows; hours and leave at the employee’s own rate get the current one. Other drafts, staged terminations and processed pays do not change.',
    response: { 200: PayRunWithPays },
    errors: [404],
    serializerCompiler,
    handler: async ({ company, params }, reply) => {
      const size = await countPending(service.database.query, company.id, params.pay_run_id)
      await service.runVerb(redraftRun, { company, runId: params.pay_run_id }, size)
      return sendRun(service, reply, company, params.pay_run_id)
    },
  })
}

/** A grid saves many drafts at once. */
function registerEdits(app: App, service: Service): void {
  route(app, {
    method: 'PUT',
    path: '/company/:company_id/pay-runs/:pay_run_id/pays',
    operationId: 'editDrafts',
    summary: 'Replace the items of several drafts of a run',
    description:
      'As replacing the items of one pay, for up to 1,000 drafts: all of them or none. Other drafts do not change. 409 names a pay that is already processed, ends an employment, or has a different `version`.',
    query: closed(IdentifierQuery),
    body: Type.Array(DraftEdit, { minItems: 1, maxItems: 1000, examples: [[{ pay_id: 81, hours: [] }]] }),
    response: { 200: Type.Array(Pay) },
    errors: [404, 409],
    preValidation: async (request) => refuseItemIds(request.body),
    serializerCompiler,
    handler: async ({ company, params, body, query }, reply) => {
      checkEdits(body)
      const identifierType = query.identifier_type
      const call = { company, runId: params.pay_run_id, edits: body, identifierType }
      return sendDrafts(reply, await service.runVerb(editDrafts, call, body.length))
    },
  })

  route(app, {
    method: 'PATCH',
    path: '/company/:company_id/pay-runs/:pay_run_id/pays',
    operationId: 'changeDrafts',
    summary: 'Change single rows of several drafts of a run',
    description:
      'For up to 1,000 drafts: all of them or none. A row that is sent changes the one row of its kind that the draft has; where it has none, the row is added; zero removes it. Rows that are not sent keep their intended amounts: percentages are applied again, and a deduction or sacrifice that was reduced is restored once the pay covers it. 422 for two rows of one kind in a change, and for a member that differs from what the row has: a change replaces the number alone. With `version`, 409 when the draft has changed since it was read; 409 also where a draft has several rows of the kind, is already processed or ends an employment.',
    body: Type.Array(DraftChange, { minItems: 1, maxItems: 1000 }),
    response: { 200: Type.Array(Pay) },
    errors: [404, 409],
    preValidation: async (request) => refuseItemIds(request.body),
    serializerCompiler,
    handler: async ({ company, params, body }, reply) => {
      checkEdits(body)
      const call = { company, runId: params.pay_run_id, changes: body }
      return sendDrafts(reply, await service.runVerb(changeDrafts, call, body.length))
    },
  })
}

function sendDrafts(reply: FastifyReply, { pays, editors }: StoredDrafts): Promise<FastifyReply> {
  const texts = pays.map((pay) => ({
    ...pay,
    json: JSON.stringify(withVersion(viewOf(pay), editors.get(pay.id ?? 0))),
  }))
  return sendText(reply, pays.length, listText(texts, 'none'))
}

/** A run without processed pays can be discarded. */
function registerDiscard(app: App, service: Service): void {
  route(app, {
    method: 'DELETE',
    path: '/company/:company_id/pay-runs/:pay_run_id',
    operationId: 'discardPayRun',
    summary: 'Discard a pay run without processed pays',
    description:
      'Its drafts are deleted too, including staged terminations. Returns 409 once one of its pays is processed.',
    response: { 204: Type.Null({ description: 'Discarded.' }) },
    errors: [404, 409],
    handler: async ({ company, params }, reply) => {
      await discardRun(service, company, params.pay_run_id)
      return reply.code(204).send(null)
    },
  })
}

function* previewText(run: object, pays: readonly StoredPay[]) {
  yield `${JSON.stringify(run).slice(0, -1)},"pays":`
  yield* listText(pays, 'none')
  yield '}'
}

async function sendRun(
  service: Service,
  reply: FastifyReply,
  company: Company,
  runId: number,
  more: { skipped?: readonly Skipped[]; affected_pays?: readonly AffectedPayView[] } = {},
): Promise<FastifyReply> {
  const { run, pays } = await readRun(service, company, runId)
  async function* pieces() {
    yield `${JSON.stringify({ ...run, ...more }).slice(0, -1)},"pays":`
    yield* writeList(service, company, [pays], 'none', { isForEditing: true })
    yield '}'
  }
  return sendText(reply, pays.length, pieces())
}
