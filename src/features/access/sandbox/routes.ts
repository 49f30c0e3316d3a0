import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import { forbidden } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { callersOf } from '../oauth/index.ts'
import { advanceClock, nextEvent, viewClock } from './clock.ts'
import { loadData } from './data.ts'
import { deleteCompanies, findSandbox, type SandboxRow, storeFaults } from './queries.ts'
import { ClockAdvance, ClockView, DataBody, FaultsBody, LoadedData, SandboxView } from './schema.ts'

const route = routeFor('sandbox')

/** Routes for sandbox customers only: a movable clock, named data sets and faults on request. */
export function sandboxRoutes(service: Service) {
  const { query } = service.database
  const own = async ({ caller }: FastifyRequest): Promise<SandboxRow> => {
    const row = await findSandbox(query, caller.customerId)
    if (!row) throw forbidden('This customer is not a sandbox: it uses the real clock.')
    return row
  }
  const view = async (row: SandboxRow) => ({
    clock: viewClock(service, row),
    faults: row.faults,
    next_event_at: await nextEvent(service, row),
  })

  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/sandbox',
      operationId: 'getSandbox',
      summary: 'The clock and the faults of this sandbox',
      description:
        'A customer that is not a sandbox gets 403: it uses the real clock and has no faults to switch on.',
      response: { 200: SandboxView },
      limit: 'lookup',
      handler: async (request) => view(await own(request)),
    })

    route(app, {
      method: 'GET',
      path: '/sandbox/clock',
      operationId: 'getSandboxClock',
      summary: 'Read the clock of this sandbox',
      description: 'The clock keeps running. After an advance, poll it until `status` is `ready`.',
      response: { 200: ClockView },
      limit: 'lookup',
      handler: async (request) => viewClock(service, await own(request)),
    })

    route(app, {
      method: 'POST',
      path: '/sandbox/clock',
      operationId: 'advanceSandboxClock',
      summary: 'Advance the clock of this sandbox',
      description:
        'The clock moves from one due event to the next: webhooks and their retries, staged final pays, lodgements and e-mails happen on the way, at their times. Due dates, trials and the lifetimes of tokens follow; a refresh token expires after 30 days. The clock never moves back.',
      body: ClockAdvance,
      response: { 202: ClockView },
      errors: [409],
      handler: async (request, reply) => {
        const { customer_id } = await own(request)
        const row = await advanceClock(service, customer_id, request.body.advance_to)
        return reply.code(202).send(viewClock(service, row))
      },
    })

    route(app, {
      method: 'PUT',
      path: '/sandbox/faults',
      operationId: 'setSandboxFaults',
      summary: 'Switch faults on in this sandbox',
      description: 'Omitted parts work normally; `{}` ends all faults. Other customers are not affected.',
      body: FaultsBody,
      response: { 200: SandboxView },
      handler: async (request) => {
        const row = await own(request)
        await storeFaults(query, row.customer_id, request.body)
        callersOf(service.database).forget('customer', row.customer_id)
        return view({ ...row, faults: request.body })
      },
    })

    route(app, {
      method: 'POST',
      path: '/sandbox/data',
      operationId: 'loadSandboxData',
      summary: 'Fill this sandbox with a named set of data',
      description:
        'A company with employees and processed pays, created through the normal API calls, so its events are sent.',
      body: DataBody,
      response: { 201: LoadedData },
      errors: [409],
      handler: async (request, reply) => {
        await own(request)
        return reply.code(201).send(await loadData(service, app, request.caller, request.body.data_set))
      },
    })

    route(app, {
      method: 'POST',
      path: '/sandbox/reset',
      operationId: 'resetSandbox',
      summary: 'Delete all companies of this sandbox',
      description:
        'Also deletes their employees, pays and files permanently. Faults end. The clock does not change, and applications, webhooks and their log stay.',
      response: { 204: Type.Null({ description: 'Done.' }) },
      handler: async (request, reply) => {
        const { customer_id } = await own(request)
        await service.database.transaction(async (tx) => {
          await deleteCompanies(tx, customer_id)
          await storeFaults(tx, customer_id, {})
        })
        callersOf(service.database).forget('customer', customer_id)
        return reply.code(204).send(null)
      },
    })
  }
}
