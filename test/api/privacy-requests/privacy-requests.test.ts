import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

/* A person asks to see, correct or delete what is kept about them; each request has a day by which it is answered. */

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
