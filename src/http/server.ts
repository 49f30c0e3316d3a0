import { randomUUID } from 'node:crypto'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, {
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { monotonicMs } from '../kernel/clock.ts'
import { Problem } from '../kernel/problem.ts'
import { withinRequest } from '../kernel/request-context.ts'
import { requireProof } from '../kernel/session-proof.ts'
import type { Service } from '../service.ts'
import { tidyForwarded, trustProxyOption } from '../settings/proxy-trust.ts'
import {
  checkScope,
  createAuthenticator,
  createCompanyAccess,
  type FindCaller,
  type FindCompany,
  type FindEmployer,
} from './access.ts'
import { addressName } from './address-name.ts'
import { limitBodies } from './body-limits.ts'
import { boundRequests } from './bounded-schema.ts'
import { closeQueries, refuseBrokenQuery } from './closed-queries.ts'
import {
  answerExpectations,
  capConnections,
  connectionOptions,
  lacksHost,
  refuseBare,
} from './connections.ts'
import { writeError } from './errors.ts'
import { refuseUnguarded } from './etag.ts'
import { readFormBodies, refuseForm } from './form-body.ts'
import { createHeaderWriter } from './headers.ts'
import type { Checks } from './invalid-places.ts'
import { readJsonBodies } from './json-body.ts'
import { createBurstGuard, createRateLimiter } from './limits.ts'
import { maskAnswers } from './masked-answers.ts'
import { addErrorAnswers } from './openapi.ts'
import { createOverloadGuard } from './overload.ts'
import { serialiseLazily } from './serialise.ts'
import { traceRequests } from './trace-requests.ts'
import type { App } from './types.ts'
import { createValidatorCompiler } from './validation.ts'
import { watchVersions } from './versions.ts'

/** The time limit of a start, in addition to the time limit of a database connection. */
const START_GRACE_MS = 50_000

/** The functions that the HTTP layer needs from the features. */
export type Questions = {
  findCaller: FindCaller
  findCompany: FindCompany
  findEmployer: FindEmployer
  checks: Checks
  /** Responds to an error thrown by a handler: a refusal, or a write that waits for a second person. */
  answerError?(
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply | Promise<FastifyReply>
}

/** The Fastify instance with everything that all routes share, in the order in which a request meets it. */
export function createServer(service: Service, questions: Questions): App {
  const { settings, systemClock, database } = service
  const options: FastifyServerOptions = {
    loggerInstance: service.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: 16 * 1024,
    // A start waits for a database connection. On a busy machine that takes longer than the framework's ten
    // seconds.
    pluginTimeout: settings.poolWaitMs + START_GRACE_MS,
    ...connectionOptions(settings),
    trustProxy: trustProxyOption(settings.trustProxy),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // A malformed URL never reaches a route, nor the routes' error handler.
    frameworkErrors: (error, request, reply) => {
      writeError(
        error.code === 'FST_ERR_BAD_URL' ? new Problem(400, 'The address is not a valid URL.') : notFound(),
        request,
        reply.header('x-request-id', request.id),
      )
    },
    schemaErrorFormatter: (errors) => errors[0] as unknown as Error,
  }
  const app = fastify(options).withTypeProvider<TypeBoxTypeProvider>() as unknown as App

  app.setValidatorCompiler(createValidatorCompiler(questions.checks) as never)
  app.setSerializerCompiler(serialiseLazily)
  app.setErrorHandler(questions.answerError ?? writeError)
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  app.decorateRequest('caller', null as never)
  app.decorateRequest('company', null as never)
  app.decorateRequest('holdsMasks', false)
  readJsonBodies(app)
  readFormBodies(app)
  closeQueries(app)
  boundRequests(app)
  limitBodies(app, settings.bodyLimitMb * 1024 * 1024)
  addErrorAnswers(app)
  maskAnswers(app)

  const overload = createOverloadGuard(database.poolLoads, settings, monotonicMs)
  app.addHook('onListen', async () => overload.start())
  const connections = capConnections(app.server, settings.maxConnections)
  answerExpectations(app.server)
  app.addHook('preClose', async () => connections.release())
  app.addHook('onClose', async () => overload.stop())
  // A client that keeps its connection open goes to another process from the next request on.
  app.addHook('onRequest', async (_request, reply) => {
    if (service.readiness.isDraining) reply.header('connection', 'close')
  })
  if (service.tracing) traceRequests(app, service.tracing)
  if (settings.trustProxy) app.addHook('onRequest', tidyForwarded)
  app.addHook('onRequest', createHeaderWriter(settings.corsOrigins, settings.publicUrl.startsWith('https:')))
  app.addHook('onRequest', async (request, reply) => {
    if (!lacksHost(request.raw)) return
    reply.hijack()
    refuseBare(reply.raw, 400, 'The Host header is missing. Send it.')
  })
  watchVersions(app)
  app.addHook('onRequest', createBurstGuard(settings, monotonicMs))
  app.addHook('onRequest', (request, reply) =>
    request.routeOptions.config.limit === 'none'
      ? Promise.resolve(undefined)
      : overload.check(request, reply),
  )
  // Before the body is read, so an unknown path costs no more than its headers.
  app.addHook('onRequest', async (request) => {
    if (request.is404) throw notFound()
  })
  app.addHook('onRequest', createAuthenticator(questions.findCaller))
  app.addHook('onRequest', createRateLimiter(settings, systemClock, database.pool))
  app.addHook('onRequest', checkScope)
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (routeOptions.config.asksProof) requireProof()
  })
  // Before the body is read, because a form as large as a list takes long to parse.
  app.addHook('onRequest', async (request) => {
    refuseForm(request)
    refuseUnguarded(request)
  })
  app.addHook('preValidation', async (request) => {
    if (request.body === undefined && request.routeOptions.config.emptyBody) request.body = {}
    refuseBrokenQuery(request)
  })
  app.addHook('preHandler', (request, reply, done) =>
    withinRequest({ id: request.id, address: addressName(request.ip) }, reply.raw, done),
  )
  // From here on the request belongs to its customer. It uses the customer's concurrency limits of the
  // database and, in a sandbox, the sandbox clock.
  app.addHook('preHandler', (request, _reply, done) =>
    request.caller ? service.actFor(request.caller, done) : done(),
  )
  app.addHook('preHandler', createCompanyAccess(questions.findCompany, questions.findEmployer))
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        client: request.caller?.clientId,
        customer: request.caller?.customerId,
      },
      'request',
    )
  })
  return app
}

const notFound = () => new Problem(404, 'Not Found')
