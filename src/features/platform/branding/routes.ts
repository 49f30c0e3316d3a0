import { Type } from 'typebox'
import { managesAccount } from '../../../http/caller.ts'
import { writeErrorOnly } from '../../../http/errors.ts'
import { routeFor } from '../../../http/route.ts'
import { HIDDEN } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { keptOtherwise, saying } from '../../../http/view.ts'
import { forbidden, InvalidRequest, notFound, Problem } from '../../../kernel/problem.ts'
import { errorCode } from '../../../kernel/read-error.ts'
import type { Service } from '../../../service.ts'
import { addAddressRoutes } from './address-routes.ts'
import { changeBranding, changeLogo, removeLogo } from './change.ts'
import { LOGO_MAX_BYTES } from './image-format.ts'
import { findBranding, findLogo } from './queries.ts'
import type { BrandingRoutes } from './route-options.ts'
import { BrandingChanges, BrandingView } from './schema.ts'
import { viewBranding } from './view.ts'

const route = routeFor('branding')

const YEAR_SECONDS = 31_536_000

/** The customer's own branding. */
export function brandingRoutes(service: Service) {
  return registerBranding(service, {
    path: '/branding',
    name: 'Branding',
    read: 'payroll.read',
    write: 'payroll.write',
    errors: [],
    guard: ({ caller, method }) => {
      if (method !== 'GET' && !managesAccount(caller))
        throw forbidden('Changing the branding needs the role owner or admin.')
    },
    customerOf: ({ caller }) => caller.customerId,
  })
}

/**
 * Reads and changes a branding. Every error is `{error}`, as the specification requires for branding and
 * assets.
 */
export function registerBranding(service: Service, of: BrandingRoutes) {
  const { errors } = of
  return async (app: App): Promise<void> => {
    app.setErrorHandler(writeErrorOnly)
    app.addHook('onRequest', async (request) => of.guard?.(request))
    route(app, {
      method: 'GET',
      path: of.path,
      operationId: `get${of.name}`,
      summary: 'Name, colours and logo',
      description: 'Shown on payslips, e-mails and pages; a member that was never set is null.',
      response: { 200: BrandingView },
      errorShape: 'error',
      scope: of.read,
      errors,
      handler: async (request) =>
        viewBranding(service, await findBranding(service.database.query, await of.customerOf(request))),
    })

    route(app, {
      method: 'PUT',
      path: of.path,
      operationId: `update${of.name}`,
      summary: 'Set name and colours',
      description:
        'Omitted members do not change, null clears. They show on payslips, statements, e-mails, sign-in, consent and in the web app.',
      body: BrandingChanges,
      response: { 200: BrandingView },
      errorShape: 'error',
      scope: of.write,
      errors,
      handler: async (request) => {
        const { body } = request
        const view = viewBranding(service, await changeBranding(service, await of.customerOf(request), body))
        return saying(view, keptOtherwise({ name: body.name }, view))
      },
    })

    route(app, {
      method: 'DELETE',
      path: `${of.path}/logo`,
      operationId: `delete${of.name}Logo`,
      summary: 'Remove the logo',
      description: 'Payslips, e-mails and pages show the name alone from then on.',
      response: { 204: Type.Null() },
      errorShape: 'error',
      scope: of.write,
      errors: [413, ...errors],
      handler: async (request, reply) => {
        await removeLogo(service, await of.customerOf(request))
        return reply.code(204).send(null)
      },
    })

    addAddressRoutes(app, service, of)
    await app.register(uploadRoute(service, of))
  }
}

/** The body is the image itself. Its bytes decide the format, not the content type of the request. */
function uploadRoute(service: Service, of: BrandingRoutes) {
  return async (app: App): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    app.setErrorHandler((error, request, reply) => writeErrorOnly(uploadError(error), request, reply))
    route(app, {
      method: 'PUT',
      path: `${of.path}/logo`,
      operationId: `upload${of.name}Logo`,
      summary: 'Upload the logo',
      description:
        'A PNG or JPEG as the body: at most 1 MB and 2,000 pixels a side. It is drawn again, so nothing but its pixels is kept. SVG is refused.',
      'x-body': ['image/png', 'image/jpeg'],
      response: { 200: BrandingView },
      errorShape: 'error',
      scope: of.write,
      errors: [413, ...of.errors],
      bodyLimit: LOGO_MAX_BYTES,
      handler: async (request) => {
        const customerId = await of.customerOf(request)
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        return viewBranding(service, await changeLogo(service, customerId, bytes))
      },
    })
  }
}

/** Rewords the framework's body errors for an upload. */
function uploadError(error: unknown): unknown {
  if (errorCode(error) === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Problem(413, 'The image is larger than 1 MB. Send a smaller one.')
  const isType = error instanceof InvalidRequest && error.data[0]?.loc[1] === 'content-type'
  return isType
    ? new Problem(422, 'Send the image itself as the body, with Content-Type image/png or image/jpeg.')
    : error
}

/** Serves logos by content hash, to any page and browser. They cannot contain a script that runs. */
export function logoRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.get<{ Params: { file: string } }>(
      '/branding/:file',
      { schema: HIDDEN, config: { scope: 'public', limit: 'none' } },
      async (request, reply) => {
        const [, hash, ending] = /^([0-9a-f]{32})\.(png|jpg)$/.exec(request.params.file) ?? []
        const row = hash ? await findLogo(service.database.query, hash) : undefined
        if (!row?.logo || !row.logo_type || (ending === 'png') !== (row.logo_type === 'image/png'))
          throw notFound('Not Found')
        return reply
          .headers({
            'content-type': row.logo_type,
            'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
            'content-security-policy': "default-src 'none'; sandbox",
            'cross-origin-resource-policy': 'same-origin',
          })
          .send(row.logo)
      },
    )
  }
}
