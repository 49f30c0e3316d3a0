import { randomBytes } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { App } from '../../http/types.ts'

/** Stands in the page that the package writes once; each answer gets a nonce of its own in its place. */
const PLACE_OF_NONCE = 'nonce-of-this-answer'

const policyWith = (nonce: string) =>
  `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'`

/** The human page over the OpenAPI document, served from our own files: no outside host is asked for anything. */
export async function docsPage(app: App): Promise<void> {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, scope: 'public', limit: 'none' }
  })
  app.addHook('onSend', async (_request, reply, payload) => {
    const nonce = randomBytes(16).toString('base64')
    reply.header('content-security-policy', policyWith(nonce))
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
    return isPage && typeof payload === 'string' ? payload.replaceAll(PLACE_OF_NONCE, nonce) : payload
  })
  await app.register(scalar, {
    routePrefix: '/api/docs',
    configuration: {
      url: '/api/openapi.json',
      nonce: PLACE_OF_NONCE,
      pageTitle: 'Tasman Payroll API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
    },
  })
}
