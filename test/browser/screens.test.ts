import { mkdirSync } from 'node:fs'
import type { Browser, BrowserContext, Locator, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { callApi } from '../support/desk.ts'
import { FORMS, fillPayee } from '../support/forms.ts'
import type { ServiceProcess } from '../support/service-process.ts'
import { expectAccessible, openWindow, signIn, startWebService, type WebService } from '../support/web.ts'

/*
 * Rules for every screen: a write happens once, a lost session loses no entries, and an exception is shown.
 */

// biome-ignore lint/suspicious/noExplicitAny: answers of the service are read as they come
type Answer = any

let service: ServiceProcess
let browser: Browser
let close: WebService['close'] | undefined
let page: Page
let context: BrowserContext
const button = (name: string | RegExp, within: Page | Locator = page) => within.getByRole('button', { name })
const dialog = () => page.getByRole('dialog')
const read = (path: string): Promise<Answer> => callApi(page, 'GET', path)

const open = async (path: string) => {
  await page.goto(`${service.baseUrl}/app/${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const desk = () => ({ page, open, button, dialog, read })

/** With SCREENS=folder, screenshots are kept there. */
const look = async (name: string) => {
  const folder = process.env.SCREENS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}

/** Two native clicks on the middle of a button. */
async function clickTwice(target: Locator, gapMs: number): Promise<void> {
  // Waits until the button stands still; a screen that is still loading moves it.
  await target.click({ trial: true })
  const box = await target.boundingBox()
  if (!box) throw new Error('the button is not on the screen')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount })
    await page.mouse.up({ clickCount })
    if (clickCount === 1 && gapMs > 0) await page.waitForTimeout(gapMs)
  }
}

/** Ends the session on the server. The tab does not know yet. */
const loseSession = () => context.clearCookies({ name: 'tasman_session' })

const expectNoDialog = () => expect.poll(() => dialog().count(), { timeout: 60_000 }).toBe(0)

const enterPassword = async (password = 'demo-password') => {
  await dialog().getByLabel('Password').fill(password)
  await button(/^Sign in$/, dialog()).click()
}

describeInBrowser('every screen in a browser', () => {
  beforeAll(async () => {
    ;({ service, browser, close } = await startWebService())
    ;({ page, context } = await openWindow(browser, service.baseUrl))
    await signIn(page, service.baseUrl)
  })

  afterAll(() => close?.())

  for (const { name, fill, submit, count } of FORMS)
    it(`a double click makes ${name} once, and no refusal stays open over it`, async () => {
      for (const gap of [0, 30]) {
        const mark = `Mark${gap}x${name.length}`
        await fill(desk(), mark)
        const refused: string[] = []
        const watch = (answer: Response) => {
          if (answer.request().method() !== 'GET' && answer.status() >= 400)
            refused.push(`${answer.status()} ${answer.url()}`)
        }
        page.on('response', watch)
        await clickTwice(submit(desk()), gap)
        await expect.poll(() => count(desk(), mark), { timeout: 30_000 }).toBe(1)
        await page.waitForLoadState('networkidle')
        expect([name, gap, await count(desk(), mark)]).toEqual([name, gap, 1])
        page.off('response', watch)
        expect(refused).toEqual([])
      }
    })

  it('Enter pressed twice saves once', async () => {
    await open('companies/1/payees')
    await button('New payee').click()
    await fillPayee(dialog(), 'Payee by keyboard')
    // Sent together, because a second press after the dialog has closed would reopen it from the focused
    // button.
    await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Enter')])
    await expectNoDialog()
    const payees = await read('/api/company/1/payees')
    expect(payees.filter((row: Answer) => row.name === 'Payee by keyboard')).toHaveLength(1)
  })

  it('a session that ends while someone types is renewed in a dialog, and the request is repeated', async () => {
    await open('companies/1/payees')
    await button('New payee').click()
    await fillPayee(dialog(), 'Typed before the end')
    await loseSession()
    await button('Add the payee', dialog()).click()
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor()
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('owner@demo.example')
    await expectAccessible(page)
    await look('signed-out')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await enterPassword('not-the-password')
    await page.getByText('The e-mail address or the password is wrong.').waitFor()
    // The focus stays in the dialog, no matter how often Tab is pressed.
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press('Tab')
      const place = await page.evaluate('document.activeElement.closest("dialog")?.textContent ?? "browser"')
      expect(String(place)).toMatch(/Sign in again|browser/)
    }
    await enterPassword()
    await page.getByRole('cell', { name: 'Typed before the end', exact: true }).waitFor()
    await expectNoDialog()
  })

  it('reads wait for the same dialog, and what is typed stays in a long form', async () => {
    await open('companies/1/employees/new')
    await page.getByLabel('First name').fill('Kept')
    await page.getByLabel('Last name').fill('Safely')
    await loseSession()
    await button('Create').click()
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
    await enterPassword()
    await expectNoDialog()
    await page.getByText('Date of birth is required').waitFor()
    expect(await page.getByLabel('First name').inputValue()).toBe('Kept')
    expect(page.url()).toContain('/employees/new')
  })

  it('a file that is being sent is sent again after the sign-in', async () => {
    await open('companies/1/import')
    await loseSession()
    const csv = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from('first_name\nMia\n') }
    await page.getByLabel('File', { exact: true }).setInputFiles(csv)
    await enterPassword()
    await page.getByRole('heading', { name: '1 row needs a fix' }).waitFor()
  })

  it('nothing is sent in the name of another person who signs in at the same browser', async () => {
    await open('companies/1/payees')
    await button('New payee').click()
    await fillPayee(dialog(), 'Of the first person')
    const tab = await context.newPage()
    await tab.goto(`${service.baseUrl}/sign-out`)
    await tab.getByRole('button', { name: 'Sign out' }).click()
    await signIn(tab, service.baseUrl, 'other@demo.example')
    await page.bringToFront()
    await button('Add the payee', dialog()).click()
    await page.getByText(/other@demo.example has signed in from another tab of this browser/).waitFor()
    await expectAccessible(page)
    await look('signed-in-as-other')
    await enterPassword()
    await page.getByRole('cell', { name: 'Of the first person', exact: true }).waitFor()
    await tab.close()
  })

  it('someone else signs in only after a question', async () => {
    await open('companies/1/employees')
    await loseSession()
    await page.getByRole('link', { name: 'Pays', exact: true }).click()
    await button('Sign in as someone else', dialog()).click()
    await look('leave')
    await button('Go back', dialog()).click()
    await button('Sign in as someone else', dialog()).click()
    await button('Leave this screen', dialog()).click()
    await page.waitForURL(/\/sign-in\?next=/)
    await signIn(page, service.baseUrl)
  })

  it('an employee who asks for leave twice after the session ended has asked once', async () => {
    await callApi(page, 'PATCH', '/api/company/1/employees/update', [
      {
        id: 1,
        email_address: 'mia@client.example',
        employee_portal_active: true,
        allow_edit_leave_requests: true,
        allow_edit_leave_requests_when_negative: true,
      },
    ])
    await callApi(page, 'POST', '/api/employees/1/self-service')
    const mails = await (await context.request.get(`${service.baseUrl}/demo/mail`)).text()
    const [link = ''] = /\/invitation\/[\w-]+/.exec(mails.slice(mails.indexOf('mia@client.example'))) ?? []
    const [officer, officers] = [page, context]
    ;({ page, context } = await openWindow(browser, service.baseUrl))
    try {
      await page.goto(`${service.baseUrl}${link}`)
      await page.getByLabel('Choose a password').fill('a-long-password')
      await button('Join').click()
      await page.waitForURL('**/app/me/leave')
      await button('Ask for leave').click()
      await dialog().getByLabel('First day').fill('2027-01-11')
      await dialog().getByLabel('Last day').fill('2027-01-12')
      await dialog().getByText('2 working days').waitFor()
      await loseSession()
      await clickTwice(button('Ask for leave', dialog()), 30)
      await page.getByRole('heading', { name: 'Sign in again' }).waitFor()
      expect(await page.getByLabel('E-mail address').inputValue()).toBe('mia@client.example')
      await expectAccessible(page)
      await look('employee-signed-out')
      await enterPassword('a-long-password')
      await expectNoDialog()
      expect(await read('/api/me/requests')).toHaveLength(1)
    } finally {
      await context.close()
      ;[page, context] = [officer, officers]
    }
  })

  it('every report of both countries opens, and changes are told in words', async () => {
    for (const companyId of [1, 2]) {
      await open(`companies/${companyId}/reports`)
      const choice = page.getByLabel('Report', { exact: true })
      const names: string[] = (await read(`/api/company/${companyId}/reports`)).map(
        (each: Answer) => each.name,
      )
      expect(names.length).toBeGreaterThan(15)
      for (const name of names) {
        await choice.selectOption(name)
        await page.locator('.report-form ~ .waiting').waitFor({ state: 'detached' })
        expect([name, await page.getByText('could not be shown').count()]).toEqual([name, 0])
        // With the dates that the page proposes.
        expect([name, await page.getByRole('alert').allTextContents()]).toEqual([name, []])
      }
      await choice.selectOption('changes')
      await page.getByLabel('From', { exact: true }).fill('2020-01-01')
      await page.getByRole('cell', { name: 'Create employees' }).first().waitFor()
      await look(`changes-${companyId}`)
      expect(await page.locator('.panel table').last().textContent()).not.toMatch(/createEmployees|\/api\//)
    }
  })

  it('the same is set for many people at once: for those who were chosen, and no one else', async () => {
    await open('companies/1/employees/many')
    await page.getByLabel('What').selectOption('department')
    await page.getByLabel('Department', { exact: true }).fill('Night shift')
    for (const name of ['Mia Nguyen', 'Jack Taylor']) await page.getByRole('checkbox', { name }).check()
    await page.getByRole('button', { name: 'Set it for 2 people' }).dblclick()
    await page.getByText('Done for 2 people.').waitFor()
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
    const people = await callApi(page, 'GET', '/api/company/1/employees')
    const moved = people.filter((person: { department: string }) => person.department === 'Night shift')
    expect(moved.map((person: { first_name: string }) => person.first_name).toSorted()).toEqual([
      'Jack',
      'Mia',
    ])

    await page.getByLabel('What').selectOption('invite')
    // Mia already has a sign-in with an address from an earlier test. Jack gets one mail.
    for (const name of ['Mia Nguyen', 'Jack Taylor']) await page.getByRole('checkbox', { name }).check()
    await page.getByRole('button', { name: 'Send the invitations for 2 people' }).dblclick()
    await page.getByText('Invited 1 person.').waitFor()
    await page.getByText('Mia Nguyen: already has a sign-in').waitFor()
    const jack = people.find((person: { first_name: string }) => person.first_name === 'Jack')
    const mails = await (await page.context().request.get(`${service.baseUrl}/demo/mail`)).text()
    expect(mails.split(jack.email_address).length - 1).toBe(1)
  })

  it('the payslip switch of self-service is saved', async () => {
    await open('companies/1/employees/1/details')
    await page.locator('summary', { hasText: 'Self-service' }).click()
    const tick = page.getByLabel('Sees payslips')
    expect(await tick.count()).toBe(1)
    await tick.check()
    await button('Save changes').click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    await look('payslip-switch')
    expect((await read('/api/employees/1')).allow_view_payslips).toBe(true)
  })

  it('an exception in a handler is shown, also over a dialog', async () => {
    await open('companies/1/payees')
    await button('New payee').click()
    await page.evaluate('void Promise.reject(new TypeError("text.trim is not a function"))')
    await page.getByRole('alert').filter({ hasText: 'text.trim is not a function' }).waitFor()
    await page.evaluate('setTimeout(() => { throw new Error("a second fault") })')
    const alert = page.getByRole('alert').filter({ hasText: 'a second fault' })
    await alert.waitFor()
    await look('fault')
    await expectAccessible(page)
    await button(/^Close$/, alert).click()
    expect(await alert.count()).toBe(0)
    await dialog().getByLabel('Account number').fill('1')
  })

  it('a new run is proposed for the next unpaid period everywhere, and a processed one is not opened as new', async () => {
    const proposals: string[][] = []
    for (const path of ['companies/1', 'companies/1/pays']) {
      await open(path)
      await button('Start a pay run').click()
      const values = await Promise.all(
        ['Pay period', 'Pay date', 'Period ends on'].map((label) => dialog().getByLabel(label).inputValue()),
      )
      proposals.push(values)
      if (path === 'companies/1') await button('Cancel', dialog()).click()
    }
    const upcoming: Answer[] = await read('/api/company/1/upcoming-pay-runs')
    const next = upcoming.find((run) => run.pay_run_id === null) ?? upcoming[0]
    expect(proposals).toEqual(
      [0, 1].map(() => [expect.stringContaining(next.pay_period), next.pay_date, next.period_end_date]),
    )
    // A pay date near the proposed one keeps the period. For a distant one the service chooses the period.
    const periodEnd = () => dialog().getByLabel('Period ends on').inputValue()
    await dialog().getByLabel('Pay date').fill(next.period_start_date)
    expect(await periodEnd()).toBe(next.period_end_date)
    await dialog().getByLabel('Pay date').fill('2026-06-30')
    expect(await periodEnd()).toBe('')
    const runs: Answer[] = await read('/api/company/1/pay-runs')
    const processed = runs.findLast((run) => run.status === 'processed' && run.pay_period === next.pay_period)
    await dialog().getByLabel('Pay date').fill(processed.pay_run_end_date)
    await dialog().getByLabel('Period ends on').fill(processed.pay_run_end_date)
    await button('Draft the run', dialog()).click()
    await dialog().getByText('is already processed').waitFor()
    await look('processed-already')
    expect(page.url()).toMatch(/\/pays$/)
  })

  it('a company is deleted after a look at what it owes, is listed, and comes back whole', async () => {
    const { id } = await callApi(page, 'PUT', '/api/company/create', {
      legal_name: 'Gone for a day Ltd',
      jurisdiction: 'NZ',
    })
    const erase = () => button('Delete', dialog())
    await open('companies/1/company')
    await button('Delete the company …').click()
    await dialog().getByText('The company still owes:').waitFor()
    expect(await erase().isDisabled()).toBe(true)
    await button('Keep the company', dialog()).click()
    await open(`companies/${id}/company`)
    await button('Delete the company …').click()
    await dialog().getByText('No report or payment is open.').waitFor()
    await erase().click()
    const restore = button('Restore Gone for a day Ltd')
    await restore.waitFor()
    await expectAccessible(page)
    const names = async () => (await read('/api/company')).map((row: Answer) => row.legal_name)
    expect(await names()).not.toContain('Gone for a day Ltd')
    await restore.click()
    await page.getByText('is restored.').waitFor()
    await page.getByText('No company is deleted.').waitFor()
    expect(await names()).toContain('Gone for a day Ltd')
    await page.getByRole('link', { name: 'Gone for a day Ltd' }).click()
    await page.getByRole('heading', { level: 1, name: 'Company' }).waitFor()
  })
})
