import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { describeInBrowser, launchBrowser } from '../support/browser.ts'
import { exchangeCode } from '../support/visitor.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PHONE = { width: 360, height: 740 }

let tasman: TestApp
let browser: Browser
let application: Server
let base: string
let callback: string

/** The client, bundled for a page. */
function clientForPages(): string {
  const entry = join(import.meta.dirname, '../../packages/client/src/index.ts')
  const { outputFiles } = buildSync({
    ...{ entryPoints: [entry], bundle: true, platform: 'browser', write: false },
    ...{ format: 'iife', globalName: 'Tasman' },
  })
  return outputFiles[0]?.text ?? ''
}

describeInBrowser('in a browser', () => {
  beforeAll(async () => {
    application = createServer((_request, response) =>
      response.end('<!doctype html><title>Back</title><p>Back</p>'),
    )
    await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(application.address() as AddressInfo).port}`
    callback = `${origin}/callback`
    tasman = await startTestApp({ env: { CORS_ORIGINS: origin } })
    base = await tasman.app.listen({ port: 0, host: '127.0.0.1' })
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    application?.close()
    await tasman?.close()
  })

  const newPage = async (options: { javaScriptEnabled?: boolean; colorScheme?: 'dark' | 'light' } = {}) => {
    const context = await browser.newContext({ viewport: PHONE, ...options })
    return context.newPage()
  }
  const authorizeUrl = (scope = 'openid payroll.read payroll.write') =>
    `${base}/api/oauth/authorize?${new URLSearchParams({ client_id: 'demo-client', redirect_uri: callback, state: 'st', scope })}`
  const visit = (page: Page) => page.goto(authorizeUrl())
  const signIn = async (page: Page, password = 'demo-password') => {
    await page.getByLabel('E-mail address').fill('owner@demo.example')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  const expectAccessible = async (page: Page) => {
    // The page's own policy forbids inline scripts, as it should, so the browser injects the checker.
    const violations = await page.evaluate(`(async () => {
      ${AXE}
      const { violations } = await axe.run(document, { resultTypes: ['violations'] })
      return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.html).join(' '))
    })()`)
    expect([page.url(), violations]).toEqual([page.url(), []])
    const width = await page.evaluate('document.documentElement.scrollWidth')
    expect(width).toBeLessThanOrEqual(PHONE.width)
  }

  it('clicks through sign-in and consent without JavaScript, and the application gets its tokens', async () => {
    const page = await newPage({ javaScriptEnabled: false })
    await visit(page)
    expect(new URL(page.url()).pathname).toBe('/sign-in')
    await signIn(page)
    await page.waitForURL('**/consent?**')
    expect(await page.textContent('main')).toContain('Demo application')
    expect(await page.textContent('main')).toContain('Southern Cross Group')
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await page.waitForURL('**/callback?**')
    const back = new URL(page.url())
    expect(back.searchParams.get('state')).toBe('st')
    const answer = await exchangeCode(tasman, back.searchParams.get('code') ?? '', { redirect_uri: callback })
    expect(answer.body.expires_in).toBe(1800)
    await page.context().close()
  })

  it('connects by the client package in the page itself, with PKCE, and reads lists there', async () => {
    const page = await newPage()
    await page.goto(callback)
    await page.addScriptTag({ content: clientForPages() })
    const settings = JSON.stringify({
      ...{ baseUrl: base, clientId: 'demo-client', clientSecret: 'demo-secret', redirectUri: callback },
    })
    const started = await page.evaluate<{ url: string; state: string; verifier: string }>(
      `Tasman.createOAuth(${settings}).start()`,
    )
    await page.goto(started.url)
    await signIn(page)
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await page.waitForURL('**/callback?**')
    await page.addScriptTag({ content: clientForPages() })
    const seen = await page.evaluate(`(async () => {
      const oauth = Tasman.createOAuth(${settings})
      const tokens = await oauth.finish(location.href, ${JSON.stringify(started)})
      const token = Tasman.refreshingTokens(oauth, { ...tokens, expires_at: 0 })
      const client = Tasman.createClient({ baseUrl: ${JSON.stringify(base)}, token, decimals: 'string' })
      const { customer_name } = await client.get('/api/oauth/userinfo')
      const names = []
      for await (const company of client.stream('/api/company')) names.push(company.name)
      const refused = await client.get('/api/company/{company_id}', { path: { company_id: 2147483647 } })
        .catch((error) => error instanceof Tasman.TasmanError && error.status)
      return [customer_name, names.length, refused]
    })()`)
    expect(seen).toEqual(['Southern Cross Group', 0, 404])
    await page.context().close()
  })

  it('comes back with access_denied', async () => {
    const page = await newPage()
    await visit(page)
    await signIn(page)
    await page.getByRole('button', { name: 'Do not allow' }).click()
    await page.waitForURL('**/callback?**')
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
    await page.context().close()
  })

  for (const colorScheme of ['light', 'dark'] as const)
    it(`has no serious accessibility violation on a phone, ${colorScheme}`, async () => {
      const page = await newPage({ colorScheme })
      await visit(page)
      await expectAccessible(page)
      await signIn(page, 'wrong')
      await page.getByRole('alert').waitFor()
      await expectAccessible(page)
      await signIn(page)
      await page.waitForURL('**/consent?**')
      await expectAccessible(page)
      for (const path of [
        '/account/security',
        '/forgot-password',
        '/sign-out',
        '/demo/callback?code=abc',
        '/demo/mail',
      ]) {
        await page.goto(`${base}${path}`)
        await expectAccessible(page)
      }
      await page.goto(`${base}/api/oauth/authorize?client_id=nobody`)
      await expectAccessible(page)
      await page.context().close()
    })
})
