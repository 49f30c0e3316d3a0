import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { writeError } from '../../../http/errors.ts'
import { HIDDEN } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { InvalidRequest, Problem } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { accountRoutes } from './account-routes.ts'
import { consentRoutes } from './consent-routes.ts'
import { demoRoutes } from './demo-routes.ts'
import { handoffRoutes } from './handoff-routes.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { sendErrorPage } from './pages/layout.ts'
import { passwordRoutes } from './password-routes.ts'
import { signInRoutes } from './sign-in-routes.ts'

const STYLES = readFileSync(join(import.meta.dirname, 'pages/pages.css'), 'utf8')

/**
 * The HTML pages: sign-in, consent, password, account, and those of other features. Errors are shown as pages
 * too.
 */
export function pageRoutes(service: Service, others: readonly ((app: App) => Promise<void>)[] = []) {
  return async (app: App): Promise<void> => {
    app.setErrorHandler(writeErrorPage)
    app.get(
      '/assets/pages.css',
      { schema: HIDDEN, config: { scope: 'public', limit: 'none' } },
      (_request, reply) =>
        reply.type('text/css; charset=utf-8').header('cache-control', 'max-age=300').send(STYLES),
    )
    await app.register(signInRoutes(service))
    await app.register(consentRoutes(service))
    await app.register(passwordRoutes(service))
    await app.register(invitationRoutes(service))
    await app.register(accountRoutes(service))
    await app.register(handoffRoutes(service))
    for (const routes of others) await app.register(routes)
    if (service.settings.mode !== 'production') await app.register(demoRoutes(service))
  }
}

function writeErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Problem)
    return sendErrorPage(reply.headers(error.headers), error.status, 'That did not work', error.message)
  if (error instanceof InvalidRequest && error.data[0]?.loc[0] === 'body' && error.data[0].loc.length > 1)
    return sendErrorPage(reply, 422, 'That did not work', `${error.message}. Go back and try again.`)
  if (error instanceof InvalidRequest || isMediaTypeError(error))
    return sendErrorPage(
      reply,
      400,
      'That did not work',
      'The form did not arrive completely. Please try again.',
    )
  return writeError(error, request, reply)
}

function isMediaTypeError(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && error.statusCode === 415
}
