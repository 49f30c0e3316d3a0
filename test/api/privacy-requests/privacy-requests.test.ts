import { afterAll, beforeAll, expect, it } from 'vitest'
import { resealStale } from '../../../src/features/platform/key-rotation/index.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { callApp, enterAs } from '../../support/visitor.ts'
import { personOfAccount } from '../trust/two-people.ts'

/*
 * A person asks to see, correct or delete their stored data. Each request has a date by which it must be
 * answered.
 */

let tasman: TestApp
let owner: TestClient
let companyId: number
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
  companyId = (await aCompany(owner)).id
})
afterAll(() => tasman.close())

const path = () => `/api/company/${companyId}/privacy-requests`
const ask = (body: object) => owner.post(path(), body)

it('is due after twenty working days, and late when it is open after them', async () => {
  const person = await anEmployee(owner, companyId)
  const asked = await ask({ employee_id: person.id, kind: 'access', received_on: '2026-06-01' })
  // 20 working days after 1 June 2026 are 30 June: 8 June is a holiday. Thirty days would be 1 July.
  expect(asked).toMatchObject({
    status: 201,
    body: {
      state: 'open',
      due_on: '2026-06-30',
      is_late: true,
      export_path: `/api/employees/${person.id}/export`,
    },
  })
  expect((await owner.get(asked.body.export_path)).status).toBe(200)
  const done = await owner.post(`${path()}/${asked.body.id}/complete`, {})
  expect(done).toMatchObject({ status: 200, body: { state: 'done', is_late: false } })
  expect((await owner.post(`${path()}/${asked.body.id}/complete`, {})).status).toBe(409)
  expect((await owner.get(`${path()}?state=open`)).body).toEqual([])
})

it('removes on deletion what no law requires, and says what stays, why and until when', async () => {
  const person = await anEmployee(owner, companyId, { kin_name: 'Linh Nguyen', phone_mobile: '0400 000 001' })
  await owner.patch(`/api/company/${companyId}/employees/update`, [
    { id: person.id, kin_name: 'Lan Nguyen', city: 'Perth' },
  ])
  await owner.put(`/api/company/${companyId}/pays/create?pay_date=2026-07-10`, [
    { employee_id: person.id, hours: [{ description: 'Ordinary hours', units: 'hours', value: 38 }] },
  ])
  const { body: asked } = await ask({ employee_id: person.id, kind: 'deletion', wish: 'Delete everything.' })
  const { status, body } = await owner.post(`${path()}/${asked.id}/complete`, {})
  expect({ status, kept: body.kept }).toMatchObject({
    status: 200,
    kept: [
      { what: 'Pays, payslips and leave', until: '2033-07-10' },
      { what: 'Lodgements, tax numbers and super', until: '2033-07-10' },
      { what: 'Name, address and bank account', until: '2033-07-10' },
      { what: 'The history of these records', until: '2033-07-10' },
      { what: 'E-mail address and self-service sign-in', until: null },
    ],
  })
  const { body: after } = await owner.get(`/api/employees/${person.id}`)
  expect(after).toMatchObject({ first_name: 'Mia', kin_name: null, phone_mobile: null })
  const history = JSON.stringify((await owner.get(`/api/employees/${person.id}/history`)).body)
  expect([history.includes('Nguyen'), history.includes('Perth')]).toEqual([false, true])
})

it('needs words to refuse and to correct, and is of its own company only', async () => {
  const person = await anEmployee(owner, companyId)
  const { body: asked } = await ask({
    employee_id: person.id,
    kind: 'correction',
    wish: 'My name is Mia-Lee.',
  })
  expect((await owner.post(`${path()}/${asked.id}/complete`, {})).status).toBe(422)
  expect((await owner.post(`${path()}/${asked.id}/refuse`, {})).status).toBe(422)
  const refused = await owner.post(`${path()}/${asked.id}/refuse`, { answer: 'The passport says Mia.' })
  expect(refused.body).toMatchObject({ state: 'refused', answer: 'The passport says Mia.' })
  expect((await ask({ employee_id: 999_999, kind: 'access' })).status).toBe(400)
  expect((await ask({ employee_id: person.id, kind: 'access', received_on: '2026-07-21' })).status).toBe(422)
  expect((await owner.post(`${path()}/999999/refuse`, { answer: 'x' })).status).toBe(404)
  const other = await tasman.clientFor('other')
  expect((await other.get(path())).status).toBeGreaterThanOrEqual(400)
})

it('are listed page by page, open ones first', async () => {
  const person = await anEmployee(owner, companyId)
  for (const received_on of ['2026-07-06', '2026-07-03', '2026-07-06'])
    expect((await ask({ employee_id: person.id, kind: 'access', received_on })).status).toBe(201)
  const { body: all } = await owner.get(path())
  expect(all.length).toBeGreaterThan(4)
  const rows: { id: number }[] = []
  for (let page = (await owner.get(`${path()}?limit=2`)).body; page.length > 0; ) {
    rows.push(...page)
    page = (await owner.get(`${path()}?limit=2&after=${rows.at(-1)?.id}`)).body
  }
  expect(rows).toEqual(all)
})

it('stores the words encrypted, reads those of before, and masks numbers in them for readers', async () => {
  const person = await anEmployee(owner, companyId)
  const wish = 'My TFN is 123 456 782 and my account 062-000 12345678, since 3/07/2024.'
  const { body: asked } = await ask({ employee_id: person.id, kind: 'correction', wish })
  const { body: done } = await owner.post(`${path()}/${asked.id}/complete`, {
    answer: 'TFN 123.456.782 entered.',
  })
  expect([done.wish, done.answer]).toEqual([wish, 'TFN 123.456.782 entered.'])
  const { query } = tasman.service.database
  const row = () =>
    query.selectFrom('privacy_requests').selectAll().where('id', '=', asked.id).executeTakeFirstOrThrow()
  expect(await row()).toMatchObject({
    wish: expect.stringMatching(/^s2\./),
    answer: expect.stringMatching(/^s2\./),
  })
  const reader = await personOfAccount(tasman, 'rita@demo.example', 'reader')
  const masked = (await reader.get(path())).body.find(({ id }: AnyJson) => id === asked.id)
  expect([masked.wish, masked.answer]).toEqual([
    'My TFN is ***782 and my account ***678, since 3/07/2024.',
    'TFN ***782 entered.',
  ])
  // A row of an earlier version can still be read, and the job encrypts it.
  await query.updateTable('privacy_requests').set({ wish }).where('id', '=', asked.id).execute()
  expect((await owner.get(path())).body.find(({ id }: AnyJson) => id === asked.id).wish).toBe(wish)
  await query.updateTable('sealing_keys').set({ swept_at: null }).execute()
  await resealStale(tasman.service)
  expect((await row()).wish).toMatch(/^s2\./)
  expect((await owner.get(path())).body.find(({ id }: AnyJson) => id === asked.id).wish).toBe(wish)
})

it('removes notes, answered requests and the self-service sign-in of a leaver', async () => {
  const person = await anEmployee(owner, companyId, { email_address: 'lee@home.example' })
  const { query } = tasman.service.database
  await owner.post(`/api/company/${companyId}/notes`, { employee_id: person.id, text: 'Likes tea.' })
  const first = await ask({ employee_id: person.id, kind: 'correction', wish: 'Lee, not Lea.' })
  await owner.post(`${path()}/${first.body.id}/complete`, { answer: 'Corrected.' })
  const { customer_id } = await query
    .selectFrom('companies')
    .select('customer_id')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const { id: userId } = await query
    .insertInto('users')
    .values({
      customer_id,
      email: 'lee@home.example',
      name: 'Lee',
      role: 'employee',
      employee_id: person.id,
      created_at: tasman.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const lee = await enterAs(tasman, 'lee@home.example')
  expect((await callApp(tasman, lee, 'GET', '/app/own/session')).status).toBe(200)
  await query
    .updateTable('employees')
    .set({ is_terminated: true, termination_date: '2026-07-01' })
    .where('id', '=', person.id)
    .execute()
  const { body: asked } = await ask({ employee_id: person.id, kind: 'deletion', wish: 'Everything.' })
  const { body } = await owner.post(`${path()}/${asked.id}/complete`, { answer: 'Done.' })
  expect([body.wish, body.answer]).toEqual([null, 'Done.'])
  expect(body.kept.map(({ what }: AnyJson) => what)).toEqual(['Name, address and employment'])
  const texts = (await owner.get(path())).body.filter(({ employee_id }: AnyJson) => employee_id === person.id)
  expect(texts.map(({ wish }: AnyJson) => wish)).toEqual([null, null])
  expect((await owner.get(`/api/company/${companyId}/notes?employee_id=${person.id}`)).body).toEqual([])
  expect((await callApp(tasman, lee, 'GET', '/app/own/session')).status).toBe(401)
  const user = await query.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  expect([user.name, user.email.includes('lee')]).toEqual(['Former Employee', false])
})
