import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser, launchBrowser } from '../support/browser.ts'
import { createTestDatabase } from '../support/database.ts'
import { aCrew, CREW_COMPANY, callApi } from '../support/desk.ts'
import { temporaryFolder } from '../support/embedded.ts'
import { freePort, type ServiceProcess, startServiceProcess } from '../support/service-process.ts'
import { expectAccessible, openWindow, signIn } from '../support/web.ts'
import { buildWebApp } from '../support/web-build.ts'

/*
 * A bureau's morning: the weekly runs of many companies, from draft to lodgement. The service is killed
 * halfway through.
 */

const COMPANIES = Number(process.env.TASMAN_BULK_COMPANIES ?? 8)
const PEOPLE = 2
const CLICKS_MAX = 15

let service: ServiceProcess
let browser: Browser
let page: Page
let clicks = 0
const cleanUps: (() => Promise<unknown>)[] = []
let restart: () => Promise<ServiceProcess>
const companies: number[] = []

const click = (name: string | RegExp) => {
  clicks += 1
  return page.getByRole('button', { name }).click()
}

async function addCompany(index: number): Promise<number> {
  const body = { ...CREW_COMPANY, legal_name: `Client ${index} Pty Ltd` }
  const { id } = await callApi(page, 'PUT', '/api/company/create', body)
  const crew = aCrew((index + 1) * PEOPLE)
    .slice(-PEOPLE)
    .map((person, place) => ({ ...person, number: `${index}-${place}` }))
  await callApi(page, 'PUT', `/api/company/${id}/employees/create`, crew)
  return id
}

describeInBrowser('the runs of many companies', () => {
  beforeAll(async () => {
    await buildWebApp()
    const database = await createTestDatabase()
    cleanUps.push(() => database.drop())
    const env = {
      DATABASE_URL: database.url,
      DATA_DIR: await temporaryFolder((clean) => cleanUps.push(clean)),
      PORT: String(await freePort()),
    }
    service = await startServiceProcess({ ...env, CLOCK: '2026-11-16T00:00:00' })
    // By then the claim of the killed process has expired.
    restart = () => startServiceProcess({ ...env, CLOCK: '2026-11-16T01:00:00' })
    browser = await launchBrowser()
    ;({ page } = await openWindow(browser, service.baseUrl))
    await signIn(page, service.baseUrl)
    for (let index = 0; index < COMPANIES; index += 1) companies.push(await addCompany(index))
  }, 600_000)

  afterAll(async () => {
    await browser?.close()
    await service?.kill('SIGTERM')
    for (const cleanUp of cleanUps) await cleanUp()
  })

  it('are lodged in few clicks, each once, although the service is killed in the middle', async () => {
    await page.goto(`${service.baseUrl}/app/today`)
    clicks += 1
    await page.getByRole('link', { name: 'All pay runs' }).first().click()
    await page.getByRole('checkbox', { name: /^Select Client 0 Pty Ltd/ }).waitFor()
    await expectAccessible(page)
    clicks += 2
    await page.getByRole('checkbox', { name: /^Select all/ }).click()
    await page.getByRole('checkbox', { name: 'Create the bank file' }).check()
    await click(/^Start \d+ runs$/)
    await page.getByRole('dialog').waitFor()
    const start = page.getByRole('button', { name: /^Start$/ })
    expect(await start.isDisabled()).toBe(true)
    await expectAccessible(page)
    clicks += 1
    await page.getByRole('checkbox', { name: /^I declare/ }).check()
    await click(/^Start$/)
    await page.getByRole('status').filter({ hasText: /runs/ }).waitFor()
    const jobId = Number(page.url().split('/').at(-1))
    const read = () => callApi(page, 'GET', `/api/bulk-jobs/${jobId}?limit=500`)
    const isPast = async (share: number) => {
      const { counts, total } = await read()
      return total - counts.waiting - counts.under_way >= total * share
    }
    await expect.poll(() => isPast(0.25), { timeout: 300_000, interval: 100 }).toBe(true)
    expect((await read()).is_done).toBe(false)
    await service.kill('SIGKILL')
    service = await restart()
    await expect
      .poll(async () => (await read().catch(() => ({}))).is_done, { timeout: 400_000, interval: 1000 })
      .toBe(true)
    await page.getByText(/^Done: /).waitFor()
    await expectAccessible(page)

    const { runs } = await read()
    for (const id of companies) {
      const own = runs.filter((run: { company_id: number }) => run.company_id === id)
      expect(own.map((run: { state: string }) => run.state)).toEqual(['done'])
      const pays = await callApi(page, 'GET', `/api/company/${id}/pays`)
      const lodged = await callApi(page, 'GET', `/api/single-touch/${id}/submissions`)
      expect([id, pays.length, lodged.length, lodged[0].payee_count]).toEqual([id, PEOPLE, 1, PEOPLE])
    }
    const files: string[] = []
    page.on('download', (file) => files.push(file.suggestedFilename()))
    await click(/^Download all \d+ bank files$/)
    // Each file name names the company, because a run number alone means nothing on a disk. The demo
    // companies have files too.
    const own = () => files.filter((name) => /^Client \d+ Pty Ltd .+\.aba$/.test(name)).toSorted()
    await expect.poll(() => own().length, { timeout: 120_000 }).toBe(COMPANIES)
    expect(own().map((name) => name.split(' ')[1])).toEqual(companies.map((_, index) => String(index)))
    expect(clicks).toBeLessThanOrEqual(CLICKS_MAX)
  }, 900_000)
})
