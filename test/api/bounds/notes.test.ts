import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'

/* Notes take several lines; names and everything else that is one line stay one line. */

let tasman: TestApp
let owner: TestClient
let company: AnyJson

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-17T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
}, 60_000)
afterAll(() => tasman.close())

const LINES = ['one\ntwo', 'one\r\ntwo', 'a\tb\n\nc', ' Zoë\nŌtautahi ']
const REFUSED = ['a\u0007b', 'a\u0000b', 'a\u000bb', 'a\u001bb', 'a\rb', 'a\u202eb', 'a\u2066b']

describe('kin_notes', () => {
  const update = (id: number, fields: object) =>
    owner.patch(`/api/company/${company.id}/employees/update`, [{ id, ...fields }])

  it('keep their lines, on creating and on changing', async () => {
    const { id, kin_notes } = await anEmployee(owner, company.id, { kin_notes: LINES[1] })
    expect(kin_notes).toBe(LINES[1])
    for (const text of LINES) {
      const { status, body } = await update(id, { kin_notes: text })
      expect([status, body[0].employee.kin_notes.trim()]).toEqual([200, text.trim()])
    }
  })

  it('hold no other control characters', async () => {
    const { id } = await anEmployee(owner, company.id)
    for (const text of REFUSED)
      expect((await update(id, { kin_notes: text })).status, JSON.stringify(text)).toBe(422)
  })

  it('are the only member of the employee with several lines', async () => {
    const { id } = await anEmployee(owner, company.id)
    for (const name of ['first_name', 'kin_name', 'position', 'address1'])
      expect((await update(id, { [name]: 'one\ntwo' })).status, name).toBe(422)
  })

  it('go through an import as one cell', async () => {
    const { id } = await anEmployee(owner, company.id, { number: 'KIN-1' })
    const rows = [{ number: 'KIN-1', kin_notes: 'one\ntwo' }]
    const { status, body } = await owner.post(`/api/company/${company.id}/imports/employees`, rows)
    expect([status, body.totals?.update], JSON.stringify(body)).toEqual([200, 1])
    expect((await owner.get(`/api/employees/${id}`)).body.kin_notes).toBe('one\ntwo')
  })
})

describe('the note of a pay', () => {
  it('keeps its lines, on the pay and on its payslip', async () => {
    const { id } = await anEmployee(owner, company.id)
    const pay = await aPay(
      owner,
      company.id,
      '2026-10-02',
      aWeek(id, { note: 'Thanks!\nSee you\ton Monday.' }),
    )
    expect(pay.note).toBe('Thanks!\nSee you\ton Monday.')
    const url = `/api/company/${company.id}/pays/${pay.id}`
    expect((await owner.get(`${url}/payslip`)).status).toBe(200)
    for (const note of REFUSED)
      expect((await owner.put(url, { ...aWeek(id), note })).status, JSON.stringify(note)).toBe(422)
    expect((await owner.put(url, { ...aWeek(id), pay_department: 'a\nb' })).status).toBe(422)
  })
})

it('the remark of a webhook and the reason of a cancelled file take several lines too', async () => {
  const description = 'Ours\nCall Maria'
  const made = await owner.post('/api/webhooks', {
    url: 'https://hooks.example/in',
    events: ['pay.created'],
    description,
  })
  // The host is looked up only after the body has passed validation.
  expect(made.body.detail).toContain('does not resolve')
  // There is no such file, but the request is well formed.
  const cancelled = await owner.post(`/api/company/${company.id}/payments/files/999/cancel`, {
    reason: 'Wrong day\nagain',
  })
  expect(cancelled.status).toBe(404)
})
