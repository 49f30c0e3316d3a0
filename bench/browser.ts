import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { findChromium, launchBrowser } from '../test/support/browser.ts'
import { aCrewCompany, callApi } from '../test/support/desk.ts'
import { type ServiceProcess, startServiceProcess } from '../test/support/service-process.ts'
import { openWindow, signIn } from '../test/support/web.ts'
import { buildWebApp } from '../test/support/web-build.ts'
import type { Bench, Round } from './bench.ts'

/* Waiting times of a payroll officer with 500 employees, measured in a real Chromium against its own service. */

const PEOPLE = 500

type Desk = {
  service: ServiceProcess
  browser: Browser
  page: Page
  folder: string
  home: string
  run: string
}
let desk: Desk | undefined

/** The first bench starts it, the last one closes it. */
async function theDesk(): Promise<Desk> {
  if (desk) return desk
  await buildWebApp()
  const folder = mkdtempSync(join(tmpdir(), 'tasman-desk-'))
  const service = await startServiceProcess({ DATA_DIR: folder, CLOCK: '2026-11-16T00:00:00' })
  const browser = await launchBrowser()
  const { page } = await openWindow(browser, service.baseUrl)
  page.setDefaultTimeout(120_000)
  await signIn(page, service.baseUrl)
  const company = await aCrewCompany(page, PEOPLE, ['2026-11-08', '2026-11-15'])
  const { pay_run_id } = await callApi(page, 'POST', `/api/company/${company}/pay-runs`, {
    pay_period: 'WEEKLY',
    pay_date: '2026-11-22',
  })
  const home = `${service.baseUrl}/app/companies/${company}`
  desk = { service, browser, page, folder, home, run: `${home}/pays/runs/${pay_run_id}` }
  return desk
}

async function close(): Promise<void> {
  await desk?.browser.close()
  await desk?.service.kill('SIGTERM')
  if (desk) rmSync(desk.folder, { recursive: true, force: true })
  desk = undefined
}

const openRun = async () => {
  const { page, run } = await theDesk()
  await page.goto(run)
  await page.locator('.pay-grid tbody tr').nth(10).waitFor()
  await page.waitForLoadState('networkidle')
  return page
}

/** The longest time the page was blocked while the work ran. */
async function longestTask(page: Page, work: () => Promise<unknown>): Promise<Round> {
  await page.evaluate(`(() => {
    window.tasks = []
    window.watch = new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((e) => e.duration)))
    window.watch.observe({ type: 'longtask' })
  })()`)
  await work()
  const tasks = (await page.evaluate('(window.watch.disconnect(), window.tasks)')) as number[]
  return { ours: Math.max(0, ...tasks), unit: 'ms', note: `${tasks.length} above 50 ms` }
}

const all: Bench[] = [
  {
    name: 'Browser: first screen with its data, over the wire',
    target: { atMost: 150 },
    rounds: 1,
    async run() {
      const { browser, page, home } = await theDesk()
      const fresh = await browser.newContext({ storageState: await page.context().storageState() })
      const first = await fresh.newPage()
      await first.goto(home)
      await first.waitForLoadState('networkidle')
      const bytes = (await first.evaluate(`performance.getEntries()
        .filter((entry) => new URL(entry.name, location.href).pathname.startsWith('/app'))
        .reduce((sum, entry) => sum + (entry.encodedBodySize ?? 0), 0)`)) as number
      await fresh.close()
      return { ours: bytes / 1000, unit: 'kB gzip', note: 'page, scripts, style, font and answers' }
    },
  },
  {
    name: 'Browser: home, first contentful paint',
    async run() {
      const { page, home } = await theDesk()
      await page.goto(home)
      await page.getByRole('heading', { name: 'To do' }).waitFor()
      const paint = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0`
      return { ours: (await page.evaluate(paint)) as number, unit: 'ms' }
    },
  },
  {
    name: `Browser: a run of ${PEOPLE} people, from the click to the grid`,
    async run() {
      const { page, home } = await theDesk()
      await page.goto(home)
      await page.getByRole('link', { name: /^Open the draft/ }).waitFor()
      const from = performance.now()
      await page.getByRole('link', { name: /^Open the draft/ }).click()
      await page.locator('.pay-grid tbody tr').nth(10).waitFor()
      return { ours: performance.now() - from, unit: 'ms' }
    },
  },
  {
    name: `Browser: longest task while scrolling through ${PEOPLE} people`,
    async run() {
      const page = await openRun()
      return longestTask(page, () =>
        page.evaluate(`(async () => {
          const frame = document.querySelector('.grid-frame')
          for (let step = 0; step < 60; step += 1) {
            frame.scrollTop += 350
            await new Promise((done) => requestAnimationFrame(done))
          }
        })()`),
      )
    },
  },
  {
    name: `Browser: longest task while typing into the grid of ${PEOPLE} people`,
    async run() {
      const page = await openRun()
      await page.getByRole('grid').focus()
      return longestTask(page, async () => {
        for (let row = 0; row < 12; row += 1) {
          await page.keyboard.type(String(30 + row))
          await page.keyboard.press('Enter')
        }
      })
    },
    teardown: close,
  },
]

export const benches: Bench[] = findChromium() ? all : []
