import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { callApi } from '../support/desk.ts'
import {
  expectAccessible,
  openWindow,
  signIn,
  startWebService,
  type Watch,
  type WebService,
} from '../support/web.ts'

/* Work that colleagues of one account share: saved reports, notes, and recent activity. */

let web: WebService
let page: Page
let watch: Watch

const button = (name: string | RegExp) => page.getByRole('button', { name })
const dialog = () => page.getByRole('dialog')
const open = async (path: string) => {
  await page.goto(`${web.service.baseUrl}/app/${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

describeInBrowser('people of one account', () => {
  beforeAll(async () => {
    web = await startWebService()
    ;({ page, watch } = await openWindow(web.browser, web.service.baseUrl, {
      viewport: { width: 1280, height: 900 },
    }))
    await signIn(page, web.service.baseUrl)
  })
  afterAll(() => web?.close())

  it('save a report with its dates, have it mailed, and find it again', async () => {
    await open('companies/1/reports?report=labour-cost')
    // There are pays in the dates that the service suggests.
    await page.getByRole('cell', { name: 'Total' }).waitFor()
    await page.getByLabel('Show').selectOption('department')
    await button('Save this view').click()
    await dialog().getByLabel('Name').fill('Cost by department')
    await dialog().getByLabel('Dates').selectOption('this-tax-year')
    await dialog().getByRole('checkbox').check()
    await expectAccessible(page)
    await dialog().getByRole('button', { name: 'Save' }).click()
    await page.getByLabel('E-mail it to me').selectOption('month')
    await page.getByText(/^Next on 1 \w+ \d{4}, as an Excel file\.$/).waitFor()
    await expectAccessible(page)
    const [view] = await callApi(page, 'GET', '/api/company/1/report-views')
    expect([view.name, view.period, view.group_by, view.is_shared, view.delivered_every]).toEqual([
      'Cost by department',
      'this-tax-year',
      'department',
      true,
      'month',
    ])

    await open(`companies/1/reports?view=${view.id}`)
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe(view.from_date)
    expect(await page.getByLabel('Show').inputValue()).toBe('department')
    await button('Delete the view').click()
    await page.getByRole('option', { name: 'None yet' }).waitFor({ state: 'attached' })
    expect(watch.problems).toEqual([])
  })

  it('write notes with a mention, and see what happened since yesterday', async () => {
    const [person] = await callApi(page, 'GET', '/api/company/1/employees')
    await open(`companies/1/employees/${person.id}`)
    const box = page.getByLabel('New note')
    await box.fill('Ask ')
    await box.press('End')
    await box.pressSequentially('@Oli')
    await page.getByRole('option', { name: 'Olivia Owner' }).waitFor()
    await box.press('Enter')
    expect(await box.inputValue()).toBe('Ask @Olivia Owner ')
    await box.pressSequentially('about the hours.')
    await button('Add the note').click()
    await page.locator('.note-text').filter({ hasText: 'about the hours.' }).waitFor()
    expect(await box.inputValue()).toBe('')
    await expectAccessible(page)

    await open('companies/1/happenings')
    await page.getByText('wrote a note').first().waitFor()
    expect(await page.locator('.happenings').textContent()).not.toMatch(/[a-z]_[a-z]|createNote|\/api\//)
    await expectAccessible(page)
    await open('companies/1')
    await page.getByRole('heading', { name: 'Since yesterday' }).waitFor()
    await page.getByRole('link', { name: 'All of it' }).click()
    await page.waitForURL('**/companies/1/happenings')
    expect(watch.problems).toEqual([])
  })

  it('find what they typed, even before the finder is there', async () => {
    await open('companies/1')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('year end', { delay: 0 })
    await page.getByRole('combobox', { name: /^Find a person/ }).waitFor()
    expect(await page.getByRole('combobox', { name: /^Find a person/ }).inputValue()).toBe('year end')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/companies/1/year')
  })
})
