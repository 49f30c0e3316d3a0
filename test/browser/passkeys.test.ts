import { mkdirSync } from 'node:fs'
import pg from 'pg'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { createTestDatabase } from '../support/database.ts'
import { freePort } from '../support/service-process.ts'
import {
  expectAccessible,
  openWindow,
  PHONE,
  startWebService,
  type Watch,
  type WebService,
} from '../support/web.ts'

/* Passkeys, required second factors and proofs in Chromium, with its virtual authenticator. */

let web: WebService
let database: Awaited<ReturnType<typeof createTestDatabase>>
let base: string
const watches: Watch[] = []
const PASSWORD = 'demo-password'

/** With SCREENS=folder, screenshots are kept there. */
const look = async (page: Page, name: string) => {
  const folder = process.env.SCREENS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
const check = async (page: Page, name: string) => {
  const before = page.viewportSize() ?? PHONE
  await expectAccessible(page)
  await look(page, name)
  await page.setViewportSize(PHONE)
  await expectAccessible(page)
  await look(page, `${name}-phone`)
  await page.setViewportSize(before)
}

/** A device with a fingerprint reader that always accepts. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const administer = async (statement: string) => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

const newPerson = async () => {
  const { page, context, watch } = await openWindow(web.browser, base)
  watches.push(watch)
  await addAuthenticator(context, page)
  return page
}
const enter = async (page: Page, email: string) => {
  await page.goto(`${base}/sign-in`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
const leave = async (page: Page) => {
  await page.goto(`${base}/sign-out`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('E-mail address').waitFor()
}
const addPasskey = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name, such as').fill(name)
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await look(page, `add-${name}`)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Keep these recovery codes.').waitFor()
}

describeInBrowser('passkeys in a browser', () => {
  let owner: Page

  beforeAll(async () => {
    const port = await freePort()
    // A passkey belongs to a host name, never to an IP address.
    base = `http://localhost:${port}`
    database = await createTestDatabase()
    web = await startWebService({ DATABASE_URL: database.url, PORT: String(port), PUBLIC_URL: base })
    await administer(`insert into users (customer_id, email, name, role, password_hash, created_at)
      select customer_id, 'olive@demo.example', 'Olive Officer', 'member', password_hash, now()
      from users where email = 'owner@demo.example'`)
    owner = await newPerson()
  })
  afterAll(async () => {
    await web?.close()
    await database?.drop()
  })

  it('is added with the password, is the second factor, and signs in without a name', async () => {
    await enter(owner, 'owner@demo.example')
    await owner.getByRole('heading', { level: 1 }).waitFor()
    await owner.goto(`${base}/app/account`)
    await addPasskey(owner, 'Work laptop')
    expect(await owner.locator('.codes li').count()).toBe(10)
    await check(owner, 'passkey-added')
    await owner.getByRole('button', { name: 'I have saved them' }).click()
    await owner.getByText('Work laptop').waitFor()

    await leave(owner)
    await enter(owner, 'owner@demo.example')
    await owner.waitForURL('**/sign-in/code**')
    await check(owner, 'sign-in-passkey-second')
    await owner.getByRole('button', { name: 'Use a passkey' }).click()
    await owner.waitForURL('**/app/**')

    await leave(owner)
    await check(owner, 'sign-in-page')
    await owner.getByRole('button', { name: 'Use a passkey' }).click()
    await owner.waitForURL('**/app/**')
    await owner.getByRole('heading', { level: 1 }).waitFor()
    await owner.goto(`${base}/app/account`)
    await owner.getByText('· last used').waitFor()
    await check(owner, 'account')
  })

  it('the owner requires it of payroll officers, who set one up before anything else', async () => {
    await owner.goto(`${base}/app/people`)
    const panel = owner.locator('section', { hasText: 'Signing in' }).last()
    await panel.getByLabel('Payroll officer').check()
    await panel.getByLabel('Ask for the password or second factor again').check()
    await panel.getByLabel('Your password').fill(PASSWORD)
    await panel.getByRole('button', { name: 'Save' }).click()
    await panel.getByText('Saved.').waitFor()
    await check(owner, 'policy')

    const olive = await newPerson()
    await enter(olive, 'olive@demo.example')
    await olive.getByRole('heading', { name: 'Set up two-factor sign-in' }).waitFor()
    await check(olive, 'enrol')
    expect(await olive.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true)
    await addPasskey(olive, 'Phone')
    await look(olive, 'enrol-done')
    await olive.getByRole('button', { name: 'I have saved them' }).click()
    await olive.getByRole('button', { name: 'Continue' }).click()
    await olive.getByRole('navigation').first().waitFor()
    await olive.getByRole('heading', { level: 1 }).waitFor()
  })

  it('asks for a proof before sensitive work, and goes on with it', async () => {
    await administer(`update sessions set proved_at = proved_at - interval '1 hour'`)
    await owner.goto(`${base}/app/companies/1/employees/1`)
    await owner.getByLabel('Why you need to see the numbers').fill('Asked on the phone')
    await owner.getByRole('button', { name: 'Show the numbers' }).click()
    const dialog = owner.getByRole('dialog', { name: 'Confirm it is you' })
    await dialog.waitFor()
    await check(owner, 'proof')
    await dialog.getByLabel('Your password').fill('wrong')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('The password is wrong.').waitFor()
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    await owner.getByRole('button', { name: 'Hide the numbers' }).waitFor()
    expect(await dialog.count()).toBe(0)

    // Without the proof nothing is shown, and the form says why.
    await owner.getByRole('button', { name: 'Hide the numbers' }).click()
    await administer(`update sessions set proved_at = proved_at - interval '1 hour'`)
    await owner.getByRole('button', { name: 'Show the numbers' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await owner.getByText('Enter your password or second factor again').waitFor()
  })

  it('no script fails and nothing is called elsewhere', () => {
    const refusals = /status of (?:400|401|403)/
    const problems = watches.flatMap((watch) => watch.problems).filter((problem) => !refusals.test(problem))
    expect(problems).toEqual([])
  })
})
