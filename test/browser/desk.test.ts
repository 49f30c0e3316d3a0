import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { aCrewCompany, callApi } from '../support/desk.ts'
import type { ServiceProcess } from '../support/service-process.ts'
import {
  expectUsable,
  openWindow,
  signIn,
  startWebService,
  type Watch,
  type WebService,
} from '../support/web.ts'

/*
 * The weekly work of a payroll officer with 300 people: from the home page through the grid to a correction.
 */

const PEOPLE = 300
const SLOW = { timeout: 60_000 }

let service: ServiceProcess
let browser: Browser
let close: WebService['close'] | undefined
let page: Page
let watch: Watch
let company: number

const button = (name: string | RegExp) => page.getByRole('button', { name })
const dialog = () => page.getByRole('dialog')
const grid = () => page.getByRole('grid', { name: 'The pays of this run' })
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const saved = () =>
  page
    .locator('.save-state')
    .filter({ hasText: /^Saved$/ })
    .waitFor(SLOW)
const api = (method: string, path: string, body?: unknown) =>
  callApi(page, method, `/api/company/${company}${path}`, body)
/** The first hours row of each pay in the open run, as stored by the service. */
const storedHours = async (): Promise<(number | undefined)[]> => {
  const { pays } = await api('GET', `/pay-runs/${page.url().split('/').at(-1)}`)
  return pays.map((pay: { hours: { value: number }[] }) => pay.hours[0]?.value)
}
const open = async (path: string) => {
  await page.goto(`${service.baseUrl}/app/companies/${company}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor(SLOW)
}

describeInBrowser('the officer’s desk', () => {
  beforeAll(async () => {
    ;({ service, browser, close } = await startWebService())
    ;({ page, watch } = await openWindow(browser, service.baseUrl))
    await signIn(page, service.baseUrl)
    company = await aCrewCompany(page, PEOPLE, ['2026-11-15'])
  })

  afterAll(() => close?.())

  it('home says what is due with the button that does it, and what comes next; a run starts there', async () => {
    await open('')
    await page.getByRole('heading', { name: 'To do' }).waitFor()
    await button('Lodge: Lodge the pay event, 15 Nov 2026').waitFor(SLOW)
    await page.getByText(`${PEOPLE} people · pay day 22 Nov 2026`).waitFor(SLOW)
    await page.getByText('New', { exact: true }).first().waitFor(SLOW)
    await page
      .getByText(/rate tables? needs? a look: Child support protected earnings \(by 31 Dec 2026\)/)
      .waitFor(SLOW)
    await expectUsable(page)
    await button(/^Start: Weekly/).click()
    await dialog().getByLabel('Hours from').selectOption('LAST_PAY')
    expect(await dialog().getByLabel('Period ends on').inputValue()).toBe('2026-11-22')
    await dialog().getByRole('button', { name: 'Draft the run' }).click()
    await button(`Process ${PEOPLE} pays`).waitFor(SLOW)
  })

  it('300 people are found, typed and pasted over in a grid, by the keyboard alone', async () => {
    // Only visible rows are rendered.
    expect(await page.locator('.pay-grid tbody tr').count()).toBeLessThan(80)
    await page.getByLabel('Search').fill('Ava Nguyen')
    await row('Ava Nguyen').waitFor()
    await grid().focus()
    await page.keyboard.type('40')
    await page.keyboard.press('Tab')
    await page.keyboard.type('7:36')
    await page.keyboard.press('Enter')
    await saved()
    const net = (await row('Ava Nguyen').locator('td.number').nth(-2).textContent()) ?? ''
    expect(net).toMatch(/^\$[\d,]+\.\d\d$/)
    expect(await row('Ava Nguyen').locator('td.since').textContent()).toMatch(/^\+\$/)
    expect(await storedHours()).toContain(40)

    await page.getByLabel('Search').fill('')
    await page.getByLabel('Department').selectOption('Kitchen')
    await page.getByText(`75 pays of ${PEOPLE}`).waitFor()
    await page.getByLabel('Add a column').selectOption({ label: 'Overtime × 1.5' })
    await grid().focus()
    await page.keyboard.press('Control+Home')
    const cells = Array.from({ length: 60 }, (_, index) => `${30 + (index % 9)}`).join('\n')
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ${JSON.stringify(`${cells}\nnot a number`)})
      document.querySelector('.pay-grid').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    })()`)
    await page.getByText(/1 cell left out: “not a number”/).waitFor()
    await saved()
    expect((await storedHours()).filter((value) => value === 38).length).toBeLessThan(PEOPLE - 45)
    await expectUsable(page)
  })

  it('scrolling through 300 people draws only those in sight', async () => {
    await page.getByLabel('Department').selectOption('')
    const drawn = await page.evaluate(`(async () => {
      const frame = document.querySelector('.grid-frame')
      for (let step = 0; step < 20; step += 1) {
        frame.scrollTop += 500
        await new Promise((done) => requestAnimationFrame(done))
      }
      return document.querySelectorAll('.pay-grid tbody tr').length
    })()`)
    expect(drawn).toBeLessThan(80)
    await page.getByText(`Total of ${PEOPLE} pays`).waitFor()
  })

  it('the check lists later refusals with their fixes, and the review lists changes', async () => {
    const people = await api('GET', '/employees')
    await api('PATCH', '/employees/update', [
      { id: people[0].id, default_employee_fund_usi: null },
      {
        id: people[1].id,
        primary_bank_bsb: null,
        primary_bank_account_number: null,
        primary_bank_account_name: null,
      },
    ])
    await page.getByRole('tab', { name: 'Check' }).click()
    await page.getByText('2 things would be refused later.').waitFor(SLOW)
    const name = `${people[1].first_name} ${people[1].last_name}`
    expect(
      await page
        .getByRole('link', { name: `Open bank accounts: ${name}` })
        .first()
        .getAttribute('href'),
    ).toContain(`/employees/${people[1].id}#bank-accounts`)
    await expectUsable(page)
    await api('PATCH', '/employees/update', [
      { id: people[0].id, default_employee_fund_usi: '60905115063001' },
      {
        id: people[1].id,
        primary_bank_bsb: '062-000',
        primary_bank_account_number: '10000001',
        primary_bank_account_name: 'Own account',
      },
    ])
    await button('Check again').click()
    await page.getByText(`All ${PEOPLE} pays were checked`).waitFor(SLOW)
    await page.getByRole('tab', { name: 'What changed' }).click()
    await page.getByText('Compared with the run to 15 Nov 2026').waitFor(SLOW)
    await button('Mark as reviewed').click()
    await page.locator('.stages .done', { hasText: 'Looked over' }).waitFor(SLOW)
    await expectUsable(page)
  })

  it('the run is processed after a last look, paid, and stays so after a reload', async () => {
    await button(`Process ${PEOPLE} pays`).click()
    await dialog().getByText(`All ${PEOPLE} pays were checked`).waitFor(SLOW)
    await dialog().getByRole('button', { name: 'Process now' }).click()
    await page.getByText(`${PEOPLE} pays processed`).waitFor(SLOW)
    const [file] = await Promise.all([page.waitForEvent('download'), button('Bank file').click()])
    expect(file.suggestedFilename()).toMatch(/\.aba$/)
    await button('Payslips handed out').click()
    // A reload would discard values that have not been sent yet.
    await page.locator('.stages .done', { hasText: 'Payslips' }).waitFor(SLOW)
    await page.reload()
    for (const stage of ['Processed', 'Bank file', 'Payslips'])
      await page.locator('.stages .done', { hasText: stage }).waitFor(SLOW)
    expect(await button('Discard the run').count()).toBe(0)
  })

  it('a pay is corrected with the consequences in words before it is saved; the difference is the next payment', async () => {
    await page.getByRole('tab', { name: 'People' }).click()
    await page.getByLabel('Search').fill('Ava Nguyen')
    await page.getByRole('link', { name: 'Ava Nguyen' }).first().click()
    await page.getByRole('link', { name: 'Correct' }).click()
    await page.getByLabel('Hours', { exact: true }).first().fill('42')
    await page.getByText(/more is owed to Ava Nguyen/).waitFor(SLOW)
    await page.getByText(/was paid \(in a bank file\)/).waitFor()
    await expectUsable(page)
    await button('Save the correction').click()
    await page.getByRole('heading', { name: 'The correction is saved' }).waitFor(SLOW)
    await page.getByRole('link', { name: 'Bank file, super and payslips of the run' }).click()
    await page.getByText(/^Open: \$[\d,.]+ of pay is in no bank file/).waitFor(SLOW)
    await button('Bank file for open amounts').waitFor(SLOW)
  })

  it('a run that no one wants is thrown away; nothing was logged as an error', async () => {
    const run = await api('POST', '/pay-runs', { pay_period: 'WEEKLY', pay_date: '2026-11-29' })
    await open(`/pays/runs/${run.pay_run_id}`)
    await button('Discard the run').click()
    await dialog().getByRole('button', { name: 'Discard', exact: true }).click()
    await page.waitForURL(`**/companies/${company}/pays`, SLOW)
    expect(watch.problems).toEqual([])
  })
})
