import { mkdirSync } from 'node:fs'
import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AnyJson } from '../support/app.ts'
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
 * Whole tasks of people and access: a colleague joins and secures the sign-in; an employee requests leave and
 * is paid for it.
 */

const PHONE = { width: 390, height: 844 }
const PASSWORD = 'a-long-password'

const COMPANY = '/app/api/company/1'
/** The pages that a person with read-only access opens. */
const READ_PAGES = [
  '',
  '/pays',
  '/pays/runs/1',
  '/pays/1',
  '/employees',
  '/employees/1',
  '/employees/1/details',
  '/employees/1/pay',
  '/requests',
  '/company',
  '/allowances',
  '/pay-rates',
  '/pay-calendars',
  '/payees',
  '/reporting',
  '/year',
  '/reports',
]

let service: ServiceProcess
let base: string
let browser: Browser
let close: WebService['close'] | undefined
let owner: Page
/** How far the service's clock is ahead of ours. */
let leadMs: number
const watches: Watch[] = []

/** With SCREENS=folder, screenshots are kept there. */
const look = async (page: Page, name: string) => {
  const folder = process.env.SCREENS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
/** The newest invitation mailed to this address, as the demo shows it. */
const linkTo = async (email: string) => {
  const mails = await (await owner.context().request.get(`${base}/demo/mail`)).text()
  return /\/invitation\/[\w-]+/.exec(mails.slice(mails.indexOf(email)))?.[0] ?? ''
}
const newWindow = async (viewport = PHONE) => {
  const { page, watch } = await openWindow(browser, base, { viewport })
  watches.push(watch)
  return page
}
const open = async (page: Page, path: string) => {
  await page.goto(`${base}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.locator('.waiting').count(), { timeout: 30_000 }).toBe(0)
}
/** Checks that the screen has no serious accessibility problem and does not scroll sideways. */
const check = async (page: Page, name: string) => {
  const before = page.viewportSize() ?? PHONE
  await expectUsable(page)
  await look(page, name)
  await page.setViewportSize(before)
}
/** A call of the app's own script in this window. */
const send = (
  page: Page,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: AnyJson }> =>
  page.evaluate(
    async ([way, address, text]) => {
      const headers = { 'x-tasman-app': '1', ...(text ? { 'content-type': 'application/json' } : {}) }
      const answer = await fetch(address as string, { method: way as string, headers, body: text ?? null })
      return { status: answer.status, body: await answer.json().catch(() => null) }
    },
    [method, path, body ? JSON.stringify(body) : null],
  )
const join = async (page: Page, email: string) => {
  await page.goto(`${base}${await linkTo(email)}`)
  await check(page, 'invitation')
  await page.getByLabel('Choose a password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.waitForURL('**/app/**')
  await page.getByRole('heading', { level: 1 }).waitFor()
}

describeInBrowser('people and access in a browser', () => {
  beforeAll(async () => {
    ;({ service, browser, close } = await startWebService())
    base = service.baseUrl
    owner = await newWindow(DESKTOP)
    await signIn(owner, base)
    const [session] = (await send(owner, 'GET', '/app/own/account')).body.sessions
    leadMs = new Date(`${session.created_at}Z`).getTime() - Date.now()
    const switches = {
      id: 1,
      email_address: 'mia@client.example',
      employee_portal_active: true,
      allow_view_payslips: true,
      allow_view_holiday_leave_balance: true,
      allow_view_sick_leave_balance: true,
      allow_edit_leave_requests: true,
      allow_edit_leave_requests_when_negative: true,
      allow_edit_account_details: true,
      allow_edit_bank_accounts: true,
    }
    expect((await send(owner, 'PATCH', `${COMPANY}/employees/update`, [switches] as object)).status).toBe(200)
  })

  afterAll(() => close?.())

  it('a reader is invited, joins, sets up two factors, sees everything and changes nothing', async () => {
    await open(owner, '/app/people')
    await owner.getByRole('button', { name: 'Invite someone' }).click()
    const dialog = owner.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Rosa Tan')
    await dialog.getByLabel('E-mail address').fill('rosa@client.example')
    await dialog.getByLabel('Role').selectOption('reader')
    await look(owner, 'invite')
    await dialog.getByRole('button', { name: 'Send the invitation' }).click()
    await owner.getByText('An invitation is on its way to rosa@client.example.').waitFor()
    await check(owner, 'people')

    const rosa = await newWindow()
    await join(rosa, 'rosa@client.example')
    await rosa.getByText('You can see everything here but not change it.').waitFor()
    expect((await send(rosa, 'GET', `${COMPANY}/employees`)).status).toBe(200)
    expect((await send(rosa, 'PATCH', COMPANY, { phone: '1' })).status).toBe(403)
    watches.at(-1)?.problems.splice(0)
    for (const path of READ_PAGES) {
      await open(rosa, `/app/companies/1${path}`)
      const writing = await rosa
        .locator('main button:visible, main .writes:visible')
        .evaluateAll((all) =>
          all
            .filter((element) => !element.matches('.reads, [role="tab"], [aria-expanded], th *, .pager *'))
            .map((element) => element.textContent),
        )
      expect([path, writing]).toEqual([path, []])
      expect(await rosa.locator('main form input:enabled:visible').count(), path).toBe(0)
    }
    expect(await rosa.locator('html').getAttribute('lang')).toBe('en-AU')
    await open(rosa, '/app/companies/2')
    await expect.poll(() => rosa.locator('html').getAttribute('lang')).toBe('en-NZ')

    await open(rosa, '/account')
    expect(new URL(rosa.url()).pathname).toBe('/app/account')
    await check(rosa, 'account')
    await rosa.getByRole('button', { name: 'Set up two-factor sign-in' }).click()
    await rosa.getByText('No camera? Type the key').click()
    const secret = (await rosa.locator('code.secret').textContent()) ?? ''
    await check(rosa, 'two-factor')
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    await rosa.getByLabel('Your password').fill(PASSWORD)
    await rosa.getByLabel('Code from the app').fill(totp.generate({ timestamp: Date.now() + leadMs }))
    await rosa.getByRole('button', { name: 'Switch on' }).click()
    const codes = rosa.getByRole('region', { name: 'Recovery codes' }).locator('code')
    await codes.first().waitFor()
    const [first = ''] = await codes.allTextContents()
    await check(rosa, 'recovery-codes')

    await rosa.goto(`${base}/sign-out`)
    await rosa.getByRole('button', { name: 'Sign out' }).click()
    await rosa.getByLabel('E-mail address').fill('rosa@client.example')
    await rosa.getByLabel('Password').fill(PASSWORD)
    await rosa.getByRole('button', { name: 'Sign in' }).click()
    await rosa.getByLabel('Code').fill(first)
    await expectAccessible(rosa)
    await rosa.getByRole('button', { name: 'Continue' }).click()
    await rosa.waitForURL('**/app/**')

    await open(owner, '/app/people')
    await owner.getByText('Rosa Tan').waitFor()
    await open(owner, '/app/api-management/audit-log')
    await owner.getByText('Invitation of rosa@client.example').waitFor()
    await check(owner, 'audit-log')
    await rosa.context().close()
  })

  it('an employee is invited, asks for leave, is granted it, and finds it on the next draft', async () => {
    await open(owner, '/app/companies/1/employees/1')
    await owner.getByRole('button', { name: 'Invite to self-service' }).click()
    await owner.getByText('The link was mailed to mia@client.example').waitFor()
    const mia = await newWindow()
    await join(mia, 'mia@client.example')
    await mia
      .getByRole('button', { name: /^PDF of the payslip/ })
      .first()
      .waitFor()
    await check(mia, 'me-payslips')
    expect((await send(mia, 'GET', '/app/api/company')).status).toBe(403)
    watches.at(-1)?.problems.splice(0)

    await mia.getByRole('link', { name: 'Leave' }).click()
    await mia.getByRole('button', { name: 'Ask for leave' }).click()
    const ask = mia.getByRole('dialog')
    await ask.getByLabel('First day').fill('2026-11-18')
    await ask.getByLabel('Last day').fill('2026-11-18')
    await ask.getByLabel('Message').fill('My sister’s wedding')
    await look(mia, 'me-ask')
    await expectAccessible(mia)
    await ask.getByRole('button', { name: 'Ask for leave' }).click()
    await mia.getByText('Your request is on its way').waitFor()
    await check(mia, 'me-leave')
    await mia.getByRole('link', { name: 'Details' }).click()
    await mia.getByText('Set up two-factor sign-in first.').waitFor()
    await check(mia, 'me-details')

    await open(owner, '/app/companies/1/requests')
    await check(owner, 'requests')
    await owner.getByRole('button', { name: /^Approve the request of/ }).click()
    const decide = owner.getByRole('dialog')
    await decide.getByLabel('Answer').fill('Have a lovely day')
    await look(owner, 'requests-approve')
    await decide.getByRole('button', { name: 'Approve' }).click()
    await owner.getByText('Nothing to decide.').waitFor()
    const { pay_period } = (await send(owner, 'GET', '/app/api/employees/1')).body
    const made = await send(owner, 'POST', `${COMPANY}/pay-runs`, { pay_period, pay_date: '2026-11-18' })
    expect(made.status).toBe(201)
    const [pay] = made.body.pays.filter((row: AnyJson) => row.employee_id === 1)
    const { body: drafted } = await send(owner, 'GET', `${COMPANY}/pays/${pay.id}`)
    expect(drafted.leave.map((row: AnyJson) => [row.description, row.date])).toEqual([
      ['Annual leave', '2026-11-18'],
    ])
    await open(mia, '/app/me/leave')
    await mia.getByText('Approved').waitFor()
    await mia.getByText('Have a lovely day').waitFor()
    await mia.context().close()
  })

  it('a partner starts a trial for a client', async () => {
    const partner = await newWindow(DESKTOP)
    await partner.goto(`${base}/app/partner`)
    await partner.getByLabel('E-mail address').fill('partner@demo.example')
    await partner.getByLabel('Password').fill('demo-password')
    await partner.getByRole('button', { name: 'Sign in' }).click()
    await partner.getByRole('button', { name: 'New trial' }).click()
    const dialog = partner.getByRole('dialog')
    for (const [label, value] of [
      ['First name', 'Ari'],
      ['Last name', 'Ngata'],
      ['E-mail address', 'ari@client.example'],
      ['Legal name of the business', 'Ngata Builders Ltd'],
      ['ABN', '53004085616'],
    ] as const)
      await dialog.getByLabel(label).fill(value)
    await look(partner, 'partner-trial')
    await expectAccessible(partner)
    await dialog.getByRole('button', { name: 'Start the trial' }).click()
    await partner.getByText('The trial has started').waitFor()
    const row = partner
      .getByRole('table', { name: 'Clients' })
      .getByRole('row', { name: /Ngata Builders Ltd/ })
    await row.getByText('Trial').waitFor()

    await partner.getByRole('button', { name: 'Order for Ngata Builders Ltd' }).click()
    for (const [label, value] of [
      ['First name', 'Ari'],
      ['Last name', 'Ngata'],
      ['ABN', '53004085616'],
    ] as const)
      await dialog.getByLabel(label).fill(value)
    await dialog.getByRole('button', { name: 'Show the price' }).click()
    await dialog.getByRole('button', { name: 'Place the order' }).click()
    await partner.getByText('The order is placed.').waitFor()
    await partner.getByRole('button', { name: 'Upgrade Ngata Builders Ltd' }).click()
    await dialog.getByRole('button', { name: 'Show the price' }).click()
    await dialog.getByText('AUD').waitFor()
    await look(partner, 'partner-upgrade')
    await expectAccessible(partner)
    await dialog.getByRole('button', { name: 'Upgrade now' }).click()
    await partner.getByText(/^Ngata Builders Ltd now has the plan/).waitFor()
    await row.getByText('Active').waitFor()
    await check(partner, 'partner')
    await partner.context().close()
  })

  it('nothing went wrong in the windows', () => {
    // A busy machine refuses a read, and the app retries it.
    const problems = watches.flatMap((watch) => watch.problems).filter((text) => !/status of 503/.test(text))
    expect(problems).toEqual([])
  })
})
