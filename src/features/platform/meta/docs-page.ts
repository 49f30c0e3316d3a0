import { randomBytes } from 'node:crypto'
import { contentTag } from '../../../http/etag.ts'
import { HIDDEN } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { askThread } from '../../../kernel/worker-pool.ts'
import type { Service } from '../../../service.ts'
import type { Settings } from '../../../settings/index.ts'
import { writeIndex } from './docs-index.ts'

/** A placeholder in the page that the package renders once. Each response replaces it with its own nonce. */
const PLACE_OF_NONCE = 'nonce-of-this-answer'

const policyWith = (nonce: string) =>
  `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; form-action 'self'; frame-ancestors 'none'`

/** The first page has neither scripts nor forms. */
const INDEX_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"

const PAGE = '/api/docs/'
/** The name used in the page. */
const SCRIPT = 'js/scalar.js'

type DocsFiles = { page: string; script: Uint8Array }

/** The documentation pages for the OpenAPI document. They use our own files and contact no external host. */
export function docsPage({ settings }: Pick<Service, 'settings'>) {
  let files: Promise<DocsFiles> | undefined
  /** Loaded on first use, in a worker. In this thread the package would take 26 MB from the start. */
  const open = () => {
    files ??= readFiles(settings).catch((error: unknown) => {
      files = undefined
      throw error
    })
    return files
  }

  return async (app: App): Promise<void> => {
    const config = { scope: 'public', limit: 'none' } as const
    let index: { text: string; tag: string } | undefined
    app.get(PAGE, { config, schema: HIDDEN }, async (request, reply) => {
      const [path = '', query] = request.url.split('?')
      if (!path.endsWith('/')) return reply.redirect(query === undefined ? PAGE : `${PAGE}?${query}`, 301)
      const text = index?.text ?? writeIndex(app)
      index ??= { text, tag: contentTag(text) }
      reply.headers({ etag: index.tag, 'cache-control': 'public, max-age=0, must-revalidate' })
      reply.header('content-security-policy', INDEX_POLICY).type('text/html; charset=utf-8')
      return request.headers['if-none-match']?.includes(index.tag) ? reply.code(304).send() : text
    })
    app.get(`${PAGE}reference`, { config, schema: HIDDEN }, async (_request, reply) => {
      const nonce = randomBytes(16).toString('base64')
      reply.header('content-security-policy', policyWith(nonce)).type('text/html; charset=utf-8')
      return (await open()).page.replaceAll(PLACE_OF_NONCE, nonce)
    })
    app.get(`${PAGE}${SCRIPT}`, { config, schema: HIDDEN }, async (_request, reply) => {
      // The file only changes with a release.
      reply.type('application/javascript; charset=utf-8').header('cache-control', 'public, max-age=86400')
      return reply.send(Buffer.from((await open()).script))
    })
  }
}

/** Lets a newcomer try requests with the demo application. */
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

function readFiles(settings: Settings): Promise<DocsFiles> {
  const configuration = {
    url: '/api/openapi.json',
    nonce: PLACE_OF_NONCE,
    pageTitle: 'Tasman Payroll API',
    withDefaultFonts: false,
    telemetry: false,
    // The vendor's tools would send people, and the document, to other sites.
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    ...(settings.mode === 'production' ? {} : { authentication: demoSignIn(settings) }),
  }
  const workerData = { page: PAGE, script: `${PAGE}${SCRIPT}`, configuration }
  return askThread<DocsFiles>(new URL('./docs-worker.ts', import.meta.url), { workerData })
}
