import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPasswordLink } from '../../../src/features/access/oauth/index.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { mailTo } from '../../support/mail.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { acceptInvitation, authorize, callApp, createVisitor, enterAs } from '../../support/visitor.ts'

/* A demotion that is committed between two steps of another request, and what it reports as ended. */

let tasman: TestApp
let token: TestClient
beforeAll(async () => {
  tasman = await startTestApp()
  token = await tasman.clientFor('owner')
}, 60_000)
afterAll(() => tasman.close())

const asOwner = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  callApp(tasman, await enterAs(tasman, 'owner@demo.example'), method, `/app/api${path}`, body)

async function aSecondOwner(email: string) {
  const { query } = tasman.service.database
  const { customer_id } = await query
    .selectFrom('users')
    .select('customer_id')
    .where('email', '=', 'owner@demo.example')
    .executeTakeFirstOrThrow()
  const { id } = await query
    .insertInto('users')
    .values({ customer_id, email, name: 'Bo Two', role: 'owner', created_at: tasman.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, visitor: await enterAs(tasman, email) }
}

it('an acceptance that meets a demotion waits for it, and is refused with a page', async () => {
  const { id, visitor } = await aSecondOwner('two@client.example')
  const invited = { email: 'three@client.example', name: 'Three', role: 'owner' }
  expect((await callApp(tasman, visitor, 'POST', '/app/api/people/invitations', invited)).status).toBe(201)
  const { text } = await mailTo(tasman.service, invited.email)
  const guest = createVisitor(tasman)
  const [, link = ''] = /(\/invitation\/[\w-]+)/.exec(text) ?? []
  const page = await guest.get(link)
  expect(page.status).toBe(200)

  let accepting: ReturnType<typeof guest.post> | undefined
  await tasman.service.database.transaction(async (tx) => {
    await tx.updateTable('users').set({ role: 'reader' }).where('id', '=', id).execute()
    accepting = guest.post(link, { name: 'Three', password: 'a-long-password' }, page)
    // Long enough for the acceptance to reach the row that this transaction has locked.
    await expect
      .poll(
        async () => {
          const { rows } = await tasman.service.database.pool.query(
            'select count(*)::int as waiting from pg_locks where not granted',
          )
          return rows[0].waiting
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThan(0)
  })
  const answer = await accepting
  expect([answer?.status, answer?.text]).toEqual([
    404,
    expect.stringMatching(/Bo Two can no longer give you this access.*Ask an owner or admin of/s),
  ])
  const again = await guest.get(link)
  expect([again.status, again.text]).toEqual([404, expect.stringContaining('Ask an owner or admin of')])
})

it('a demotion says what ends with it, and leaves what the person may still give', async () => {
  const { id, visitor } = await aSecondOwner('four@client.example')
  const invite = (email: string, role: string) =>
    callApp(tasman, visitor, 'POST', '/app/api/people/invitations', { email, name: 'Guest', role })
  await invite('five@client.example', 'owner')
  await invite('six@client.example', 'reader')
  expect((await authorize(visitor, {})).get('code')).toBeTruthy()
  const admin = await asOwner('PATCH', `/people/${id}`, { role: 'admin' })
  expect(admin.body.warnings).toEqual(['Unused invitations by Bo Two are void: 1.'])
  const reader = await asOwner('PATCH', `/people/${id}`, { role: 'reader' })
  expect(reader.body.warnings).toEqual([
    expect.stringContaining('have lost access'),
    'Unused invitations by Bo Two are void: 1.',
  ])
  const { body } = await asOwner('GET', '/people')
  const open = body.invitations.map((row: { email: string }) => row.email)
  expect(open).not.toContain('five@client.example')
  expect(open).not.toContain('six@client.example')
  // A reader can give an application read access only, whatever it requests.
  const query = new URLSearchParams({
    client_id: 'demo-client',
    redirect_uri: 'http://127.0.0.1:8123/callback',
    scope: 'openid payroll.write',
  })
  const { text } = await visitor.get(`/consent?${query}`)
  expect(text).toContain('See your companies')
  expect(text).not.toContain('Change your companies')
})

it('an application that changes the address of an employee redirects no invitation and no sign-in', async () => {
  const company = await aCompany(token)
  const address = 'mia@client.example'
  const { id } = await anEmployee(token, company.id, { email_address: address, employee_portal_active: true })
  const url = `/employees/${id}/self-service`
  const set = (email_address: string) =>
    token.patch(`/api/company/${company.id}/employees/update`, [{ id, email_address }])
  expect((await asOwner('POST', url)).status).toBe(201)
  const { text } = await mailTo(tasman.service, address)
  await set('thief@client.example')
  expect((await token.get(`/api${url}`)).body.state).toBe('none')
  expect((await acceptInvitation(createVisitor(tasman), text)).page.status).toBe(404)
  expect((await token.post(`/api${url}`)).status).toBe(403)

  // The old address is restored, but the void link stays void.
  await set(address)
  expect((await token.get(`/api${url}`)).body.state).toBe('none')
  expect((await acceptInvitation(createVisitor(tasman), text)).page.status).toBe(404)
  expect((await asOwner('POST', url)).status).toBe(201)
  const mia = createVisitor(tasman)
  const mail = await mailTo(tasman.service, address)
  expect((await acceptInvitation(mia, mail.text)).answer.status).toBe(303)
  await set('thief@client.example')
  expect((await token.get(`/api${url}`)).body).toMatchObject({ state: 'active', email: address })

  // Only a person can send a mail with a link again.
  await tasman.service.database.query.updateTable('outbox').set({ state: 'failed' }).execute()
  expect((await token.post(`/api/outbox/${mail.id}/resend`)).status).toBe(403)
  expect((await asOwner('POST', `/outbox/${mail.id}/resend`)).status).toBe(200)
})

it('a link that sets a password ends with its person, and with the account', async () => {
  const { database } = tasman.service
  const { id } = await aSecondOwner('seven@client.example')
  const { address } = await database.transaction((tx) => createPasswordLink(tasman.service, tx, id))
  const link = new URL(address).pathname
  const visitor = createVisitor(tasman)
  const page = await visitor.get(link)
  expect(page.status).toBe(200)
  const set = async () => (await visitor.post(link, { password: 'a-long-password' }, page)).status
  const close = (at: Date | null) => database.query.updateTable('customers').set({ access_ended_at: at })
  await close(tasman.clock.now()).execute()
  expect(await set()).toBe(404)
  await close(null).execute()
  await database.query
    .updateTable('users')
    .set({ removed_at: tasman.clock.now() })
    .where('id', '=', id)
    .execute()
  expect(await set()).toBe(404)
})

it('a session that a partner opened invites no one', async () => {
  const { id } = await anEmployee(token, (await aCompany(token)).id, {
    email_address: 'kiri@client.example',
    employee_portal_active: true,
    tax_file_number: '865414088',
  })
  const { database } = tasman.service
  const opened = await enterAs(tasman, 'owner@demo.example')
  const partner = await database.query
    .selectFrom('users')
    .select(['id', 'customer_id'])
    .where('email', '=', 'partner@demo.example')
    .executeTakeFirstOrThrow()
  const { id: sessionId } = await database.query
    .selectFrom('sessions')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await database.query
    .updateTable('sessions')
    .set({ opened_by_id: partner.customer_id, opened_by_user_id: partner.id })
    .where('id', '=', sessionId)
    .execute()
  const path = `/app/api/employees/${id}/self-service`
  expect((await callApp(tasman, opened, 'GET', path)).status).toBe(200)
  expect((await callApp(tasman, opened, 'POST', path)).status).toBe(403)
})
