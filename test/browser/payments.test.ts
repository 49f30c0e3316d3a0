import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readZip } from '../api/payslips/read-zip.ts'
import { describeInBrowser } from '../support/browser.ts'
import { callApi } from '../support/desk.ts'
import type { ServiceProcess } from '../support/service-process.ts'
import {
  expectAccessible,
  openWindow,
  signIn,
  startWebService,
  type Watch,
  type WebService,
} from '../support/web.ts'

/* The payments of a run as the officer sees them: their state, the payslips, and whether the sums agree. */

let service: ServiceProcess
let browser: Browser
let close: WebService['close'] | undefined
let page: Page
let watch: Watch
const button = (name: string | RegExp) => page.getByRole('button', { name })
const dialog = () => page.getByRole('dialog')
const download = async (name: string) => {
  const [file] = await Promise.all([page.waitForEvent('download'), button(name).click()])
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

describeInBrowser('the money of a run in a browser', () => {
  beforeAll(async () => {
    ;({ service, browser, close } = await startWebService())
    ;({ page, watch } = await openWindow(browser, service.baseUrl))
    await signIn(page, service.baseUrl)
    await page.goto(`${service.baseUrl}/app/companies/1/pays`)
    await button('Start a pay run').click()
    await dialog().getByLabel('Pay date').fill('2026-11-18')
    await dialog().getByRole('button', { name: 'Draft the run' }).click()
    await button(/^Process \d+ pays$/).click()
    await dialog().getByRole('button', { name: 'Process now' }).click()
    await page.getByText(/\d+ pays processed/).waitFor()
  })

  afterAll(() => close?.())

  it('all payslips come as one document and as a ZIP with readable names', async () => {
    const together = await download('All payslips')
    expect(together.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(together.name).toMatch(/^payslips of run \d+\.pdf$/)
    const zip = await download('Payslips as ZIP')
    const names = readZip(zip.bytes).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(1)
    for (const name of names) expect(name).toMatch(/^2026-11-18 .+ .+ payslip( \(\d+\))?\.pdf$/)
  })

  it('payslips go out by e-mail, and the dialog shows what became of each', async () => {
    await button('E-mail payslips').click()
    await dialog()
      .getByLabel(/date of birth/)
      .check()
    await expectAccessible(page)
    await dialog().getByRole('button', { name: 'Send now' }).click()
    await dialog()
      .getByText(/\d+ payslips queued/)
      .waitFor()
    await dialog()
      .getByText(/@demo\.example: sent/)
      .first()
      .waitFor({ timeout: 60_000 })
    await dialog().getByRole('button', { name: 'Send now' }).click()
    await dialog().getByText('Nothing more to send.').waitFor()
    await dialog().getByRole('button', { name: 'Close', exact: true }).last().click()
    await page.goto(`${service.baseUrl}/app/outbox`)
    await page
      .getByText(/Your payslip of 18 Nov 2026/)
      .first()
      .waitFor()
    await page.goBack()
  })

  it('a bank file stays made after a reload, and is not offered for everyone once more', async () => {
    const made = await download('Bank file')
    expect(made.name).toMatch(/\.aba$/)
    await page.getByText(/^Open: \$[\d,]+\.\d\d of super is in no file\.$/).waitFor()
    await page.reload()
    await page.locator('.stages .done', { hasText: 'Bank file' }).waitFor()
    const repeated = await download('Bank file')
    expect(repeated.bytes.equals(made.bytes)).toBe(true)
  })

  it('the reconciliation proves its sums', async () => {
    await page.goto(`${service.baseUrl}/app/companies/1/reporting`)
    await page.getByLabel('Pay dates from').fill('2026-11-01')
    await page.getByLabel('to', { exact: true }).fill('2026-11-30')
    await page.getByText('Every sum was calculated in two ways and agrees.').waitFor()
    const table = page.getByRole('table', { name: 'Owed, sent and open' })
    await table.getByRole('row', { name: /Nets/ }).waitFor()
    await expectAccessible(page)
    expect(watch.problems).toEqual([])
  })

  it('a payment to the tax office is recorded once by a double click, and what is open goes down by it', async () => {
    const payg = async () =>
      (await callApi(page, 'GET', '/api/company/1/obligations')).find(
        ({ kind }: { kind: string }) => kind === 'payg-withholding',
      )
    const before = await payg()
    await page.goto(`${service.baseUrl}/app/companies/1/reporting`)
    await button(/^Record payment: PAYG/)
      .first()
      .click()
    await dialog().getByLabel('Amount').fill('a lot')
    await dialog().getByRole('button', { name: 'Record the payment' }).click()
    await dialog()
      .getByText(/^Amount must be a number/)
      .waitFor()
    await expectAccessible(page)
    await dialog().getByLabel('Amount').fill('100')
    await dialog().getByLabel('Payment reference').fill('PAYG Q2')
    await dialog().getByRole('button', { name: 'Record the payment' }).dblclick()
    await dialog().waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: '$100.00' }).first().waitFor()
    const { amount, payment } = await payg()
    expect([amount, payment.paid, payment.references]).toEqual([before.amount - 100, 100, ['PAYG Q2']])
  })
})
