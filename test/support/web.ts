import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { launchBrowser } from './browser.ts'
import { createTestDatabase } from './database.ts'
import { temporaryFolder } from './embedded.ts'
import { type ServiceProcess, startServiceProcess } from './service-process.ts'
import { isThorough } from './thorough.ts'
import { buildWebApp } from './web-build.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const DESKTOP = { width: 1280, height: 900 }
export const PHONE = { width: 360, height: 740 }

/** The app for a payroll officer: its own service with the demo data, and a browser. */
export type WebService = { service: ServiceProcess; browser: Browser; close(): Promise<void> }

export async function startWebService(env: Record<string, string> = {}): Promise<WebService> {
  await buildWebApp()
  const cleanUps: (() => Promise<unknown>)[] = []
  const database = await createTestDatabase()
  const service = await startServiceProcess({
    DATABASE_URL: database.url,
    DATA_DIR: await temporaryFolder((clean) => cleanUps.push(clean)),
    CLOCK: '2026-11-16T00:00:00',
    ...env,
  })
  const browser = await launchBrowser()
  return {
    service,
    browser,
    async close() {
      await browser.close()
      await service.kill('SIGTERM')
      await database.drop()
      for (const cleanUp of cleanUps) await cleanUp()
    },
  }
}

/** Problems that a browser reported. */
export type Watch = { problems: string[] }

/** Opens a browser window and records console errors, script errors and calls to other hosts. */
export async function openWindow(
  browser: Browser,
  base: string,
  options: { viewport?: typeof DESKTOP; colorScheme?: 'light' | 'dark' } = {},
): Promise<{ page: Page; context: BrowserContext; watch: Watch }> {
  const context = await browser.newContext({ viewport: DESKTOP, acceptDownloads: true, ...options })
  const page = await context.newPage()
  // Long, for whole tasks on a busy machine. Nothing here measures time.
  page.setDefaultTimeout(60_000)
  const watch: Watch = { problems: [] }
  page.on('pageerror', (error) => watch.problems.push(`script: ${error.message}`))
  page.on('console', (message) => {
    // A busy machine sheds load with 503 and the app retries, but the browser still logs an error.
    const isShed = message.text().includes('status of 503')
    if (message.type() === 'error' && !isShed)
      watch.problems.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url())
    const isOwn = host === new URL(base).host || protocol === 'blob:' || protocol === 'data:'
    if (!isOwn) watch.problems.push(`outside host: ${request.url()}`)
  })
  return { page, context, watch }
}

/** Signs in on the real page and waits for the app. */
export async function signIn(page: Page, base: string, email = 'owner@demo.example'): Promise<void> {
  await page.goto(`${base}/app`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill('demo-password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Checks that the screen has no serious accessibility problem and no horizontal scrolling. */
export async function expectAccessible(page: Page): Promise<void> {
  // The page's own policy forbids inline scripts. So the browser injects the checker, once per page.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE)
  const violations = await page.evaluate(`(async () => {
    const { violations } = await axe.run(document, { resultTypes: ['violations'] })
    return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map((node) => node.html).join(' '))
  })()`)
  expect([page.url(), violations]).toEqual([page.url(), []])
  const [scrolled, width] = (await page.evaluate(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )) as [number, number]
  expect([page.url(), scrolled]).toEqual([page.url(), Math.min(scrolled, width)])
}

/**
 * The screen is usable without a mouse or without seeing: wide and light, and in a thorough run narrow and dark too. Leaves the
 * window wide and light.
 */
export async function expectUsable(page: Page): Promise<void> {
  await page.setViewportSize(DESKTOP)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
  if (!isThorough) return
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.setViewportSize(DESKTOP)
  await page.emulateMedia({ colorScheme: 'light' })
}
