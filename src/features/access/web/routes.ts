import type { FastifyReply, FastifyRequest } from 'fastify'
import { allCountries } from '../../../countries/index.ts'
import { expectOutcome } from '../../../database/transaction-hooks.ts'
import { managesAccount } from '../../../http/caller.ts'
import { html } from '../../../http/html.ts'
import { HIDDEN } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { timestamp } from '../../../http/view.ts'
import { forbidden, notFound, Problem } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { noteAudit } from '../../platform/audit/index.ts'
import { brandOfCustomer, signInOfHost } from '../../platform/branding/index.ts'
import { listWholeMails, textOf, viewMail } from '../../platform/mail/index.ts'
import { appUser, extendOpenedSession, type SessionUser } from '../oauth/index.ts'
import { findSandbox } from '../sandbox/index.ts'
import { ownAccountRoutes } from './account-routes.ts'
import { type BuiltFile, createBuildReader } from './build.ts'
import { personOf, requireEnrolled, requireOwnPage, requireSamePerson } from './guard.ts'
import { organisationRoutes } from './organisation-routes.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { policyRoutes } from './policy-routes.ts'
import { proxyRoutes } from './proxy.ts'
import { defaultCompanyOf } from './queries.ts'
import { ownSignInRoutes } from './sign-in-routes.ts'

const OPEN = { schema: HIDDEN, config: { scope: 'public', limit: 'none' } } as const
const OUTBOX_ROWS = 100
const YEAR_SECONDS = 31_536_000

const NOT_BUILT = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tasman Payroll</title>
<link rel="stylesheet" href="/assets/pages.css"></head>
<body><header>Tasman <span>Payroll</span></header><main><h1>The web app is not built</h1>
<p>Start the service with <code>npm start</code>, or run <code>npm run build:web</code> and reload this page.</p>
</main></body></html>`

/** The web app at /app: its page and files, the signed-in person, and the API proxy. */
export function webRoutes(service: Service) {
  const build = createBuildReader()

  const sendShell = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!(await appUser(service, request)))
      return reply.redirect(`/sign-in?next=${encodeURIComponent(request.url)}`, 303)
    const shell = build.shell()
    if (!shell) return reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT.text)
    return sendFile(request, reply, shell)
  }

  const requireUser = async (request: FastifyRequest): Promise<SessionUser> => {
    requireOwnPage(request, service.settings.publicUrl)
    const user = await appUser(service, request)
    if (!user) throw new Problem(401, 'Not signed in')
    requireSamePerson(request, user)
    return user
  }

  return async (app: App): Promise<void> => {
    await app.register(proxyRoutes(service))
    await app.register(ownAccountRoutes(service))
    await app.register(ownSignInRoutes(service))
    await app.register(policyRoutes(service))
    await app.register(passkeyRoutes(service))
    await app.register(organisationRoutes(service))
    app.get('/', OPEN, async (request, reply) =>
      reply.redirect((await signInOfHost(service, request.hostname)) ?? '/app', 302),
    )
    app.get('/account', OPEN, (_request, reply) => reply.redirect('/app/account', 302))
    app.get('/app', OPEN, sendShell)
    app.get('/app/*', OPEN, sendShell)

    app.get('/app/assets/:name', OPEN, (request, reply) => {
      const file = build.asset((request.params as { name: string }).name)
      if (!file) throw notFound('Not Found')
      reply.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
      return sendFile(request, reply, file)
    })

    app.get('/favicon.ico', OPEN, (request, reply) => {
      const icon = build.asset('favicon.svg')
      if (!icon) throw notFound('Not Found')
      reply.header('cache-control', 'public, max-age=86400')
      return sendFile(request, reply, icon)
    })

    // The pages outside the app use the same font.
    app.get('/assets/inter.woff2', OPEN, (request, reply) => {
      const font = build.asset('inter.woff2')
      if (!font) throw notFound('Not Found')
      reply.header('cache-control', 'public, max-age=86400')
      return sendFile(request, reply, font)
    })

    app.get('/app/own/session', OPEN, async (request) => {
      const user = await requireUser(request)
      const brand = await brandOfCustomer(service, user.customerId)
      return {
        person: personOf(user),
        id: user.userId,
        name: user.name,
        email: user.email,
        role: user.openedBy ? 'member' : user.role,
        customer_name: user.customerName,
        is_api_admin: user.isApiAdmin,
        is_reseller: user.isReseller,
        is_sandbox: (await findSandbox(service.database.query, user.customerId)) !== undefined,
        has_second_factor: user.hasSecondFactor,
        must_enrol: user.mustEnrol,
        default_company_id: await defaultCompanyOf(service, user),
        brand: brand ? { name: brand.name, logo: brand.logoPath, css: brand.css } : null,
        opened_by: user.openedBy && { name: user.openedBy.name, until: timestamp(user.openedBy.until) },
        mode: service.settings.mode,
        today: Object.fromEntries(
          allCountries().map(({ code, timeZone }) => [code, service.clock.today(timeZone)]),
        ),
      }
    })

    app.post(
      '/app/own/session/extend',
      { ...OPEN, config: { scope: 'public', limit: 'lookup' } },
      async (request) => {
        const user = await requireUser(request)
        const { openedBy } = user
        if (!openedBy) throw forbidden('Only a session that a partner opened is extended.')
        noteAudit(request, {
          action: 'session-handoff.extend',
          customerId: user.customerId,
          userId: openedBy.officerId ?? user.userId,
          clientId: `handoff:${openedBy.partnerId}`,
          target: `customer ${user.customerId}, opened by ${openedBy.name}`,
          reason: openedBy.reason,
          alsoFor: openedBy.partnerId ?? undefined,
        })
        expectOutcome(200)
        return { until: timestamp(await extendOpenedSession(service, user.sessionId)) }
      },
    )

    if (service.settings.mode !== 'production')
      app.get('/app/own/outbox', OPEN, async (request) => {
        const user = await requireUser(request)
        requireEnrolled(user)
        if (user.openedBy || !managesAccount(user))
          throw forbidden('The outbox needs the role owner or admin.')
        const mails = await listWholeMails(service.database.query, user.customerId, OUTBOX_ROWS)
        return mails.map((mail) => ({ ...viewMail(mail), text: textOf(service, mail) }))
      })
  }
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  reply.type(file.type).headers({ etag: file.tag, vary: 'accept-encoding' })
  if (request.headers['if-none-match'] === file.tag) return reply.code(304).send()
  if (file.brotli && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(file.brotli)
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(file.gzip)
  return reply.send(file.plain)
}
