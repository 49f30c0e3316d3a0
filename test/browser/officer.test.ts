import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiWordsIn } from '../support/api-words.ts'
import { describeInBrowser } from '../support/browser.ts'
import { aCrewCompany, callApi } from '../support/desk.ts'
import { isThorough } from '../support/thorough.ts'
import {
  expectAccessible,
  openWindow,
  signIn,
  startWebService,
  type Watch,
  type WebService,
} from '../support/web.ts'

/*
 * What saves a payroll officer time: an import without preparation, one path through a run, and a finder for
 * everything.
 */

const PEOPLE = 25
const SLOW = { timeout: 120_000 }
const FIXTURES = join(import.meta.dirname, '../fixtures/imports')

let web: WebService
let page: Page
let watch: Watch
let company: number
let run: number

beforeAll(async () => {
  web = await startWebService()
  ;({ page, watch } = await openWindow(web.browser, web.service.baseUrl, {
    viewport: { width: 1280, height: 720 },
  }))
  await signIn(page, web.service.baseUrl)
  company = await aCrewCompany(page, PEOPLE, ['2026-11-15'])
  const draft = await callApi(page, 'POST', `/api/company/${company}/pay-runs`, {
    pay_period: 'WEEKLY',
    pay_date: '2026-11-22',
  })
  run = draft.pay_run_id
}, 600_000)
afterAll(() => web.close())

const button = (name: string | RegExp) => page.getByRole('button', { name })
const dialog = () => page.getByRole('dialog')
const stored = () =>
  page.waitForResponse(
    (answer) =>
      answer.request().method() === 'POST' &&
      answer.url().includes('/imports/employees?') &&
      !answer.url().includes('dry_run'),
    SLOW,
  )
const open = (path: string) => page.goto(`${web.service.baseUrl}/app/companies/${company}${path}`)

/** With SHOTS=<folder>, screenshots are kept there. */
async function look(name: string): Promise<void> {
  const folder = process.env.SHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.screenshot({ path: join(folder, `${name}-phone.png`) })
  await page.setViewportSize({ width: 1280, height: 720 })
}

describeInBrowser('the payroll officer', () => {
  it('sees at least 14 people of a run on a small laptop, by department if wanted', async () => {
    await open(`/pays/runs/${run}`)
    await page.locator('.pay-grid tbody tr').nth(13).waitFor(SLOW)
    const visible = async () =>
      (await page.evaluate(`(() => {
        const totals = document.querySelector('.pay-grid tfoot').getBoundingClientRect().top
        const rows = [...document.querySelectorAll('.pay-grid tbody tr')].map((row) => row.getBoundingClientRect())
        const bottom = Math.min(innerHeight, totals)
        return rows.filter((row) => row.top > 0 && row.bottom <= bottom + 1).length
      })()`)) as number
    expect(await visible()).toBeGreaterThanOrEqual(14)
    await page.getByLabel('Order').selectOption('department')
    await page.locator('.pay-grid .group', { hasText: 'Floor' }).waitFor()
    await expectAccessible(page)
    await look('run')
    await page.getByLabel('Rows').selectOption('comfortable')
    expect(await visible()).toBeLessThan(14)
    await page.getByLabel('Rows').selectOption('compact')
  })

  it('reads equal findings once', async () => {
    const people = await callApi(page, 'GET', `/api/company/${company}/employees`)
    await callApi(
      page,
      'PATCH',
      `/api/company/${company}/employees/update`,
      people.map(({ id }: { id: number }) => ({ id, default_employee_fund_usi: null })),
    )
    await open(`/pays/runs/${run}?show=check`)
    await page.getByText(`${PEOPLE} people have no super fund.`).waitFor(SLOW)
    await page.getByText('Who', { exact: true }).first().click()
    await page
      .getByRole('link', { name: /^Add a fund: / })
      .first()
      .waitFor()
    await expectAccessible(page)
    await look('check')
    await callApi(
      page,
      'PATCH',
      `/api/company/${company}/employees/update`,
      people.map(({ id }: { id: number }) => ({ id, default_employee_fund_usi: '60905115063001' })),
    )
  })

  it('pays a run on one path, and finds its state there again', async () => {
    await callApi(page, 'POST', `/api/company/${company}/pay-runs/${run}/process`)
    await open(`/pays/runs/${run}`)
    await button('Pay this run').click()
    await dialog()
      .getByText(/to upload at your bank/)
      .waitFor(SLOW)
    await expectAccessible(page)
    await look('pay-this-run')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog().getByRole('button', { name: 'Download the bank file' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/\.aba$/)
    await dialog().getByText('Everything that is owed is in a bank file.').waitFor(SLOW)
    await Promise.all([
      page.waitForEvent('download'),
      dialog().getByRole('button', { name: 'Download the super file' }).click(),
    ])
    await dialog()
      .getByText(/All super of this run is in a file/)
      .waitFor(SLOW)
    await dialog().getByRole('button', { name: 'E-mail the payslips' }).click()
    await page.getByRole('button', { name: 'Send now' }).click()
    await page.getByText(`${PEOPLE} payslips queued`).waitFor(SLOW)
    await page.getByRole('button', { name: 'Close', exact: true }).last().click()
    await dialog().getByText('Everyone has their payslip.').waitFor(SLOW)
    await page.reload()
    await page.locator('.stages .done', { hasText: 'Payslips' }).waitFor(SLOW)
  })

  it('meets no word of the API on any screen', async () => {
    const [person] = await callApi(page, 'GET', `/api/company/${company}/employees`)
    const [pay] = (await callApi(page, 'GET', `/api/company/${company}/pay-runs/${run}`)).pays
    const screens = [
      '',
      '/pays',
      `/pays/runs/${run}`,
      `/pays/runs/${run}?show=check`,
      `/pays/runs/${run}?show=review`,
      `/pays/${pay.id}`,
      '/employees',
      '/employees/leave',
      `/employees/${person.id}`,
      `/employees/${person.id}/details`,
      `/employees/${person.id}/pay`,
      '/employees/calendar',
      '/happenings',
      '/requests',
      '/approvals',
      '/company',
      '/allowances',
      '/pay-rates',
      '/pay-calendars',
      '/payees',
      '/import',
      '/reporting',
      '/year',
      '/reports',
      '/reports/journals',
    ]
    const found: string[] = []
    // The demo's New Zealand company has its own pays, leave and filings.
    const [other] = await callApi(page, 'GET', '/api/company/2/employees')
    const [otherRun] = (await callApi(page, 'GET', '/api/company/2/pay-runs')).slice(-1)
    const newZealand = [
      ...screens.filter((screen) => !/\d/.test(screen)),
      `/employees/${other.id}`,
      `/employees/${other.id}/details`,
      `/pays/runs/${otherRun.pay_run_id}`,
      '/reporting/holidays-act',
    ]
    const all = [
      ...screens.map((screen) => `companies/${company}${screen}`),
      ...newZealand.map((screen) => `companies/2${screen}`),
    ]
    // Outside a thorough run, only every second screen is tested, in both countries.
    for (const screen of isThorough ? all : all.filter((_, index) => index % 2 === 0)) {
      await page.goto(`${web.service.baseUrl}/app/${screen}`)
      await page.getByRole('heading', { level: 1 }).waitFor(SLOW)
      await page.waitForLoadState('networkidle')
      // The page shows the column names of the file.
      await page.evaluate("document.querySelectorAll('main code').forEach((code) => code.remove())")
      const text = await page.locator('main').innerText()
      for (const word of apiWordsIn(text)) found.push(`${screen}: ${word}`)
    }
    expect(found).toEqual([])
  }, 420_000)

  it('finds a person, a run or a page with Ctrl+K', async () => {
    await open('')
    await page.getByRole('heading', { name: 'To do' }).waitFor(SLOW)
    await look('home')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Find a person/ }).waitFor(SLOW)
    await page.keyboard.type('ava ngu')
    await page.getByRole('option', { name: /Ava Nguyen/ }).waitFor(SLOW)
    await expectAccessible(page)
    await look('finder')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /Ava Nguyen/ }).waitFor(SLOW)
    await page.goto(`${web.service.baseUrl}/app/companies/${company}/nothing-here`)
    await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor(SLOW)
    await expectAccessible(page)
  })

  it('drops the export of another program, fixes a row, and imports the good ones first', async () => {
    await open('/import')
    const text = readFileSync(join(FIXTURES, 'xero-au.csv'), 'utf8').replace(',2099,', ',20999,')
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'xero.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await page.getByText('Every column is matched to a field.').waitFor(SLOW)
    await page.getByText(/day first: 14\/03\/1990 is 14 Mar 1990/).waitFor()
    await button(/^Import \d+ row/).waitFor(SLOW)
    await look('import')
    await page.getByRole('heading', { name: '1 row needs a fix' }).waitFor({ timeout: 20_000 })
    await expectAccessible(page)
    await button('Import 1 row').click()
    await page.getByText('1 row imported.').waitFor(SLOW)
    const box = page.locator('.rows-to-fix').getByLabel('Postcode')
    await box.fill('2099')
    await box.press('Enter')
    // The message of the first import is still there when the second begins.
    await Promise.all([stored(), button('Import 1 row').click(SLOW)])
    await page.getByText('1 row imported.').waitFor(SLOW)
    await page.getByRole('heading', { name: /needs? a fix/ }).waitFor({ state: 'detached', ...SLOW })
    const people = await callApi(page, 'GET', `/api/company/${company}/employees`)
    expect(people.map((person: { last_name: string }) => person.last_name)).toEqual(
      expect.arrayContaining(['Nguyen', "O'Brien"]),
    )
    // The undo is still possible after the page was closed.
    await page.reload()
    await button('Undo the import of xero.csv').click()
    await dialog().getByRole('button', { name: 'Undo this import' }).click()
    await page.getByText('The import of 2 people is undone.').waitFor(SLOW)
    const left = await callApi(page, 'GET', `/api/company/${company}/employees`)
    expect(left).toHaveLength(PEOPLE)
  })

  it('keeps what is being typed in one row to fix while another is checked again', async () => {
    await open('/import')
    const text = readFileSync(join(FIXTURES, 'xero-au.csv'), 'utf8')
      .replace(',2099,', ',20999,')
      .replace(',2095,', ',20955,')
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'xero.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await page.getByRole('heading', { name: '2 rows need a fix' }).waitFor(SLOW)
    const boxes = page.locator('.rows-to-fix').getByLabel('Postcode')
    await boxes.nth(0).fill('2095')
    await boxes.nth(1).fill('20')
    await page.getByRole('heading', { name: '1 row needs a fix' }).waitFor(SLOW)
    await page.keyboard.type('99')
    expect(await boxes.inputValue()).toBe('2099')
    await page.keyboard.press('Enter')
    await button('Import 2 rows').waitFor(SLOW)
  })

  it('chooses columns by their labels, all of them kept, and remembered for the next file', async () => {
    await open('/import')
    await page.getByLabel('File', { exact: true }).setInputFiles(join(FIXTURES, 'hand-made.csv'))
    const means = (header: string) => page.getByLabel(`What ${header} is`, { exact: true })
    await means('Notes').waitFor(SLOW)
    await means('Notes').selectOption({ label: 'Position' })
    await means('Phone').selectOption({ label: 'Phone, mobile' })
    const remembered = page.waitForResponse(
      (answer) =>
        answer.request().method() === 'PUT' &&
        (answer.request().postData() ?? '').includes('{"header":"Team","field":null}'),
    )
    await means('Team').selectOption({ label: 'Left out' })
    await remembered
    expect(await means('Notes').locator('option', { hasText: 'IRD' }).count()).toBe(0)
    await page.waitForLoadState('networkidle')
    await page.reload()
    await page.getByLabel('File', { exact: true }).setInputFiles(join(FIXTURES, 'hand-made.csv'))
    await means('Notes').waitFor(SLOW)
    expect(await means('Notes').inputValue()).toBe('position')
    expect(await means('Phone').inputValue()).toBe('phone_mobile')
    expect(await means('Team').inputValue()).toBe('')
    expect(watch.problems).toEqual([])
  })
})
