import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { mailTo } from '../../support/mail.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'
import { acceptInvitation, callApp, createVisitor, enterAs, type Visitor } from '../../support/visitor.ts'

/* A leave request with its balance, the colleagues on leave, and the calendar with its secret address. */

let tasman: TestApp
let owner: TestClient
let officer: Visitor
let company: AnyJson
const visitors: Record<string, Visitor> = {}
const ids: Record<string, number> = {}
const url = (rest: string) => `/api/company/${company.id}${rest}`
const as = (name: string, method: 'GET' | 'POST', path: string, body?: unknown) =>
  callApp(tasman, visitors[name] as Visitor, method, `/app/api/me${path}`, body)

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-10-26T02:00:00' })
  owner = await tasman.clientFor('owner')
  officer = await enterAs(tasman, 'owner@demo.example')
  company = await aCompany(owner)
  for (const [name, tfn] of [
    ['Mia', '123456782'],
    ['Tom', '865414088'],
  ] as const) {
    const email = `${name.toLowerCase()}@client.example`
    const person = await anEmployee(owner, company.id, {
      first_name: name,
      tax_file_number: tfn,
      email_address: email,
      employee_portal_active: true,
      allow_edit_leave_requests: true,
      allow_edit_leave_requests_when_negative: true,
    })
    ids[name] = person.id
    for (const date of ['2026-10-09', '2026-10-16', '2026-10-23'])
      await aPay(owner, company.id, date, aWeek(person.id))
    await callApp(tasman, officer, 'POST', `/app/api/employees/${person.id}/self-service`)
    const visitor = createVisitor(tasman)
    await acceptInvitation(visitor, (await mailTo(tasman.service, email)).text)
    visitors[name] = visitor
  }
}, 120_000)
afterAll(() => tasman.close())

const ASKED = { leave_type: 'HOLIDAY', start_date: '2026-11-23', end_date: '2026-11-24' }

it('says what a request comes to before it is made', async () => {
  const { status, body } = await as('Mia', 'POST', '/leave-preview', ASKED)
  expect([status, body.days, body.hours]).toEqual([200, 2, 15.2])
  // Leave accrues at the same pace in three weeks of 38 hours, and four weeks pass between the last pay and
  // the leave.
  expect(body.balance_on_day).toBeGreaterThan(body.balance_hours)
  expect(body.balance_on_day).toBeLessThan(body.balance_hours * 2.6)
  expect(body.balance_after).toBeCloseTo(body.balance_on_day - 15.2, 2)
  expect((await as('Mia', 'GET', '/requests')).body).toEqual([])
})

it('tells the officer the balance on the day and who else is away', async () => {
  const toms = (await as('Tom', 'POST', '/leave-requests', ASKED)).body
  expect((await owner.post(url(`/requests/${toms.id}/approve`), {})).status).toBe(200)
  expect((await as('Mia', 'POST', '/leave-requests', ASKED)).status).toBe(201)
  const [request] = (await owner.get(url('/requests?state=open'))).body
  expect(request.leave.others_away).toEqual(['Tom Nguyen'])
  expect(request.leave.balance_after).toBeCloseTo(request.leave.balance_on_day - 15.2, 2)
  const [own] = (await as('Mia', 'GET', '/requests')).body
  expect(own.leave.others_away).toBeUndefined()
  const days = (await owner.get(url('/leave-calendar?from_date=2026-11-01&to_date=2026-11-30'))).body
  expect(days.map((row: AnyJson) => [row.format_name, row.date, row.is_requested])).toEqual([
    ['Mia Nguyen', '2026-11-23', true],
    ['Tom Nguyen', '2026-11-23', false],
    ['Mia Nguyen', '2026-11-24', true],
    ['Tom Nguyen', '2026-11-24', false],
  ])
  const wrong = await owner.get(url('/leave-calendar?from_date=2026-11-30&to_date=2026-11-01'))
  expect(wrong.status).toBe(400)
  const foreign = await tasman.clientFor('other')
  expect((await foreign.get(url('/leave-calendar?from_date=2026-11-01&to_date=2026-11-30'))).status).not.toBe(
    200,
  )
})

it('does not show that leave is because of family violence', async () => {
  const leave = (leave_type: string, date: string) => ({
    description: 'Away',
    leave_type,
    date,
    hours: 7.6,
  })
  await aPay(owner, company.id, '2026-10-30', {
    employee_id: ids.Tom,
    hours: [{ description: 'Ordinary hours', units: 'hours', value: 22.8 }],
    leave: [leave('AU_FAMILY_VIOLENCE', '2026-10-27'), leave('OTHER', '2026-10-28')],
  })
  const { body } = await owner.get(url('/leave-calendar?from_date=2026-10-26&to_date=2026-10-31'))
  expect(body.map((row: AnyJson) => [row.date, row.leave_type, row.name])).toEqual([
    ['2026-10-27', 'OTHER', 'Other leave'],
    ['2026-10-28', 'OTHER', 'Other leave'],
  ])
})

it('gives calendar programs a secret address that can be revoked', async () => {
  expect((await owner.post(url('/leave-calendar/feeds'))).status).toBe(403)
  const made = await callApp(tasman, officer, 'POST', `/app${url('/leave-calendar/feeds')}`)
  expect(made.status).toBe(201)
  const path = new URL(made.body.url).pathname
  const program = createVisitor(tasman)
  const answer = await program.get(path)
  expect(answer.status).toBe(200)
  expect(answer.text).toContain('SUMMARY:Tom Nguyen is away')
  expect(answer.text).toContain('DTSTART;VALUE=DATE:20261123\r\nDTEND;VALUE=DATE:20261125')
  // The calendar shows neither undecided requests nor reasons.
  expect(answer.text).not.toMatch(/Mia|Annual/)
  const [listed] = (await owner.get(url('/leave-calendar/feeds'))).body
  expect(listed.url).toBeNull()
  expect((await program.get(`${path}x`)).status).toBe(404)
  expect((await owner.delete(url(`/leave-calendar/feeds/${listed.id}`))).status).toBe(204)
  expect((await owner.delete(url(`/leave-calendar/feeds/${listed.id}`))).status).toBe(404)
  expect((await program.get(path)).status).toBe(404)
})
