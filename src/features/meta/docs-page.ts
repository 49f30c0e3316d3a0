import { randomBytes } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { App } from '../../http/types.ts'

/** The human page over the OpenAPI document, served from our own files: no outside host is asked for anything. */
export async function docsPage(app: App): Promise<void> {
  const nonce = randomBytes(16).toString('base64')
  const policy = `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'`
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, scope: 'public', limit: 'none' }
  })
  await app.register(scalar, {
    routePrefix: '/api/docs',
    configuration: {
      url: '/api/openapi.json',
      nonce,
      pageTitle: 'Tasman Payroll API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
    },
    hooks: {
      onRequest: (_request, reply, done) => {
        reply.header('content-security-policy', policy)
        done()
      },
    },
  })
}
