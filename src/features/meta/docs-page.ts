import { randomBytes } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { App } from '../../http/types.ts'
import type { Service } from '../../service.ts'
import type { Settings } from '../../settings.ts'

/** Stands in the page that the package writes once; each answer gets a nonce of its own in its place. */
const PLACE_OF_NONCE = 'nonce-of-this-answer'

const policyWith = (nonce: string) =>
  `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'`

/** The human page over the OpenAPI document, served from our own files: no outside host is asked for anything. */
export function docsPage({ settings }: Pick<Service, 'settings'>) {
  return async (app: App): Promise<void> => register(app, settings)
}

/** A newcomer tries things with the demo's application. */
function demoSignIn({ publicUrl }: Settings) {
  const authorizationCode = {
    'x-scalar-client-id': 'demo-client',
    clientSecret: 'demo-secret',
    'x-scalar-redirect-uri': `${publicUrl}/api/docs`,
    'x-usePkce': 'SHA-256' as const,
    selectedScopes: ['openid', 'payroll.read', 'payroll.write'],
  }
  return { preferredSecurityScheme: 'oauth2', securitySchemes: { oauth2: { flows: { authorizationCode } } } }
}

async function register(app: App, settings: Settings): Promise<void> {
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
      // Tools of the page's vendor: they would send people, and the document, elsewhere.
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
      ...(settings.mode === 'production' ? {} : { authentication: demoSignIn(settings) }),
    },
  })
}
