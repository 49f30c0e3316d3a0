import type { FastifyReply, FastifyRequest } from 'fastify'
import { expectOutcome } from '../../../database/transaction-hooks.ts'
import { decodeUtf8 } from '../../../http/json-body.ts'
import { HIDDEN } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { isRecord } from '../../../kernel/is-record.ts'
import { hashToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import { findScimCaller, type ScimCaller } from '../../access/identity-provider/index.ts'
import { noteAudit } from '../../platform/audit/index.ts'
import { PAGE_MAX, serviceProviderConfig, userSchema, userType } from './metadata.ts'
import { listScimUsers } from './queries.ts'
import { LIST, patchUser, readFilter, readUser, USER, viewUser } from './resource.ts'
import { SCIM_TYPE, ScimProblem, writeScimError } from './scim-error.ts'
import { changeScimUser, createScimUser, deleteScimUser, readScimUser } from './users.ts'

const ROUTE = { schema: HIDDEN, config: { scope: 'public', limit: 'lookup' } } as const
type WithId = { Params: { id: string } }

/** SCIM 2.0 (RFC 7644): an identity provider adds users and ends their access. It has its own tokens. */
export function scimRoutes(service: Service) {
  const base = `${service.settings.publicUrl}/scim/v2`
  const callers = new WeakMap<FastifyRequest, ScimCaller>()
  const customerOf = (request: FastifyRequest): number => {
    const caller = callers.get(request)
    if (!caller) throw new ScimProblem(401, 'The token is missing, wrong or revoked.')
    return caller.customerId
  }
  const send = (reply: FastifyReply, body: object, status = 200) =>
    reply.code(status).type(SCIM_TYPE).send(JSON.stringify(body))
  const list = (resources: readonly object[], total = resources.length, startIndex = 1) => ({
    schemas: [LIST],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  })

  return async (app: App): Promise<void> => {
    app.setErrorHandler(writeScimError)
    const parse = app.getDefaultJsonParser('error', 'error')
    app.addContentTypeParser('application/scim+json', { parseAs: 'buffer' }, (request, body, done) => {
      parse(request, decodeUtf8(Buffer.from(body)), done)
    })
    app.addHook('preHandler', async (request) => {
      const [, token = ''] = /^Bearer ([\x21-\x7e]{20,200})$/i.exec(request.headers.authorization ?? '') ?? []
      const caller =
        token && (await findScimCaller(service.database.query, hashToken(token), service.clock.now()))
      if (!caller) throw new ScimProblem(401, 'The token is missing, wrong or revoked.')
      callers.set(request, caller)
      if (request.method === 'GET') return
      noteAudit(request, {
        action: `scim.${ACTIONS[request.method] ?? 'change'}`,
        customerId: caller.customerId,
        clientId: `scim:${caller.tokenId}`,
        target: `${request.url.split('?')[0]} by the token ${caller.name}`,
      })
    })

    app.get('/scim/v2/ServiceProviderConfig', ROUTE, (_request, reply) =>
      send(reply, serviceProviderConfig(base)),
    )
    app.get('/scim/v2/ResourceTypes', ROUTE, (_request, reply) => send(reply, list([userType(base)])))
    app.get('/scim/v2/ResourceTypes/User', ROUTE, (_request, reply) => send(reply, userType(base)))
    app.get('/scim/v2/Schemas', ROUTE, (_request, reply) => send(reply, list([userSchema(base)])))
    app.get<WithId>('/scim/v2/Schemas/:id', ROUTE, ({ params }, reply) => {
      if (params.id !== USER) throw new ScimProblem(404, 'Schema not found.')
      return send(reply, userSchema(base))
    })

    app.get('/scim/v2/Users', ROUTE, async (request, reply) => {
      const { startIndex, count, filter } = readQuery(request.query)
      const page = { offset: startIndex - 1, limit: count }
      const found = await listScimUsers(service.database.query, customerOf(request), readFilter(filter), page)
      const resources = found.rows.map((row) => viewUser(row, base))
      return send(reply, list(resources, found.total, startIndex))
    })

    app.post('/scim/v2/Users', ROUTE, async (request, reply) => {
      expectOutcome(201)
      const user = viewUser(await createScimUser(service, customerOf(request), readUser(request.body)), base)
      return send(reply.header('location', user.meta.location), user, 201)
    })

    app.get<WithId>('/scim/v2/Users/:id', ROUTE, async (request, reply) =>
      send(reply, viewUser(await readScimUser(service, customerOf(request), request.params.id), base)),
    )

    app.put<WithId>('/scim/v2/Users/:id', ROUTE, async (request, reply) => {
      expectOutcome(200)
      const wanted = readUser(request.body)
      const row = await changeScimUser(service, customerOf(request), request.params.id, () => wanted)
      return send(reply, viewUser(row, base))
    })

    app.patch<WithId>('/scim/v2/Users/:id', ROUTE, async (request, reply) => {
      expectOutcome(200)
      const { id } = request.params
      const row = await changeScimUser(service, customerOf(request), id, (now) =>
        patchUser(now, request.body),
      )
      return send(reply, viewUser(row, base))
    })

    app.delete<WithId>('/scim/v2/Users/:id', ROUTE, async (request, reply) => {
      expectOutcome(204)
      await deleteScimUser(service, customerOf(request), request.params.id)
      return reply.code(204).send()
    })
  }
}

const ACTIONS: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'replace',
  PATCH: 'change',
  DELETE: 'delete',
}

/** Paging as in RFC 7644, 3.4.2.4. A value out of range becomes the nearest valid one. */
function readQuery(query: unknown): { startIndex: number; count: number; filter: string } {
  const fields = isRecord(query) ? query : {}
  const text = (name: string) => {
    const value = fields[name]
    return typeof value === 'string' ? value : ''
  }
  const whole = (name: string, fallback: number, most: number) => {
    const value = /^-?\d{1,9}$/.test(text(name)) ? Number(text(name)) : fallback
    return Math.min(value, most)
  }
  return {
    startIndex: Math.max(1, whole('startIndex', 1, 1_000_000)),
    count: Math.max(0, whole('count', PAGE_MAX, PAGE_MAX)),
    filter: text('filter').slice(0, 1000),
  }
}
