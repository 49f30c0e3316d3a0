import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { aCrew, aCrewCompany, callApi } from '../support/desk.ts'
import { openWindow, signIn, startWebService, type Watch, type WebService } from '../support/web.ts'

/* What officers type into forms: numbers as people write them, impossible values, and colleagues in the same form. */

const PEOPLE = 4
const SLOW = { timeout: 60_000 }

let web: WebService
let page: Page
let watch: Watch
let company: number
let run: number

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const dialog = () => page.getByRole('dialog')
const api = (method: string, path: string, body?: unknown) =>
  callApi(page, method, `/api/company/${company}${path}`, body)
const open = (path: string) => page.goto(`${web.service.baseUrl}/app/companies/${company}${path}`)

describeInBrowser('what officers type', () => {
  beforeAll(async () => {
    web = await startWebService()
    ;({ page, watch } = await openWindow(web.browser, web.service.baseUrl))
    await signIn(page, web.service.baseUrl)
    company = await aCrewCompany(page, PEOPLE, ['2026-11-15'])
    run = (await api('POST', '/pay-runs', { pay_period: 'WEEKLY', pay_date: '2026-11-22' })).pay_run_id
  }, 600_000)
  afterAll(() => web?.close())

  const pays = async () => (await api('GET', `/pay-runs/${run}`)).pays
  const hours = () => dialog().getByLabel('Hours', { exact: true }).first()

  it('the editor of a pay takes what the grid takes, and stops what the grid stops', async () => {
    await open(`/pays/runs/${run}`)
    await button(/^Edit the pay of Ava/).click(SLOW)
    await hours().fill('168.5')
    await hours().press('Tab')
    await dialog().getByText('168.5 hours cannot be worked: the period has 168 (7 days of 24).').waitFor(SLOW)
    await hours().fill('')
    await hours().press('Tab')
    await dialog().getByText('Enter the hours, or remove the row.').waitFor(SLOW)
    await dialog().getByRole('button', { name: 'Save', exact: true }).click()
    await dialog().getByText('Enter the hours, or remove the row.').waitFor(SLOW)
    expect((await pays())[0].hours[0].value).toBe(38)
    await hours().fill(' 22:30')
    expect(await dialog().getByText('Enter the hours').count()).toBe(0)
    await dialog().getByRole('button', { name: 'Save', exact: true }).click()
    await dialog().waitFor({ state: 'detached', ...SLOW })
    expect((await pays())[0].hours[0].value).toBe(22.5)
  })

  it('a colleague who changed the pay meanwhile is named with the new number', async () => {
    const [, pay] = await pays()
    await button(/^Edit the pay of Noah/).click(SLOW)
    await hours().waitFor(SLOW)
    await api('PATCH', `/pay-runs/${run}/pays`, [
      {
        pay_id: pay.id,
        version: pay.version,
        hours: [{ description: 'Ordinary hours', units: 'hours', value: 20 }],
      },
    ])
    await hours().fill('30')
    await dialog().getByRole('button', { name: 'Save', exact: true }).click()
    await dialog()
      .getByText(/^Ordinary hours: changed by .+ from 38 hours to 20 hours\.$/)
      .waitFor(SLOW)
    await dialog().getByRole('button', { name: 'Take theirs' }).click()
    await dialog().getByRole('button', { name: 'Cancel' }).click()
  })

  it('a correction is not saved with hours that were emptied', async () => {
    const { pay_runs } = await api('GET', '/pay-runs')
    const paid = (pay_runs ?? (await api('GET', '/pay-runs'))).find(
      ({ status }: { status: string }) => status === 'processed',
    )
    const [first] = (await api('GET', `/pay-runs/${paid.pay_run_id ?? paid.id}`)).pays
    await open(`/pays/${first.id}/correct`)
    const box = page.getByLabel('Hours', { exact: true }).first()
    await box.fill('169', SLOW)
    await box.press('Tab')
    await page.getByText(/^169 hours cannot be worked/).waitFor(SLOW)
    await box.fill('')
    await box.press('Tab')
    await page.getByText('Enter the hours, or remove the row.').waitFor(SLOW)
  })

  it('a new company is offered the pay periods of its country', async () => {
    await page.goto(`${web.service.baseUrl}/app/new-company`)
    const periods = () => page.getByLabel('Pay period').locator('option').allTextContents()
    await page.getByLabel('Country').waitFor(SLOW)
    expect(await periods()).toEqual(['Weekly', 'Fortnightly', 'Monthly'])
    await page.getByLabel('Country').selectOption('NZ')
    expect(await periods()).toContain('Four-weekly')
    await page.getByLabel('Pay period').selectOption('FOUR_WEEKLY')
    await page.getByLabel('Country').selectOption('AU')
    expect(await page.getByLabel('Pay period').inputValue()).toBe('WEEKLY')
  })

  it('a refused cell keeps no other cell of its row from being saved', async () => {
    await open(`/pays/runs/${run}`)
    const grid = page.getByRole('grid', { name: 'The pays of this run' })
    await grid.waitFor(SLOW)
    await page.route('**/pay-runs/*/pays', async (route) => {
      const isBad = route.request().postData()?.includes('"value":31')
      if (isBad) await route.fulfill({ status: 422, json: { detail: 'Too many for a Tuesday.' } })
      else await route.continue()
    })
    await grid.focus()
    await page.keyboard.press('Control+Home')
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'Ava Nguyen\\t31\\t2.5')
      document.querySelector('.pay-grid').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    })()`)
    await page.getByText(/^Ordinary hours of Ava Nguyen, 31: Too many for a Tuesday\./).waitFor(SLOW)
    expect(await page.getByText('Too many for a Tuesday.').count()).toBeLessThan(3)
    const [ava] = await pays()
    expect(ava.leave[0]).toMatchObject({ leave_type: 'HOLIDAY', hours: 2.5 })
    expect(ava.hours[0].value).toBe(22.5)
    await page.unroute('**/pay-runs/*/pays')
    await page.getByRole('button', { name: 'Back to the saved version' }).click()
  })

  it('Ctrl+K finds “New company”', async () => {
    await page.keyboard.press('Control+k')
    await dialog().getByRole('combobox').fill('new company')
    await dialog()
      .getByRole('option', { name: /^New company/ })
      .waitFor(SLOW)
    await page.keyboard.press('Escape')
  })

  it('a changed rate needs no date before the first pay, and the sender of an invitation hears what is off', async () => {
    const [made] = await api('PUT', '/employees/create', [{ ...aCrew(9)[8], number: 'NEW1' }])
    await open(`/employees/${made.employee.id}`)
    await page.getByRole('heading', { name: 'Self-service' }).waitFor(SLOW)
    await api('PATCH', '/employees/update', [{ id: made.employee.id, employee_portal_active: true }])
    await page.reload()
    await page.getByText(/^Switched off for .+: payslips, .*asking for leave/).waitFor(SLOW)
    await open(`/employees/${made.employee.id}/details`)
    await page.getByLabel('Pay rate per hour').fill('$41.50', SLOW)
    await button('Save changes').click()
    const mistake = dialog().getByLabel('Correct it without a date: nothing was paid yet')
    await mistake.waitFor(SLOW)
    expect(await mistake.isChecked()).toBe(true)
    await dialog().getByRole('button', { name: 'Save', exact: true }).click()
    await dialog().waitFor({ state: 'detached', ...SLOW })
    const stored = await callApi(page, 'GET', `/api/employees/${made.employee.id}`)
    expect(Number(stored.pay_rate_per_hour)).toBe(41.5)
  })

  it('nothing was logged as an error', () => {
    // The browser logs refusals of an outdated version or a value.
    expect(watch.problems.filter((line) => !/status of (412|422)/.test(line))).toEqual([])
  })
})
