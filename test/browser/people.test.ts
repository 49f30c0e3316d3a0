import { readFileSync } from 'node:fs'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import type { ServiceProcess } from '../support/service-process.ts'
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

/*
 * Whole tasks with people: from hiring to the first pay, a pay rise, a termination, and the end of the year
 * in both countries.
 */

const PHONE = { width: 390, height: 844 }
const MONEY = /^\$[\d,]+\.\d\d$/

let service: ServiceProcess
let browser: Browser
let close: WebService['close'] | undefined
let page: Page
let watch: Watch
const button = (name: string | RegExp, within: Page | Locator = page) => within.getByRole('button', { name })
const dialog = () => page.getByRole('dialog')
const tab = (name: string) => page.getByRole('link', { name, exact: true }).click()

const open = async (path: string) => {
  await page.goto(`${service.baseUrl}/app/${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
/** Wide and light, then narrow and dark: checks that the current screen is usable for everyone. */
const expectScreen = async () => {
  await expect.poll(() => page.locator('.waiting').count(), { timeout: 60_000 }).toBe(0)
  await expectUsable(page)
}
/** The browser itself logs a refused request. Nothing else may have gone wrong. */
const forgetRefusals = () => {
  watch.problems = watch.problems.filter((problem) => !problem.includes('422'))
}
/** Previews the message, makes the declaration, sends it, and waits for the answer. */
const declareAndSend = async () => {
  await dialog().getByText('It passes the authority’s checks.').waitFor()
  await dialog()
    .getByRole('checkbox', { name: /^I declare/ })
    .check()
  await button('Send now', dialog()).click()
  await dialog().getByRole('link', { name: 'Open the submission' }).click()
  await page.waitForURL(/\/reporting\/\d+$/)
  await page.getByText('Accepted', { exact: true }).first().waitFor()
}

describeInBrowser('people in a browser', () => {
  beforeAll(async () => {
    ;({ service, browser, close } = await startWebService())
    ;({ page, watch } = await openWindow(browser, service.baseUrl))
    await signIn(page, service.baseUrl)
  })

  afterAll(() => close?.())

  it('someone is hired: the form shows every error at once, and each disappears when it is fixed', async () => {
    await open('companies/1/employees/new')
    await page.getByLabel('First name').fill('Zoë')
    await page.getByLabel('Tax file number (TFN)').fill('123456789')
    await button('Create').click()
    for (const problem of [
      'Last name is required',
      'Date of birth is required',
      'Postcode is required',
      'Foreign resident for tax is required',
      'Closely held payee is required',
    ])
      await page.getByText(problem).waitFor()
    // Errors that only the service can find appear at the same time.
    await page
      .getByText(/tax file number|TFN/i)
      .and(page.locator('.field-problem'))
      .waitFor()
    expect(await page.getByLabel('Last name').getAttribute('aria-invalid')).toBe('true')
    await expectScreen()
    forgetRefusals()
    await page.getByLabel('Last name').fill('李')
    expect(await page.getByText('Last name is required').count()).toBe(0)
    await page.getByLabel('Tax file number (TFN)').fill('123456782')
    await page.getByLabel('Date of birth').fill('1992-02-29')
    // The address is completed automatically.
    await page
      .getByRole('combobox', { name: /^Address \(required\)/ })
      .pressSequentially('1 King Street Newtown')
    await page
      .getByRole('option', { name: /1 King Street, Newtown NSW/ })
      .first()
      .click()
    expect(await page.getByLabel('Postcode (required)').inputValue()).toBe('2042')
    expect(await page.getByLabel('State (required)').inputValue()).toBe('NSW')
    expect(await page.getByRole('combobox', { name: /^Address \(required\)/ }).inputValue()).toBe(
      '1 King Street',
    )
    await page.getByLabel('Pay rate per hour').fill('41.50')
    for (const label of ['Claims the tax-free threshold', 'Has a study or training loan (STSL)'])
      await page.getByLabel(label).selectOption('true')
    for (const label of ['Foreign resident for tax', 'Closely held payee'])
      await page.getByLabel(label).selectOption('false')
    await page.getByLabel('Address, second line').first().fill('Unit #4')
    await button('Create').click()
    // Values that the tax office would refuse later are refused here with the service's warning. A character
    // that is only adapted is accepted.
    await page
      .getByText(/Single Touch Payroll would refuse it.+Enter “Family name for authorities”/)
      .waitFor()
    expect(await page.locator('.field-problem').count()).toBe(1)
    await page.getByLabel('Last name').fill('Zabel')
    await button('Create').click()
    await page.getByRole('heading', { name: 'Zoë Zabel' }).waitFor()
  })

  it('account, fund, a rate of their own and a deduction by percent with its limit are set up', async () => {
    await button('Add an account').click()
    await page.getByLabel('Account name').fill('Zoe Zabel')
    await page.getByLabel('BSB', { exact: true }).fill('062-000')
    await page.getByLabel('Account number').fill('55667788')
    // Leaving with unsaved changes needs a confirmation. Staying keeps the changes.
    await tab('Overview')
    await dialog().getByText('have not been saved').waitFor()
    await button('Stay on this screen', dialog()).click()
    await page.goBack()
    await dialog().getByText('have not been saved').waitFor()
    await button('Stay on this screen', dialog()).click()
    expect(await page.getByLabel('Account number').inputValue()).toBe('55667788')
    await button('Save bank accounts').click()
    await page.getByText('Bank accounts saved.').waitFor()

    await button('Add a fund').click()
    await page.getByRole('combobox', { name: 'Fund' }).pressSequentially('australians')
    await page
      .getByRole('option', { name: /AustralianSuper/ })
      .first()
      .click()
    expect(await page.getByLabel('USI').inputValue()).toBe('STA0100AU')
    await page.getByLabel('Member number').fill('998877')
    await button('Save super funds').click()
    await page.getByText('Super funds saved.').waitFor()

    await button('Add their own rate').click()
    await dialog().getByLabel('What it is for').fill('Night shift')
    await dialog().getByLabel('Dollars', { exact: true }).fill('48.20')
    await button('Save', dialog()).click()
    await page.getByRole('cell', { name: 'Night shift', exact: true }).waitFor()

    await button('Add a deduction').click()
    await dialog().getByLabel('Description').fill('Social club')
    await dialog().getByLabel('Counted as').selectOption({ label: 'Percent of gross' })
    await dialog().getByLabel('Percent').fill('2.5')
    await dialog().getByLabel('At most, each pay').fill('30')
    await button('Add', dialog()).click()
    await page.getByText('2.5% of gross').waitFor()
    await button('Edit Social club').click()
    await dialog().getByLabel('At most, each pay').fill('35')
    await button('Save', dialog()).click()
    await page.getByText('(at most $35.00 a pay)').waitFor()

    await button('Add a deduction').click()
    await dialog().getByLabel('Description').fill('Car park')
    await dialog().getByLabel('Dollars').fill('12')
    await button('Add', dialog()).click()
    await button('End Car park').click()
    await dialog().getByLabel('First day without it').fill('2027-02-01')
    await button('End it', dialog()).click()
    await page.getByText('(until 31 Jan 2027)').waitFor()
    await button('End Car park').click()
    await button('End it', dialog()).click()
    await button('End Car park').waitFor({ state: 'detached' })
    await expectScreen()
  })

  it('the choice of fund goes from the form to the stapled fund, and parental leave pay is kept apart', async () => {
    await page.getByText('Give the employee the choice form').waitFor()
    expect(await button('Ask for the stapled fund').count()).toBe(0)
    await page.getByLabel('Choice form given on').fill('2026-11-16')
    await page.getByLabel('The employee').selectOption({ label: 'did not choose a fund' })
    await button('Save the choice').click()
    await button('Ask for the stapled fund').click()
    await page.getByText('The tax office named the stapled fund:').waitFor()
    // A fund was entered earlier. The answer does not replace it, and the page says so.
    await page.getByText(/Super already goes to AustralianSuper/).waitFor()

    await button('Record an instalment').click()
    await dialog().getByLabel('Amount').fill('0')
    await button('Record', dialog()).click()
    await dialog().locator('.field-problem').waitFor()
    forgetRefusals()
    await dialog().getByLabel('Amount').fill('1896.20')
    await dialog().getByLabel('Reference').fill('PPL 7')
    await button('Record', dialog()).click()
    await page.getByText('Still held').waitFor()
    expect(await page.getByRole('cell', { name: 'PPL 7' }).count()).toBe(1)
    await button(/^Remove the instalment of/).click()
    await page.getByText('No instalments, and nothing passed on.').waitFor()
    await expectScreen()
  })

  it('a rise asks from which day it holds, a later one waits, and the history tells both', async () => {
    await tab('Details')
    await page.getByLabel('Pay rate per hour').fill('43')
    await button('Save changes').click()
    await dialog().getByText('$41.50').waitFor()
    // Nobody has been paid yet, so a correction without a date is preset.
    await dialog().getByLabel('It changes on a date').check()
    await button('Save', dialog()).click()
    await page.getByText('Saved. Please note:').waitFor()
    await page.getByLabel('Pay rate per hour').fill('45')
    await button('Save changes').click()
    await dialog().getByLabel('It changes on a date').check()
    await dialog().getByLabel('From', { exact: true }).fill('2027-01-04')
    await button('Save', dialog()).click()
    await page.getByText(/takes effect on 4 Jan 2027/).waitFor()
    await tab('Overview')
    const planned = page.getByRole('listitem').filter({ hasText: 'From 4 Jan 2027' })
    await planned.getByText('To come').waitFor()
    await button('Cancel the change', planned).click()
    await planned.waitFor({ state: 'detached' })
    await tab('History')
    for (const entry of [
      'Employee entered',
      'Bank accounts changed',
      'Super funds changed',
      'Change planned',
    ])
      await page.getByText(entry).first().waitFor()
    await page.getByText('$41.50').first().waitFor()
    expect(await page.getByText('by Olivia Owner').count()).toBeGreaterThan(4)
    expect(await page.content()).not.toContain('55667788')
    await expectScreen()
  })

  it('opening figures of another system are entered, and what they cannot be exact without is said', async () => {
    await tab('Opening figures')
    await page.getByLabel('Figures up to').fill('2026-11-08')
    await page.getByLabel('Annual leave, hours').fill('22.5')
    await page.getByLabel('Gross', { exact: true }).first().fill('12400')
    await page.getByLabel('PAYG withheld').fill('2650')
    await button('Save the opening figures').click()
    await page.getByText('The opening figures were saved.').waitFor()
    await page.getByText('Not exact without it').waitFor()
    await expectScreen()
    await tab('Overview')
    await page.getByText('22.5 h').waitFor()
  })

  it('the first pay is drafted with what stands, and processed', async () => {
    await open('companies/1/pays')
    await button('Start a pay run').click()
    await dialog().getByLabel('Pay date').fill('2026-11-18')
    await button('Draft the run', dialog()).click()
    await button(/^Process \d+ pays$/).click()
    await button('Process now', dialog()).click()
    await page.getByText(/\d+ pays processed/).waitFor()
    await open('companies/1/employees')
    await page.getByLabel('Search').fill('zabel')
    await page.getByRole('link', { name: 'Zoë Zabel' }).click()
    await page.getByRole('table', { name: 'Pays of this employee' }).getByRole('link').first().click()
    await page.getByText('Social club').first().waitFor()
  })

  it('an end is previewed to the cent of the final pay, done, handed over as a statement, and taken back', async () => {
    await open('companies/1/employees')
    await page.getByLabel('Search').fill('zabel')
    await page.getByRole('link', { name: 'Zoë Zabel' }).click()
    await page.getByRole('heading', { name: 'Zoë Zabel' }).waitFor()
    await page.setViewportSize(PHONE)
    await button('Terminate').click()
    await dialog().getByLabel('Payment in lieu of notice').selectOption('hours')
    await dialog().getByLabel('Notice hours').fill('38')
    await button('Preview', dialog()).click()
    await dialog().getByText('Nothing has been saved yet.').waitFor()
    // A change after the preview invalidates it: nothing is paid that was not shown.
    await dialog().getByLabel('Other termination payment').fill('5000')
    await dialog().getByText('Something changed since the preview.').waitFor()
    expect(await button('Terminate now', dialog()).isDisabled()).toBe(true)
    await dialog().getByLabel('Other termination payment').fill('')
    const net = dialog().locator('.figure', { hasText: 'Final pay, net' }).locator('.amount')
    const previewed = (await net.textContent()) ?? ''
    expect(previewed).toMatch(MONEY)
    await expectAccessible(page)
    await button('Terminate now', dialog()).click()
    await dialog().getByText('The final pay is processed.').waitFor()
    await expect.poll(() => net.textContent(), { timeout: 60_000 }).toBe(previewed)
    const [statement] = await Promise.all([
      page.waitForEvent('download'),
      button('Download the statement', dialog()).click(),
    ])
    expect(
      readFileSync(await statement.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    await button('Close', dialog()).last().click()
    await page.setViewportSize(DESKTOP)
    await page.getByRole('heading', { name: /^Ended on / }).waitFor()
    await page.getByRole('cell', { name: previewed, exact: true }).waitFor()
    await expectScreen()
    await button('Reinstate').click()
    await button('Reinstate', dialog()).click()
    await button('Terminate').waitFor()
  })

  it('the Australian year end: what is missing is lodged, one person finalised by name, then the others', async () => {
    await open('companies/1/year')
    await page.getByText('Every payday is lodged').waitFor()
    await button('Lodge what is missing').click()
    await declareAndSend()
    await open('companies/1/year')
    await expect.poll(() => button('Lodge what is missing').count(), { timeout: 60_000 }).toBe(0)
    await button('Finalise the year').click()
    await dialog().getByText('Only some people').click()
    await dialog()
      .getByRole('group', { name: /^Only these people/ })
      .getByLabel('Mia Nguyen')
      .check()
    await dialog()
      .getByText(/: 1 person/)
      .waitFor()
    await declareAndSend()
    await open('companies/1/year')
    await page.getByText(/Not final yet: (?!.*Mia Nguyen)/).waitFor()
    await button('Finalise the year').click()
    await dialog().getByText('Hold someone back').click()
    await dialog()
      .getByRole('group', { name: /^Leave these people out/ })
      .getByLabel('Jack Taylor')
      .check()
    await dialog().getByText('Jack Taylor: left out on request').waitFor()
    await declareAndSend()
    await open('companies/1/year')
    await page.getByText(/Not final yet: Jack Taylor;/).waitFor()
    await page
      .getByRole('link', { name: /^Finalisation \d+$/ })
      .first()
      .waitFor()
    await expectScreen()
  })

  it('the New Zealand year end: paydays are filed, leave is checked by the Act, and the final return is filed', async () => {
    await open('companies/2/year')
    await button('File what is missing').click()
    await declareAndSend()
    await open('companies/2/year')
    await expect.poll(() => button('File what is missing').count(), { timeout: 60_000 }).toBe(0)
    await page.getByRole('link', { name: 'Open the check' }).click()
    await button('Check', page).first().click()
    await page.getByText(/payments? (checked|below)/).waitFor()
    await expectScreen()
    await open('companies/2/year')
    await button('File the final return').click()
    await declareAndSend()
    await open('companies/2/year')
    await expectScreen()
    expect(watch.problems).toEqual([])
  })
})
