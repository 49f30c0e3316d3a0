import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { mailsTo, mailTo } from '../../support/mail.ts'
import { aCompany } from '../../support/make.ts'
import { acceptInvitation, callApp, createVisitor, type Visitor } from '../../support/visitor.ts'

let tasman: TestApp
let owner: Visitor
let token: TestClient
let companyId: number

const asOwner = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  callApp(tasman, owner, method, `/app/api${path}`, body)
const invite = (email: string, role: string) =>
  asOwner('POST', '/people/invitations', { email, name: 'Rosa Tan', role })
/** Invites someone who joins. Returns their browser. */
async function join(email: string, role: string): Promise<Visitor> {
  expect((await invite(email, role)).status).toBe(201)
  const visitor = createVisitor(tasman)
  const { answer } = await acceptInvitation(visitor, (await mailTo(tasman.service, email)).text)
  expect([answer.status, answer.location]).toEqual([303, '/app'])
  return visitor
}
const idOf = async (email: string): Promise<number> =>
  (await asOwner('GET', '/people')).body.people.find((person: AnyJson) => person.email === email).id
/**
 * The recorded actions, newest first. Refusals are written a moment later, at the place where they happened.
 */
const audit = async (action: string): Promise<AnyJson[]> =>
  (await token.get('/api/audit-log?limit=500')).body.filter(
    (row: AnyJson) => row.action === action && row.outcome < 400,
  )

beforeAll(async () => {
  tasman = await startTestApp()
  token = await tasman.clientFor('owner')
  companyId = (await aCompany(token)).id
  owner = createVisitor(tasman)
  await owner.signIn('owner@demo.example')
}, 60_000)
afterAll(() => tasman.close())

describe('an invitation', () => {
  it('comes by mail, works once, and lets in with its role and a session of its own', async () => {
    const invited = await invite(' Reader@Client.example ', 'reader')
    expect(invited.status).toBe(422)
    const made = await invite('Reader@client.example', 'reader')
    expect([made.status, made.body.email, made.body.role]).toEqual([201, 'reader@client.example', 'reader'])
    const mail = await mailTo(tasman.service, 'reader@client.example')
    expect(mail.text).toContain('to look at the payroll')
    const stored = await tasman.service.database.query
      .selectFrom('invitations')
      .selectAll()
      .executeTakeFirstOrThrow()
    const [, secret = ''] = /\/invitation\/([\w-]+)/.exec(mail.text) ?? []
    expect(secret).toHaveLength(43)
    expect(JSON.stringify(stored)).not.toContain(secret)

    const visitor = createVisitor(tasman)
    visitor.cookies.set('tasman_session', 'planted-by-somebody')
    const weak = await acceptInvitation(visitor, mail.text, 'short')
    expect([weak.answer.status, weak.answer.text]).toEqual([422, expect.stringContaining('at least 10')])
    const without = await createVisitor(tasman).post(weak.link, { name: 'X', password: 'a-long-password' })
    expect(without.status).toBe(403)
    const { answer, link } = await acceptInvitation(visitor, mail.text)
    expect(answer.status).toBe(303)
    expect(visitor.cookies.get('tasman_session')).not.toBe('planted-by-somebody')
    const session = await callApp(tasman, visitor, 'GET', '/app/own/session')
    expect([session.status, session.body.role]).toEqual([200, 'reader'])
    expect((await createVisitor(tasman).get(link)).status).toBe(404)

    expect((await callApp(tasman, visitor, 'GET', '/app/api/company')).body[0].id).toBe(companyId)
    const write = await callApp(tasman, visitor, 'PATCH', `/app/api/company/${companyId}`, { phone: '1' })
    expect([write.status, write.body.detail]).toEqual([403, expect.stringContaining('not change anything')])
    expect((await callApp(tasman, visitor, 'GET', '/app/api/people')).status).toBe(403)
    // The redirect helper stores a company only for people who may make changes.
    await tasman.service.database.query.updateTable('customers').set({ default_company_id: null }).execute()
    expect((await callApp(tasman, visitor, 'GET', `/app/api/redirect/company/${companyId}`)).status).toBe(302)
    expect((await callApp(tasman, visitor, 'GET', '/app/own/session')).body.default_company_id).toBeNull()
    expect((await audit('invitation.accept')).map((row) => row.user_email)).toEqual(['reader@client.example'])
    expect((await audit('invitePerson'))[0].changes).toEqual([
      { about: 'Invitation of Reader@client.example', fields: { role: [null, 'reader'] } },
    ])
  })

  it('runs out after seven days, and is void once taken back or sent again', async () => {
    const email = 'late@client.example'
    await invite(email, 'member')
    const first = await mailTo(tasman.service, email)
    const twice = await invite(email, 'member')
    expect([twice.status, twice.body.detail]).toEqual([
      409,
      expect.stringContaining('has an open invitation'),
    ])
    const resent = await asOwner('POST', '/people/invitations?resend=true', {
      email,
      name: 'Rosa Tan',
      role: 'member',
    })
    expect(resent.status).toBe(201)
    const second = await mailTo(tasman.service, email)
    expect((await acceptInvitation(createVisitor(tasman), first.text)).page.status).toBe(404)
    const { body } = await asOwner('GET', '/people')
    const open = body.invitations.filter((row: AnyJson) => row.email === email)
    expect(open).toHaveLength(1)
    expect((await asOwner('DELETE', `/people/invitations/${open[0].id}`)).status).toBe(204)
    expect((await asOwner('DELETE', `/people/invitations/${open[0].id}`)).status).toBe(404)
    expect((await acceptInvitation(createVisitor(tasman), second.text)).page.status).toBe(404)

    const other = await startTestApp({ databaseUrl: tasman.databaseUrl, now: '2026-11-10T00:00:00' })
    await invite(email, 'member')
    const third = await mailTo(tasman.service, email)
    const late = createVisitor(other)
    expect((await acceptInvitation(late, third.text)).page.status).toBe(404)
    await other.app.close()
    await other.service.database.close()
  })

  it('does not reveal to the inviter that an address signs in elsewhere', async () => {
    const stranger = await invite('nobody-yet@client.example', 'member')
    const taken = await invite('other@demo.example', 'member')
    expect([taken.status, Object.keys(taken.body)]).toEqual([201, Object.keys(stranger.body)])
    const [mail] = await mailsTo(tasman.service, 'other@demo.example')
    expect(mail?.text).toContain('already has a sign-in for another account')
    expect(mail?.text).not.toContain('/invitation/')
    const own = await invite('owner@demo.example', 'member')
    expect([own.status, own.body.detail]).toEqual([
      409,
      expect.stringContaining('already has a sign-in for this account'),
    ])
  })

  it('is not for applications, nor for those who do not manage the account', async () => {
    const body = { email: 'x@client.example', name: 'X', role: 'owner' }
    const app = await token.post('/api/people/invitations', body)
    expect([app.status, app.body.detail]).toEqual([403, expect.stringContaining('web app')])
    const officer = await join('officer@client.example', 'member')
    expect((await callApp(tasman, officer, 'POST', '/app/api/people/invitations', body)).status).toBe(403)
    const admin = await join('admin@client.example', 'admin')
    const refused = await callApp(tasman, admin, 'POST', '/app/api/people/invitations', body)
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('Only an owner')])
  })
})

describe('a role', () => {
  it('changes at once for open sessions; owners are for owners, and no one changes themselves', async () => {
    const officer = await join('moving@client.example', 'member')
    const id = await idOf('moving@client.example')
    const patch = (visitor: Visitor) =>
      callApp(tasman, visitor, 'PATCH', `/app/api/company/${companyId}`, { phone: '02 5550 1111' })
    expect((await patch(officer)).status).toBe(200)
    const changed = await asOwner('PATCH', `/people/${id}`, { role: 'reader' })
    expect([changed.status, changed.body.role]).toEqual([200, 'reader'])
    expect((await patch(officer)).status).toBe(403)
    expect((await audit('changeRole'))[0].changes[0].fields).toEqual({ role: ['member', 'reader'] })

    const self = await idOf('owner@demo.example')
    expect((await asOwner('PATCH', `/people/${self}`, { role: 'reader' })).status).toBe(409)
    expect((await asOwner('DELETE', `/people/${self}`)).status).toBe(409)
    expect((await asOwner('PATCH', '/people/999999', { role: 'reader' })).status).toBe(404)
    const admin = await callApp(
      tasman,
      await join('admin2@client.example', 'admin'),
      'DELETE',
      `/app/api/people/${self}`,
    )
    expect([admin.status, admin.body.detail]).toEqual([403, expect.stringContaining('Only an owner')])
    // A person of another customer is not found.
    const foreign = await tasman.service.database.query
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'partner@demo.example')
      .executeTakeFirstOrThrow()
    expect((await asOwner('DELETE', `/people/${foreign.id}`)).status).toBe(404)
  })

  it('two owners cannot take each other away at the same moment', async () => {
    const second = await join('owner2@client.example', 'owner')
    const [one, two] = [await idOf('owner@demo.example'), await idOf('owner2@client.example')]
    const answers = await Promise.all([
      asOwner('PATCH', `/people/${two}`, { role: 'member' }),
      callApp(tasman, second, 'PATCH', `/app/api/people/${one}`, { role: 'member' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    await tasman.service.database.query
      .updateTable('users')
      .set({ role: 'owner' })
      .where('id', 'in', [one, two])
      .execute()
  })

  it('ends with its person: sessions, tokens, open invitations; the address is free again', async () => {
    const email = 'leaving@client.example'
    const admin = await join(email, 'admin')
    const body = { email: 'guest@client.example', name: 'Guest', role: 'reader' }
    expect((await callApp(tasman, admin, 'POST', '/app/api/people/invitations', body)).status).toBe(201)
    const removed = await asOwner('DELETE', `/people/${await idOf(email)}`)
    expect([removed.status, removed.body.warnings]).toEqual([
      200,
      [expect.stringContaining('Unused invitations')],
    ])
    expect((await callApp(tasman, admin, 'GET', '/app/own/session')).status).toBe(401)
    expect((await createVisitor(tasman).signIn(email, 'a-long-password')).status).toBe(401)
    const guest = await mailTo(tasman.service, 'guest@client.example')
    expect((await acceptInvitation(createVisitor(tasman), guest.text)).page.status).toBe(404)
    expect((await audit('removePerson'))[0].changes[0].fields).toEqual({ role: ['admin', null] })
    await join(email, 'reader')
  })
})

describe('the audit log', () => {
  it('tells what a write changed, before and after, without tax or account numbers', async () => {
    const { body: made } = await token.put(`/api/company/${companyId}/employees/create`, [
      {
        first_name: 'Ada',
        last_name: 'Moss',
        date_of_birth: '1990-01-01',
        address1: '1 Road',
        city: 'Hobart',
        state: 'TAS',
        country: 'AU',
        postcode: '7000',
        start_date: '2025-07-01',
        employment_status: 'Full-time',
        pay_rate_per_hour: '30',
        tax_file_number: '123456782',
        is_foreign_resident: false,
        has_claimed_tax_free_threshold: true,
        has_stsl_liability: false,
        is_closely_held: false,
      },
    ])
    const { id } = made[0].employee
    await token.patch(`/api/company/${companyId}/employees/update`, [
      {
        id,
        pay_rate_per_hour: '32.5',
        tax_file_number: '865414088',
        primary_bank_account_number: '12345678',
        primary_bank_bsb: '062-000',
      },
    ])
    const [row] = await audit('updateEmployees')
    expect(row.changes).toEqual([
      {
        about: `Employee ${id}, Ada Moss`,
        fields: expect.objectContaining({
          tax_file_number: ['•••', '•••'],
          primary_bank_account_number: [null, '••• 678'],
        }),
      },
    ])
    expect(row.changes[0].fields.pay_rate_per_hour.map(Number)).toEqual([30, 32.5])
    expect(JSON.stringify(row)).not.toMatch(/865414088|123456782|12345678\b/)
    // A dry run changes nothing and sends nothing.
    await token.patch(`/api/company/${companyId}/employees/update?dry_run=true`, [{ id, position: 'Lead' }])
    expect((await audit('updateEmployees'))[0].changes).toEqual([])
    await token.patch(`/api/company/${companyId}`, { phone: '02 5550 2222', bank_account_number: '98765432' })
    expect((await audit('updateCompany'))[0]?.changes[0].fields.bank_account_number ?? 'none').toEqual([
      null,
      '••• 432',
    ])
  })
})
