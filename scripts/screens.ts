// npm run screens [-- name …]: takes the screenshots in docs/screens with its own service and browser.
import { mkdirSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../test/support/browser.ts'
import { aCrewCompany, callApi } from '../test/support/desk.ts'
import { startServiceProcess } from '../test/support/service-process.ts'
import { openWindow, signIn } from '../test/support/web.ts'
import { readArguments } from './read-arguments.mjs'

const TARGET = process.env.SCREENS_DIR ?? join(import.meta.dirname, '../docs/screens')
const WIDE = { width: 1280, height: 860 }
const PHONE = { width: 390, height: 780 }
const NOW = '2026-11-16T00:00:00'

/**
 * The data in the screenshots: a company with forty employees and a draft run, a corrected pay of the last run, and an employee.
 */
type Story = { company: number; draft: number; pay: number; employee: number; file: number }
type Screen = {
  name: string
  path: (story: Story) => string
  /** Actions before the screenshot is taken. */
  act?: (page: Page) => Promise<unknown>
  phone?: true
  dark?: true
  /** Shown to the employee who requests leave. */
  isEmployees?: true
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

const SCREENS: Screen[] = [
  { name: 'home', path: ({ company }) => `companies/${company}` },
  { name: 'home-phone', path: ({ company }) => `companies/${company}`, phone: true },
  { name: 'run-grid', path: ({ company, draft }) => `companies/${company}/pays/runs/${draft}` },
  {
    name: 'run-grid-dark',
    path: ({ company, draft }) => `companies/${company}/pays/runs/${draft}`,
    dark: true,
  },
  { name: 'run-phone', path: ({ company, draft }) => `companies/${company}/pays/runs/${draft}`, phone: true },
  { name: 'run-check', path: ({ company, draft }) => `companies/${company}/pays/runs/${draft}?show=check` },
  { name: 'run-review', path: ({ company, draft }) => `companies/${company}/pays/runs/${draft}?show=review` },
  {
    name: 'editor',
    path: ({ company, draft }) => `companies/${company}/pays/runs/${draft}`,
    act: openEditor,
  },
  {
    name: 'editor-phone',
    path: ({ company, draft }) => `companies/${company}/pays/runs/${draft}`,
    act: openEditor,
    phone: true,
  },
  {
    name: 'why',
    path: ({ company, pay }) => `companies/${company}/pays/${pay}`,
    act: async (page) => {
      await button(page, /^Why is PAYG/).click()
    },
  },
  {
    name: 'correct',
    path: ({ company, pay }) => `companies/${company}/pays/${pay}/correct`,
    act: correctHours,
  },
  { name: 'pay-calendars', path: ({ company }) => `companies/${company}/pay-calendars` },
  { name: 'employees', path: ({ company }) => `companies/${company}/employees` },
  { name: 'employee', path: ({ company, employee }) => `companies/${company}/employees/${employee}` },
  {
    name: 'employee-details',
    path: ({ company, employee }) => `companies/${company}/employees/${employee}/details`,
  },
  {
    name: 'employee-history',
    path: ({ company, employee }) => `companies/${company}/employees/${employee}/history`,
  },
  {
    name: 'ending',
    path: ({ company, employee }) => `companies/${company}/employees/${employee}`,
    act: previewEnding,
  },
  { name: 'year', path: ({ company }) => `companies/${company}/year` },
  { name: 'reporting', path: ({ company }) => `companies/${company}/reporting` },
  {
    name: 'bank-file',
    path: ({ company, file }) => `companies/${company}/reporting/bank-files/${file}`,
  },
  {
    name: 'came-back',
    path: ({ company, file }) => `companies/${company}/reporting/bank-files/${file}`,
    act: (page) => button(page, /^Came back/).click(),
  },
  { name: 'privacy-requests', path: ({ company }) => `companies/${company}/requests/privacy` },
  { name: 'portfolios', path: () => 'people/portfolios' },
  {
    name: 'portfolio',
    path: () => 'people/portfolios',
    act: (page) => button(page, 'New portfolio').click(),
  },
  { name: 'reports', path: ({ company }) => `companies/${company}/reports` },
  { name: 'requests', path: ({ company }) => `companies/${company}/requests` },
  { name: 'people', path: () => 'people' },
  { name: 'audit-log', path: () => 'api-management/audit-log' },
  { name: 'account', path: () => 'account' },
  { name: 'me-payslips-phone', path: () => 'me/payslips', phone: true, isEmployees: true },
  { name: 'me-leave-phone', path: () => 'me/leave', phone: true, isEmployees: true },
]

async function openEditor(page: Page): Promise<void> {
  await button(page, /^Edit the pay of/).click()
  await page.getByRole('button', { name: 'Add an allowance' }).click()
  await page.getByRole('dialog').getByLabel('Description').last().fill('Laundry')
  await page.getByRole('dialog').getByLabel('Dollars').last().fill('12.50')
  await page.getByText('Calculated by the service.').waitFor()
}

async function correctHours(page: Page): Promise<void> {
  await page.getByLabel('Hours', { exact: true }).first().fill('41')
  await page.getByText('What will follow').waitFor()
}

async function previewEnding(page: Page): Promise<void> {
  await button(page, 'Terminate').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Preview' }).click()
  await page.getByText('What the final pay would be.').scrollIntoViewIfNeeded()
}

/** Creates forty employees, four paid and lodged runs, and a draft with some findings. */
async function tell(page: Page): Promise<Story> {
  const company = await aCrewCompany(page, 40, ['2026-10-25', '2026-11-01', '2026-11-08', '2026-11-15'])
  const api = `/api/company/${company}`
  const [last] = (await callApi(page, 'GET', `${api}/pay-runs`)).slice(-1)
  const { pays } = await callApi(page, 'GET', `${api}/pay-runs/${last.pay_run_id}`)
  const file = await callApi(page, 'POST', `${api}/payments/files`, { pay_run_id: last.pay_run_id })
  await callApi(page, 'PATCH', `${api}/payments/files/${file.id}`, { settled_on: '2026-11-16' })
  await callApi(page, 'POST', `${api}/payments/files/${file.id}/returns`, {
    returned_on: '2026-11-16',
    reason: 'Account closed',
    items: [{ pay_id: pays[2].id }],
  })
  await callApi(page, 'POST', `/api/super-payments/${company}/files`, { pay_run_id: last.pay_run_id })
  await callApi(page, 'POST', `/api/single-touch/${company}/submit-stp-pays`, { pay_run_id: last.pay_run_id })
  const people = await callApi(page, 'GET', `${api}/employees`)
  await callApi(page, 'PATCH', `${api}/employees/update`, [
    { id: people[3].id, primary_bank_account_number: '99887766' },
    { id: people[5].id, default_employee_fund_usi: null },
  ])
  const draft = await callApi(page, 'POST', `${api}/pay-runs`, {
    pay_period: 'WEEKLY',
    pay_date: '2026-11-22',
  })
  const rows = draft.pays.slice(0, 6).map((pay: { id: number }, index: number) => ({
    pay_id: pay.id,
    hours: [
      { description: 'Ordinary hours', units: 'hours', value: index === 2 ? 22.8 : 38 },
      ...(index % 2
        ? [{ description: 'Overtime × 1.5', units: 'hours', value: 3, multiplier: 1.5, is_overtime: true }]
        : []),
    ],
    leave:
      index === 2
        ? [{ description: 'Annual leave', leave_type: 'HOLIDAY', date: '2026-11-20', hours: 15.2 }]
        : [],
    allowances: index === 4 ? [{ description: 'Tool allowance', amount: 25, allowance_category: 'TD' }] : [],
  }))
  await callApi(page, 'PUT', `${api}/pay-runs/${draft.pay_run_id}/pays`, rows)
  await callApi(page, 'POST', '/api/people/invitations', {
    email: 'rosa@accountants.example',
    name: 'Rosa Tan',
    role: 'reader',
  })
  for (const [place, kind] of ['access', 'correction', 'deletion'].entries())
    await callApi(page, 'POST', `${api}/privacy-requests`, {
      employee_id: people[place].id,
      kind,
      received_on: place === 0 ? '2026-10-05' : '2026-11-12',
    })
  await callApi(page, 'POST', '/api/portfolios', { name: 'Hospitality', company_ids: [company] })
  return { company, file: file.id, draft: draft.pay_run_id, pay: pays[1].id, employee: people[0].id }
}

/** The first of the forty joins self-service and requests leave. Returns their browser page. */
async function joinSelfService(page: Page, base: string, { company, employee }: Story): Promise<Page> {
  const email = 'ava@crew.example'
  const switches = Object.fromEntries(SWITCHES.map((name) => [name, true]))
  await callApi(page, 'PATCH', `/api/company/${company}/employees/update`, [
    { id: employee, email_address: email, ...switches },
  ])
  await callApi(page, 'POST', `/api/employees/${employee}/self-service`)
  const mails = await (await page.context().request.get(`${base}/demo/mail`)).text()
  const [link = ''] = /\/invitation\/[\w-]+/.exec(mails.slice(mails.indexOf(email))) ?? []
  const own = await (await browser.newContext({ viewport: PHONE })).newPage()
  await own.goto(`${base}${link}`)
  await own.getByLabel('Choose a password').fill('a-long-password')
  await own.getByRole('button', { name: 'Join' }).click()
  await own.waitForURL('**/app/**')
  await callApi(own, 'POST', '/api/me/leave-requests', {
    leave_type: 'HOLIDAY',
    start_date: '2026-12-21',
    end_date: '2026-12-24',
    message: 'A week by the sea',
  })
  return own
}

const SWITCHES = [
  'employee_portal_active',
  'allow_view_payslips',
  'allow_view_holiday_leave_balance',
  'allow_view_sick_leave_balance',
  'allow_edit_leave_requests',
  'allow_edit_leave_requests_when_negative',
]

async function take(page: Page, base: string, story: Story, screen: Screen): Promise<void> {
  await page.setViewportSize(screen.phone ? PHONE : WIDE)
  await page.emulateMedia({ colorScheme: screen.dark ? 'dark' : 'light' })
  await page.goto(`${base}/app/${screen.path(story)}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await screen.act?.(page)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(TARGET, `${screen.name}.png`) })
  console.log(`${screen.name}.png`)
}

const { words: wanted } = readArguments({ usage: 'npm run screens -- [name …]', words: ['[name …'] })
const folder = await mkdtemp(join(tmpdir(), 'tasman-screens-'))
const service = await startServiceProcess({ DATA_DIR: folder, CLOCK: NOW })
const browser = await launchBrowser()
try {
  mkdirSync(TARGET, { recursive: true })
  const { page } = await openWindow(browser, service.baseUrl)
  page.setDefaultTimeout(60_000)
  await signIn(page, service.baseUrl)
  const story = await tell(page)
  const own = await joinSelfService(page, service.baseUrl, story)
  for (const screen of SCREENS.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
    await take(screen.isEmployees ? own : page, service.baseUrl, story, screen)
} finally {
  await browser.close()
  await service.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}
