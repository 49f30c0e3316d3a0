import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { changePassword, createInvitation } from '../../../src/features/access/oauth/index.ts'
import { mailResetLink } from '../../../src/features/access/oauth/password-links.ts'
import { sendDueMails } from '../../../src/features/platform/mail/index.ts'
import type { Mail } from '../../../src/ports/mail/port.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'
import { runInTestCells } from '../../support/two-cells.ts'
import { callApp, enterAs } from '../../support/visitor.ts'
import { aClient, startTrial } from '../partner-checkout/support.ts'

/* Names, companies and notes that look like URLs or markup, in every mail that the service sends. */

const URL_NAME = 'https://evil.example/reset'
/** Stored before names were checked, or through a gap in the checks. */
const EVIL = `Support\r\n\r\n${URL_NAME}\r\n\r\n<a href="${URL_NAME}">x</a> \u202ewww.evil.example`

let tasman: TestApp
let owner: TestClient
const sent: Mail[] = []

beforeAll(async () => {
  tasman = await startTestApp({ env: { PUBLIC_URL: 'https://payroll.example' } })
  const port = { transport: 'smtp' as const, send: async (mail: Mail) => void sent.push(mail) }
  vi.spyOn(tasman.service.ports, 'mail', 'get').mockReturnValue(port)
  owner = await tasman.clientFor('owner')
  const { query } = tasman.service.database
  await query.updateTable('users').set({ name: EVIL }).execute()
  await query.updateTable('customers').set({ name: EVIL }).execute()
}, 60_000)
afterAll(() => tasman.close())

it('only what the service gives out is a link; subjects are one line', async () => {
  const { service } = tasman
  const { query } = service.database
  // Branded, so that every mail has an HTML part.
  for (const who of [owner, await tasman.clientFor('partner')])
    expect((await who.put('/api/branding', { name: 'Northside <b>' })).status).toBe(200)
  const person = await query
    .selectFrom('users')
    .select(['id as userId', 'customer_id as customerId', 'email'])
    .where('email', '=', 'owner@demo.example')
    .executeTakeFirstOrThrow()

  // Invitations, a new address and one that signs in elsewhere.
  for (const email of ['guest@client.example', 'other@demo.example'])
    await service.database.transaction((tx) =>
      createInvitation(service, tx, {
        customerId: person.customerId,
        email,
        name: EVIL,
        role: 'reader',
        employeeId: null,
        invitedBy: person.userId,
        isResend: false,
        purpose: 'look at the payroll',
      }),
    )
  await mailResetLink(service, person.email)
  const request = { ip: '127.0.0.1', cookies: {} } as Parameters<typeof changePassword>[1]
  const passwords = { old: 'demo-password', new: 'another-password' }
  await changePassword(service, request, { ...person, name: EVIL }, passwords)
  // A trial, whose client is named like an address.
  const client = aClient({ customer: { first_name: URL_NAME }, company: { legal_name: 'www.evil.example' } })
  expect((await startTrial(await tasman.clientFor('partner'), client)).status).toBe(201)

  // An employee makes a request, the officer is notified and decides, and payslips are mailed with a message.
  const company = await aCompany(owner, { legal_name: URL_NAME, trading_name: 'www.evil.example' })
  const mia = await anEmployee(owner, company.id, {
    first_name: URL_NAME,
    email_address: 'mia@client.example',
    employee_portal_active: true,
    allow_edit_leave_requests: true,
    allow_edit_leave_requests_when_negative: true,
  })
  await query
    .insertInto('users')
    .values({
      customer_id: person.customerId,
      email: 'mia@client.example',
      name: EVIL,
      role: 'employee',
      employee_id: mia.id,
      created_at: tasman.clock.now(),
    })
    .execute()
  const self = await enterAs(tasman, 'mia@client.example')
  const asked = await callApp(tasman, self, 'POST', '/app/api/me/leave-requests', {
    leave_type: 'HOLIDAY',
    start_date: '2026-11-16',
    end_date: '2026-11-16',
    message: URL_NAME,
  })
  expect(asked.status, JSON.stringify(asked.body)).toBe(201)
  const declined = await owner.post(`/api/company/${company.id}/requests/${asked.body.id}/decline`, {
    answer: `No.\n\n${URL_NAME}`,
  })
  expect(declined.status, JSON.stringify(declined.body)).toBe(200)
  const pay = await aPay(owner, company.id, '2026-10-23', aWeek(mia.id))
  const mailed = await owner.post(`/api/company/${company.id}/pay-runs/${pay.pay_run_id}/payslips/emails`, {
    message: `See\n\n${URL_NAME}`,
  })
  expect(mailed.status, JSON.stringify(mailed.body)).toBeLessThan(300)

  await runInTestCells(() => sendDueMails(service))
  const subjects = sent.map(({ subject }) => subject)
  expect(sent.length, subjects.join('\n')).toBeGreaterThanOrEqual(8)
  for (const { subject, text, html = '' } of sent) {
    expect(subject).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
    // Text that mail programs would turn into a link, in the subject, the text and the HTML.
    for (const part of [subject, text, html])
      expect(part).not.toMatch(/evil\.example(?<=(:\/\/|www\.)evil\.example)/)
    for (const [, address] of text.matchAll(/(https?:\/\/\S+)/g))
      expect(address).toMatch(/^https:\/\/payroll\.example\//)
    for (const [, address] of html.matchAll(/href="([^"]*)"/g))
      expect(address).toMatch(/^https:\/\/payroll\.example\//)
    expect(html).not.toMatch(/<a (?!href="https:\/\/payroll\.example\/)|<b>/)
  }
  const links = sent.filter(({ html }) => html?.includes('<a href="https://payroll.example/'))
  expect(links.map(({ subject }) => subject.slice(0, 12))).toEqual(
    expect.arrayContaining(['Set a new pa', 'Your passwor', 'Support http']),
  )
})
