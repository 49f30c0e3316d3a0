import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import type { ServiceProcess } from '../support/service-process.ts'
import { isThorough } from '../support/thorough.ts'
import {
  DESKTOP,
  expectAccessible,
  expectUsable,
  openWindow,
  signIn,
  startWebService,
  type Watch,
  type WebService,
} from '../support/web.ts'

const SCREENS = [
  'companies/1',
  'companies/1/pays',
  'companies/1/pays/runs/1',
  'companies/1/pays/runs/1?show=review',
  'companies/1/pays/1',
  'companies/1/pays/1/correct',
  'companies/1/employees',
  'companies/1/employees/leave',
  'companies/1/employees/calendar',
  'companies/1/employees/many',
  'companies/1/employees/calculators',
  'companies/1/employees/new',
  'companies/1/employees/1',
  'companies/1/employees/1/details',
  'companies/1/requests',
  'companies/1/approvals',
  'companies/1/company',
  'companies/1/allowances',
  'companies/1/pay-rates',
  'companies/1/pay-calendars',
  'companies/1/payees',
  'companies/1/import',
  'companies/1/reporting',
  'companies/1/reports',
  'companies/1/reports/journals',
  'companies/2',
  'companies/2/pays',
  'companies/2/employees/leave',
  'companies/2/employees/7',
  'companies/2/company',
  'companies/2/reporting',
  'companies/2/reporting/esct-rates',
  'companies/2/reporting/holidays-act',
  'companies/2/reports',
  'today',
  'pay-runs',
  'people',
  'account',
  'api-management/clients',
  'api-management/connections',
  'api-management/webhooks',
  'api-management/sandbox',
  'api-management/audit-log',
  'branding',
  'outbox',
  'new-company',
]
const MONEY = /\$[\d,]+\.\d\d/

let service: ServiceProcess
let browser: Browser
let close: WebService['close'] | undefined
let receiver: Server
let received: IncomingHttpHeaders[]
let page: Page
let watch: Watch

const open = async (path: string) => {
  await page.goto(`${service.baseUrl}/app/${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const button = (name: string | RegExp) => page.getByRole('button', { name })
const dialog = () => page.getByRole('dialog')
const figure = async (name: string) =>
  (await page.locator('.figure', { hasText: name }).first().locator('.amount').textContent()) ?? ''

/** Waits until nothing on the screen is still loading. */
const settled = (on: Page) => expect.poll(() => on.locator('.waiting').count(), { timeout: 60_000 }).toBe(0)

/** Starts a run of the company in whatever pay period it has, for a week without a run. */
async function startRun(payDate: string): Promise<void> {
  await button('Start a pay run').click()
  await dialog().getByLabel('Pay date').fill(payDate)
  await dialog().getByRole('button', { name: 'Draft the run' }).click()
  await button(/^Process \d+ pays$/).waitFor()
}

/** Previews the message, sends it, and waits for the authority's answer. */
async function lodge(name: string): Promise<void> {
  await button(name).click()
  await dialog().getByText('It passes the authority’s checks.').waitFor()
  await dialog()
    .getByRole('checkbox', { name: /^I declare/ })
    .check()
  await dialog().getByRole('button', { name: 'Send now' }).click()
  await dialog().getByRole('link', { name: 'Open the submission' }).click()
  await page.waitForURL(/\/reporting\/\d+$/)
  await page.getByText('Accepted', { exact: true }).first().waitFor()
  await expectAccessible(page)
}

async function processRun(): Promise<void> {
  await button(/^Process \d+ pays$/).click()
  await dialog().getByRole('button', { name: 'Process now' }).click()
  await page.getByText(/\d+ pays processed/).waitFor()
}

describeInBrowser('the web app in a browser', () => {
  beforeAll(async () => {
    received = []
    receiver = createServer((request, response) => {
      received.push(request.headers)
      response.end('ok')
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    ;({ service, browser, close } = await startWebService({ WEBHOOK_ALLOW_HOSTS: '127.0.0.1' }))
    const window = await openWindow(browser, service.baseUrl)
    page = window.page
    watch = window.watch
    await signIn(page, service.baseUrl)
  })
  afterAll(async () => {
    await close?.()
    receiver?.close()
  })

  it('signing in opens the home of the default company; its runs are one click away', async () => {
    expect(new URL(page.url()).pathname).toMatch(/^\/app\/companies\/\d+$/)
    await page.getByRole('heading', { name: 'To do' }).waitFor()
    await page.getByRole('link', { name: 'Pays', exact: true }).click()
    await page.getByRole('table', { name: 'Pay runs, newest first' }).waitFor()
    await page.getByRole('img', { name: /Gross, PAYG and Super/ }).waitFor()
  })

  it('a run goes into the books: accounts, journal, posted once', async () => {
    await open('companies/1/reports/journals')
    const codes = page.locator('.fields input')
    await codes.first().waitFor()
    for (const [place, code] of (await codes.all()).entries()) await code.fill(String(400 + place))
    await button('Save the accounts').click()
    await page.getByText('Saved.', { exact: false }).waitFor()
    await button('Create the journal').click()
    await page.getByText(/is booked with \$[\d,]+\.\d\d on each side/).waitFor()
    await page
      .getByRole('table', { name: 'Journals' })
      .getByRole('button', { name: /^Payroll/ })
      .first()
      .click()
    await dialog().getByRole('table', { name: 'Lines' }).waitFor()
    await expectAccessible(page)
    await dialog().getByRole('button', { name: 'Post to the accounting system' }).click()
    await dialog()
      .getByText(/posted .* as SIMULATED-/)
      .waitFor()
    expect(await dialog().getByRole('button', { name: 'Post to the accounting system' }).count()).toBe(0)
    await dialog().getByRole('button', { name: 'Close' }).click()
  })

  it('an Australian run is started, edited with a live preview, processed, paid out and explained', async () => {
    await open('companies/1/pays')
    await startRun('2026-11-18')
    const before = await figure('Net to pay')

    await button(/^Edit the pay of/)
      .first()
      .click()
    await dialog().getByLabel('Hours').first().fill('40')
    await dialog().getByRole('button', { name: 'Add a bonus' }).click()
    await dialog().locator('[name="bonuses.0.amount"]').fill('150')
    await dialog().locator('.figure .change').first().waitFor()
    // Every edit requests a preview. The last one counts, once it has not changed for a second.
    let preview = ''
    const isSteady = async () => {
      const shown = (await dialog().locator('.figure.main .amount').textContent()) ?? ''
      const isSame = shown === preview
      preview = shown
      return isSame
    }
    await expect.poll(isSteady, { interval: 1000, timeout: 15_000 }).toBe(true)
    expect(preview).toMatch(MONEY)
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().waitFor({ state: 'detached' })
    await page.getByRole('gridcell', { name: preview, exact: true }).waitFor()
    expect(await figure('Net to pay')).not.toBe(before)

    await processRun()
    const [payslip] = await Promise.all([
      page.waitForEvent('download'),
      button(/^Payslip of/)
        .first()
        .click(),
    ])
    expect(
      readFileSync(await payslip.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    const [bankFile] = await Promise.all([page.waitForEvent('download'), button('Bank file').click()])
    expect(bankFile.suggestedFilename()).toMatch(/\.aba$/)

    // The run's page reloads after the file was created, so a click may hit a row that is just being
    // replaced.
    const runUrl = page.url()
    const openPay = async () => {
      if (page.url() === runUrl) await page.locator('tbody a').first().click()
      return page.url() !== runUrl
    }
    await expect.poll(openPay, { interval: 1000, timeout: 15_000 }).toBe(true)
    await button(/^Why is Gross/).click()
    await page.getByText('Earnings: hours').waitFor()
    await button(/^Why is PAYG withholding/).click()
    await page
      .getByText(/Schedule \d/)
      .first()
      .waitFor()
    await button(/^Why is Net pay/).click()
    await page.getByText('gross − tax − deductions').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: '← Pay run' }).click()
    await lodge('Lodge with STP')
  })

  it('pays on both sides of 30 June: what changed is updated, and the year is finalised', async () => {
    for (const date of ['2026-06-26', '2026-07-03']) {
      await open('companies/1/pays')
      await startRun(date)
      await processRun()
      await lodge('Lodge with STP')
    }
    await open('companies/1/year')
    await page.getByLabel('Income year').selectOption('2026')
    await button('Send an update event').click()
    await dialog().getByText('Nothing has changed since it was lodged.').waitFor()
    await dialog().getByRole('button', { name: 'Close', exact: true }).last().click()
    await lodge('Finalise the year')
    await open('companies/1/year')
    await page.getByLabel('Income year').selectOption('2026')
    await button('Finalise the year').click()
    await dialog().getByText('Everyone is already finalised.').waitFor()
  })

  it('a New Zealand run is started and processed, in New Zealand’s words', async () => {
    await open('companies/1/pays')
    await page.getByRole('combobox', { name: 'Company' }).fill('aoraki')
    await page.getByRole('option', { name: 'Aoraki Coffee Ltd · NZ' }).click()
    await page.waitForURL('**/companies/2/pays')
    await startRun('2026-11-25')
    expect(await figure('KiwiSaver (employee)')).toMatch(MONEY)
    expect(await figure('PAYE with ACC levy')).toMatch(MONEY)
    await processRun()
    await page.locator('tbody a').first().click()
    await button(/^Why is PAYE with ACC levy/).click()
    await page
      .getByText(/PAYE, code/)
      .first()
      .waitFor()
    await button(/^Why is KiwiSaver, employee/).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: '← Pay run' }).click()
    await lodge('File employment information')
  })

  it('paydays on both sides of 31 March: each is filed once, and a second look changes nothing', async () => {
    // Two weeks apart, so that each has its own period, whatever the company's pay period is.
    for (const date of ['2026-03-25', '2026-04-08']) {
      await open('companies/2/pays')
      await startRun(date)
      await processRun()
      await lodge('File employment information')
    }
    await page.goBack()
    await button('Payday filing: look for changes').click()
    await dialog().getByText('Everything is filed and up to date.').waitFor()
  })

  it('the company chosen last opens first next time', async () => {
    await open('')
    await page.waitForURL('**/companies/2')
  })

  it('an API client is created; its secret is shown once', async () => {
    await open('api-management/clients')
    await button('New client').click()
    await dialog().getByLabel('Name').fill('Roster sync')
    await dialog().getByLabel('Redirect URIs').fill('https://roster.example.com/callback')
    await dialog().getByLabel('Client credentials').selectOption('reader')
    await expectAccessible(page)
    await dialog().getByRole('button', { name: 'Create the client' }).click()
    const secret = (await page.locator('code.secret').textContent()) ?? ''
    expect(secret.length).toBeGreaterThan(20)
    await page.reload()
    await page.getByRole('cell', { name: 'Roster sync', exact: true }).waitFor()
    await page.getByText('client credentials (reader)').waitFor()
    expect(await page.content()).not.toContain(secret)
  })

  it('a webhook is created, tested, delivered and sent again', async () => {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    await open('api-management/webhooks')
    await button('New webhook').click()
    await dialog().getByLabel('Address').fill(url)
    await dialog().getByRole('button', { name: 'Create the webhook' }).click()
    await page.locator('code.secret').waitFor()
    await page.getByRole('link', { name: url }).click()
    await button('Send a test').click()
    await page.getByText('delivered').waitFor()
    expect(received).toHaveLength(1)
    await button(/^Send again: delivery \d+$/).click()
    await expect.poll(() => received.length, { timeout: 10_000 }).toBe(2)
    await expectAccessible(page)
  })

  it('the keyboard alone opens a section, opens a dialog and comes back from it', async () => {
    await page.setViewportSize(DESKTOP)
    await open('companies/1/employees')
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content')
    await page.getByRole('link', { name: 'Pays', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Pays' }).waitFor()
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
    await button('Start a pay run').focus()
    await page.keyboard.press('Enter')
    await dialog().waitFor()
    expect(await page.evaluate('document.activeElement.closest("dialog") !== null')).toBe(true)
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Start a pay run')
  })

  it('every screen is usable without a mouse or without seeing, wide and light or narrow and dark', async () => {
    // Outside a thorough run, only every second screen is tested.
    for (const screen of isThorough ? SCREENS : SCREENS.filter((_, index) => index % 2 === 1)) {
      await open(screen)
      await settled(page)
      await expectUsable(page)
    }
  }, 400_000)

  it('nothing was logged as an error, and no other host was called', () => {
    expect(watch.problems).toEqual([])
  })
})
