import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { aCrewCompany, callApi } from '../support/desk.ts'
import { cellAt } from '../support/grid-driver.ts'
import type { ServiceProcess } from '../support/service-process.ts'
import { expectAccessible, openWindow, signIn, startWebService, type WebService } from '../support/web.ts'

/*
 * Interruptions while a person fills in a form: a dialog, a colleague's change, a lost network, a new
 * release.
 */

let service: ServiceProcess
let browser: Browser
let context: BrowserContext
let close: WebService['close'] | undefined
let page: Page

const open = async (path: string) => {
  await page.goto(`${service.baseUrl}/app/${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const box = (label: string) => page.getByLabel(label, { exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const read = (path: string) => callApi(page, 'GET', path)
const eventually = <T>(find: () => Promise<T>) => expect.poll(find, { timeout: 40_000 })
const changeEmployee = (members: Record<string, unknown>) =>
  callApi(page, 'PATCH', '/api/company/1/employees/update', [{ id: 1, ...members }])

/** The app reloads its data when the window gets focus again after ten seconds. */
const letAnswersAge = () => page.clock.fastForward(10_500)

/** Ends the session, and lets the app notice while the person types. */
async function interrupt(): Promise<void> {
  await context.clearCookies({ name: 'tasman_session' })
  await letAnswersAge()
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
  await page.getByRole('heading', { name: 'Sign in again' }).waitFor()
  const dialog = page.getByRole('dialog').filter({ hasText: 'Sign in again' })
  await dialog.getByLabel('Password').fill('demo-password')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

describeInBrowser('interruptions', () => {
  beforeAll(async () => {
    ;({ service, browser, close } = await startWebService())
    ;({ page, context } = await openWindow(browser, service.baseUrl))
    await page.clock.install()
    await signIn(page, service.baseUrl)
  })

  afterAll(() => close?.())

  it('a dialog gives a box its focus and caret back, so that the next key goes where the person was', async () => {
    await open('companies/1/employees/1/details')
    await box('First name').fill('Abcd')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await interrupt()
    await page.keyboard.type('x')
    expect(await box('First name').inputValue()).toBe('Abxcd')
    await box('First name').fill((await read('/api/employees/1')).first_name)

    await open('people')
    await button('Invite someone').click()
    await box('E-mail address').fill('kim')
    await interrupt()
    await page.keyboard.type('@')
    expect(await box('E-mail address').inputValue()).toMatch(/^(kim@|@kim)$/)
  })

  it('two people change an employee: other fields are merged and named, the same field asks', async () => {
    await open('companies/1/employees/1/details')
    await box('First name').fill('Mine')
    await changeEmployee({ last_name: 'Theirs' })
    await button('Save changes').click()
    await page.getByText(/^Changed by .+ while this form was open, and kept: Last name\.$/).waitFor()
    await eventually(() => read('/api/employees/1')).toMatchObject({
      first_name: 'Mine',
      last_name: 'Theirs',
    })

    await open('companies/1/employees/1/details')
    await box('First name').fill('Anna')
    await changeEmployee({ first_name: 'Anne' })
    await button('Save changes').click()
    await page.getByText(/First name: changed by .+ to Anne, while you entered Anna\./).waitFor()
    await expectAccessible(page)
    expect((await read('/api/employees/1')).first_name).toBe('Anne')
    await button('Keep mine (Anna)').click()
    await button('Save changes').click()
    await eventually(async () => (await read('/api/employees/1')).first_name).toBe('Anna')
  })

  it('two people change a company: nothing typed is lost when it is read again, and the same field asks', async () => {
    await open('companies/1/company')
    await box('Trading name').fill('Mine')
    await callApi(page, 'PATCH', '/api/company/1', { trading_name: 'Theirs', phone: '+61 2 5550 9999' })
    await letAnswersAge()
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
    await page.waitForLoadState('networkidle')
    expect(await box('Trading name').inputValue()).toBe('Mine')
    await button('Save changes').click()
    await page.getByText(/Trading name: changed by .+ to Theirs, while you entered Mine\./).waitFor()
    expect((await read('/api/company/1')).trading_name).toBe('Theirs')
    await button('Take theirs (Theirs)').click()
    expect(await box('Trading name').inputValue()).toBe('Theirs')
    expect(await box('Phone').inputValue()).toBe('+61 2 5550 9999')
    await box('Phone').fill('+61 2 5550 8888')
    await button('Save changes').click()
    await eventually(() => read('/api/company/1')).toMatchObject({
      trading_name: 'Theirs',
      phone: '+61 2 5550 8888',
    })
  })

  it('a list of bank accounts that someone else replaced asks before it is replaced', async () => {
    const path = '/api/employees/1/bank-accounts'
    const account = {
      account_name: 'A',
      bsb: '062-000',
      account_number: '11111111',
      amount_type: 'REMAINDER',
    }
    await callApi(page, 'PUT', path, [account])
    await open('companies/1/employees/1/pay')
    await box('Account name').first().fill('Mine')
    await callApi(page, 'PUT', path, [{ ...account, account_name: 'Theirs' }])
    await button('Save bank accounts').click()
    await page.getByText('Someone else changed this after you opened it.').waitFor()
    expect((await read(path))[0].account_name).toBe('Theirs')
    await button('Keep mine').click()
    await eventually(async () => (await read(path))[0].account_name).toBe('Mine')
  })

  it('a screen that cannot be fetched says so, is fetched again, and unsaved cells are kept', async () => {
    const company = await aCrewCompany(page, 2, [])
    const { pay_run_id: run } = await callApi(page, 'POST', `/api/company/${company}/pay-runs`, {
      pay_period: 'WEEKLY',
      pay_date: '2026-11-22',
    })
    await open(`companies/${company}/pays/runs/${run}`)
    await cellAt(page, 0, 0).click()
    await context.setOffline(true)
    onTestFinished(() => context.setOffline(false))
    await page.keyboard.type('21')
    await page.keyboard.press('Enter')
    await page.getByText(/^Waiting for the network/).waitFor()
    await page.getByRole('link', { name: 'Reports' }).first().click()
    await page.getByText(/^This screen could not be loaded: the service is not available/).waitFor()
    expect(await page.getByText(/module|import|TypeError/).count()).toBe(0)
    await button('Try again').click()
    await page.getByText('The service is still not available.').waitFor()
    await context.setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor()
    await eventually(async () => {
      const { pays } = await read(`/api/company/${company}/pay-runs/${run}`)
      return pays.flatMap((pay: { hours: { value: number }[] }) => pay.hours.map(({ value }) => value))
    }).toContain(21)
  })

  it('a screen that a new release has replaced is loaded with the page', async () => {
    await open('companies/1')
    let isOld = true
    await page.route('**/part-*.js', (route) => (isOld ? route.fulfill({ status: 404 }) : route.continue()))
    await page.getByRole('link', { name: 'Employees' }).first().click()
    await page.getByText(/^This screen could not be loaded/).waitFor()
    // A screen that is already loaded still works.
    await page.goBack()
    await page.getByText(/^This screen could not be loaded/).waitFor({ state: 'detached' })
    await page.goForward()
    page.once('framenavigated', () => {
      isOld = false
    })
    await button('Try again').click()
    await page.getByRole('heading', { level: 1, name: 'Employees' }).waitFor()
    await page.unroute('**/part-*.js')
  })
})
