import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import { closed, DryRunQuery } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { badRequest, invalid } from '../../../kernel/problem.ts'
import { civilDate, civilDateOrNone } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import {
  ANSWER_KEPT_HOURS,
  type IdempotentRequest,
  KEY_KEPT_DAYS,
  readIdempotencyKey,
} from '../../platform/idempotency/index.ts'
import type { AffectedPayView } from './affected.ts'
import { viewOf } from './answer/stored-pay.ts'
import { type Grouping, listText, sendText } from './answer/text.ts'
import { type CreateOptions, createPays, createPaysOnce } from './create.ts'
import { explainPay } from './explain.ts'
import { addVersion, findPays, readPay, writeList } from './list.ts'
import { rebuildPay } from './rebuild.ts'
import { recalculatePays } from './recalculate.ts'
import { removePay } from './remove.ts'
import { checkPays, checkUpdate, refuseItemIds } from './request/check.ts'
import { CreateQuery, IdentifierQuery, ListQuery, RenewQuery, VersionQuery } from './request/query.ts'
import { PayCreate, PayUpdate } from './request/schema.ts'
import { checkTerminations } from './request/termination-rules.ts'
import { Explanation, Pay, PayDeleted, PayList, Recalculated, RecalculateRequest } from './schema/pay.ts'
import { withMember } from './store/pays.ts'
import { payTag } from './version.ts'

const route = routeFor('pays')

const serializerCompiler = () => JSON.stringify
const refuseIds = async (request: FastifyRequest) => refuseItemIds(request.body)

const Headers = Type.Object(
  {
    'idempotency-key': Type.Optional(
      Type.String({
        description: `Optional. A repeated request with the same key and payload returns 200 with the first response and the header \`Idempotency-Replayed: true\`; with another payload, 409. The response is kept for ${ANSWER_KEPT_HOURS} hours, the key for ${KEY_KEPT_DAYS} days: in between, a repeated request returns 409 with the time the work was done.`,
      }),
    ),
  },
  { additionalProperties: true },
)

/** Pays and workers compensation pays. */
export function payRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    for (const isWorkersComp of [false, true]) registerLists(app, service, isWorkersComp)
    registerPay(app, service)
    registerRecalculation(app, service)
  }
}

function registerLists(app: App, service: Service, isWorkersComp: boolean): void {
  const path = isWorkersComp ? 'workers-comp-pays' : 'pays'
  const what = isWorkersComp ? 'workers compensation pays' : 'pays'
  route(app, {
    method: 'PUT',
    path: `/company/:company_id/${path}/create`,
    operationId: isWorkersComp ? 'createWorkersCompPays' : 'createPays',
    approvable: true,
    summary: `Create ${what}: all of them or none`,
    description: isWorkersComp
      ? 'As creating pays; every hours row is paid at the employee’s workers compensation hourly amount when one is set.'
      : 'The pays are processed at once. The pay date selects the tax tables, and the pay run unless `period_end_date` names its period. A pay that is entered late lists the later pays that would now be different in `affected_pays`.',
    query: CreateQuery,
    headers: Headers,
    body: Type.Array(PayCreate, { examples: [[{ employee_id: 12, hours: [] }]] }),
    response: { 200: PayList, 201: PayList },
    errors: [409, 413],
    preValidation: refuseIds,
    serializerCompiler,
    handler: async (request, reply) => {
      const { query, company, body } = request
      const grouping = groupingOf(query, query.identifier_type)
      const options: CreateOptions = {
        payDate: query.pay_date ? civilDate(query.pay_date) : service.clock.today(),
        periodEnd: civilDateOrNone(query.period_end_date ?? null),
        identifierType: query.identifier_type ?? 'employee_id',
        isDryRun: query.dry_run ?? false,
        isTaxRedistributed: query.redistribute_tax_by_gross ?? true,
        isWorkersComp,
        isStandard: query.use_standard_hours ?? false,
      }
      if (body.length === 0) throw badRequest('Send at least one pay.')
      checkPays(body, options.identifierType)
      checkTerminations(body, options.identifierType, company.jurisdiction)
      const key = readIdempotencyKey(request.headers)
      if (!key || options.isDryRun) {
        const call = { company, items: body, options }
        const pays = await service.runVerb(createPays, call, body.length)
        return sendText(reply.code(options.isDryRun ? 200 : 201), pays.length, listText(pays, grouping))
      }
      const call = { company, items: body, options, grouping, request: idempotent(request, key) }
      const answer = await service.runVerb(createPaysOnce, call, body.length)
      if (answer.isReplayed) reply.header('idempotency-replayed', 'true')
      return sendText(reply.code(answer.isReplayed ? 200 : 201), body.length, [answer.body])
    },
  })

  route(app, {
    method: 'GET',
    path: `/company/:company_id/${path}`,
    operationId: isWorkersComp ? 'listWorkersCompPays' : 'listPays',
    summary: `List ${what} by pay date`,
    description: 'Both dates are included; without them, all pays are listed. A year of pays is one call.',
    query: ListQuery,
    response: { 200: PayList },
    serializerCompiler,
    handler: async (request, reply) => {
      const { query, company } = request
      const grouping = groupingOf(query)
      const filter = isWorkersComp ? { ...query, isWorkersComp } : query
      const { first, parts } = await findPays(service, company, filter, grouping)
      return sendText(reply, first.length, writeList(service, company, parts, grouping))
    },
  })
}

/** Each key is executed once, however often it is sent and even if concurrently. */
function idempotent({ caller, method, url, body, query }: FastifyRequest, key: string): IdempotentRequest {
  const { customerId } = caller
  const scope = `customer:${customerId}/client:${caller.clientId}`
  return { customerId, scope, key, endpoint: `${method} ${url.split('?')[0]}`, payload: { body, query } }
}

function registerPay(app: App, service: Service): void {
  route(app, {
    method: 'GET',
    path: '/company/:company_id/pays/:pay_id',
    operationId: 'getPay',
    summary: 'Read one pay',
    description: 'With all its items and totals, as calculated; `explanation` says why.',
    query: VersionQuery,
    response: { 200: Pay },
    errors: [404],
    serializerCompiler,
    etag: true,
    handler: async ({ company, params, query }, reply) => {
      const pay = await readPay(service, company, params.pay_id)
      const shown = query.include_version ? await addVersion(service, pay) : pay
      return reply.header('etag', payTag(pay)).send(shown)
    },
  })

  route(app, {
    method: 'PUT',
    path: '/company/:company_id/pays/:pay_id',
    operationId: 'rebuildPay',
    approvable: true,
    summary: 'Replace the items of a pay and calculate it again',
    description:
      'Omitted lists: no hours, no leave; standing deductions and sacrifices apply; allowances, bonuses and back payments that were added automatically stay. A processed pay is calculated from its snapshot (declaration, rates, super, leave settings, standing items), regardless of later changes; `renew_snapshot` uses the terms now recorded for its days. Rows with a kind and description that the pay had keep their ids. A pay that has a department must be sent with it. Reads return an `ETag`; a write with an outdated `If-Match` returns 412.',
    query: closed({ ...DryRunQuery, ...RenewQuery, ...IdentifierQuery }),
    body: PayUpdate,
    response: { 200: Pay },
    errors: [404, 409, 412],
    preValidation: refuseIds,
    serializerCompiler,
    etag: true,
    handler: async ({ company, params, body, query, headers }, reply) => {
      checkUpdate(body)
      const options = {
        isDryRun: query.dry_run ?? false,
        isSnapshotRenewed: query.renew_snapshot ?? false,
        ifMatch: headers['if-match'],
        identifierType: query.identifier_type,
      }
      const { pay, affected } = await rebuildPay(service, company, params.pay_id, body, options)
      if (!options.isDryRun) reply.header('etag', payTag(viewOf(pay)))
      const told = affected.length === 0 ? pay : withMember(pay, 'affected_pays', affected)
      return sendText(reply, 1, [told.json])
    },
  })

  route(app, {
    method: 'DELETE',
    path: '/company/:company_id/pays/:pay_id',
    operationId: 'deletePay',
    approvable: true,
    summary: 'Delete a pay',
    description:
      'Leave and year to date are restored as if the pay had never existed; deleting a final pay reverses the termination. Returns 200 with the later pays that would now be different, if any; they do not change. With `dry_run`, returns 200 with the pay and the consequences. A write with an outdated `If-Match` returns 412.',
    query: closed(DryRunQuery),
    response: { 200: PayDeleted, 204: Type.Null() },
    errors: [404, 412],
    serializerCompiler,
    handler: async ({ company, params, query, headers }, reply) => {
      const isDryRun = query.dry_run ?? false
      const options = { isDryRun, ifMatch: headers['if-match'] }
      const { pay, affected, warnings } = await removePay(service, company, params.pay_id, options)
      const later = affected.length === 0 ? [] : [laterPaysStand(affected)]
      if (isDryRun) return reply.send({ pay, affected_pays: affected, warnings: [...warnings, ...later] })
      if (affected.length === 0) return reply.code(204).send(null)
      return reply.code(200).send({ affected_pays: affected, warnings: later })
    },
  })

  route(app, {
    method: 'GET',
    path: '/company/:company_id/pays/:pay_id/explanation',
    operationId: 'explainPay',
    summary: 'The steps that lead to every figure of a pay',
    description:
      'The pay is calculated again from its snapshot, and every step is listed with its inputs, its rule and its source. If that differs from what was paid, the amounts paid do not change and the response says so.',
    response: { 200: Explanation },
    errors: [404],
    serializerCompiler,
    handler: async ({ company, params }) => explainPay(service, company, params.pay_id),
  })
}

function registerRecalculation(app: App, service: Service): void {
  route(app, {
    method: 'POST',
    path: '/company/:company_id/pays/recalculate',
    operationId: 'recalculatePays',
    approvable: true,
    summary: 'Recalculate pays with their current items',
    description:
      'For later pays that an earlier one affects (`affected_pays`). Oldest first, each from its stored terms and the employee’s balances before it; with `renew_snapshot`, with the terms now recorded for its days. A final pay cannot be rebuilt: 409.',
    body: RecalculateRequest,
    response: { 200: Recalculated },
    errors: [404, 409],
    serializerCompiler,
    handler: async ({ company, body }, reply) => {
      const call = {
        company,
        payIds: body.pay_ids,
        isDryRun: body.dry_run ?? false,
        isRenewed: body.renew_snapshot ?? false,
      }
      const { pays, affected } = await service.runVerb(recalculatePays, call, body.pay_ids.length)
      const warnings = affected.length > 0 ? [laterPaysStand(affected)] : []
      const rest = JSON.stringify({ affected_pays: affected, warnings }).slice(1)
      return sendText(reply, pays.length, [`{"pays":[${pays.map((pay) => pay.json).join()}],`, rest])
    },
  })
}

function laterPaysStand(affected: readonly AffectedPayView[]): string {
  const how = affected.some((pay) => pay.needs_renew_snapshot) ? ' and renew_snapshot: true' : ''
  return `${affected.length === 1 ? 'A later pay' : `${affected.length} later pays`} would now be different but do not change: recalculate them with POST …/pays/recalculate${how}.`
}

function groupingOf(
  query: { group_by_pay_run?: boolean | null; group_by_employee?: boolean | null },
  identifierType: 'employee_id' | 'employee_number' = 'employee_id',
): Grouping {
  if (query.group_by_pay_run && query.group_by_employee)
    throw invalid(['query', 'group_by_employee'], 'group_by_employee and group_by_pay_run exclude each other')
  if (query.group_by_pay_run) return 'run'
  return query.group_by_employee ? identifierType : 'none'
}
