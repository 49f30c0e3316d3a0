import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany } from '../../support/make.ts'
import { anEmployer, aPay, aWorker } from './story.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00', env: { REGION: 'NZ' } })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const submit = (companyId: number, body: object) => owner.post(`/api/payday-filing/${companyId}/submit`, body)
const fileOf = async (companyId: number, id: number, part = 'employment-information') =>
  (await owner.get(`/api/payday-filing/${companyId}/submissions/${id}/file?part=${part}`)).body
    .trim()
    .split('\r\n') as string[]
const cents = (dollars: number) => String(Math.round(dollars * 100))

describe('201', () => {
  it('files a payday: a head with totals, a line for each employee', async () => {
    const company = await anEmployer(owner)
    const worker = await aWorker(owner, company.id, { has_student_loan: true })
    const pay = await aPay(owner, company.id, worker.id, '2026-07-10')
    const { status, body } = await submit(company.id, { pay_run_id: pay.pay_run_id })
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        authority: 'IR',
        kind: 'submit',
        status: 'accepted',
        pay_date: '2026-07-10',
        due_date: '2026-07-14',
        year: 2027,
        pay_ids: [pay.id],
        totals: { employee_lines: 1, gross: pay.gross },
        receipt: expect.stringMatching(/^SIMULATED-IR-/),
      },
    })
    const [head = '', line = ''] = await fileOf(company.id, body.id)
    expect(head.split(',').slice(0, 11)).toEqual([
      'HEI2',
      '049091850',
      '20260710',
      'N',
      'N',
      '',
      'Kim Payroll',
      '035550188',
      'pay@kereru.example',
      '1',
      cents(pay.gross),
    ])
    const fields = line.split(',')
    expect(fields).toHaveLength(27)
    expect(fields.slice(0, 4)).toEqual(['DEI', '049091850', 'Mia Nguyen', 'M SL'])
    expect(fields.slice(8, 11)).toEqual(['WK', '4000', cents(pay.gross)])
    expect(fields[14]).toBe(cents(pay.tax))
    expect(fields[18]).toBe(cents(pay.nz_student_loan))
    expect(fields[21]).toBe(cents(pay.kiwisaver_employee_amount))
  })

  it('tells who joined once, and who left', async () => {
    const company = await anEmployer(owner)
    const worker = await aWorker(owner, company.id, { start_date: '2026-07-07', honorific: 'Ms.' })
    const first = await aPay(owner, company.id, worker.id, '2026-07-10')
    const { body } = await submit(company.id, { pay_ids: [first.id] })
    const details = await fileOf(company.id, body.id, 'employee-details')
    expect(details).toHaveLength(3)
    expect(details[0]).toMatch(/^HED2,049091850,Tasman_Payroll_v[\d.]+,1$/)
    expect(details[1]).toMatch(/^DED,049091850,Mia Nguyen,Ms,Mia,,Nguyen,19940321,20260707,,NE,AE,/)
    expect(details[1]?.split(',')).toHaveLength(41)
    expect(details[2]).toBe('TED,M')

    const second = await aPay(owner, company.id, worker.id, '2026-07-16')
    const next = await submit(company.id, { pay_ids: [second.id] })
    const none = await owner.get(
      `/api/payday-filing/${company.id}/submissions/${next.body.id}/file?part=employee-details`,
    )
    expect(none.status).toBe(404)

    const ended = await owner.post(`/api/employees/${worker.id}/terminate`, {
      termination_date: '2026-07-19',
      pay_date: '2026-07-19',
    })
    const last = await submit(company.id, { pay_ids: [ended.body.pay_id] })
    expect(last.status).toBe(201)
    const [, leaver = ''] = await fileOf(company.id, last.body.id, 'employee-details')
    expect(leaver.split(',')[9]).toBe('20260719')
  })

  it('amends a payday when a filed pay changed, and when it is gone', async () => {
    const company = await anEmployer(owner)
    const worker = await aWorker(owner, company.id)
    const pay = await aPay(owner, company.id, worker.id, '2026-07-10')
    await submit(company.id, { pay_ids: [pay.id] })
    const path = `/api/company/${company.id}/pays/${pay.id}`
    const rebuilt = await owner.put(path, {
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 30 }],
    })
    expect(rebuilt.status).toBe(200)
    const { status, body } = await submit(company.id, { pay_ids: [pay.id] })
    expect({ status, body }).toMatchObject({ status: 201, body: { kind: 'amend', status: 'accepted' } })
    const [head, before = '', after = '', ...rest] = await fileOf(company.id, body.id)
    expect(head).toBe('EIA2,049091850,20260710,,Kim Payroll,035550188,0001')
    expect(rest).toEqual([])
    expect(before.split(',')[10]).toBe(cents(pay.gross))
    expect(after.split(',')[10]).toBe(cents(rebuilt.body.gross))
    expect((await submit(company.id, { pay_ids: [pay.id] })).status).toBe(200)

    await owner.delete(path)
    const gone = await submit(company.id, { from_date: '2026-07-10', to_date: '2026-07-10' })
    expect(gone).toMatchObject({ status: 201, body: { kind: 'amend', status: 'accepted' } })
    const [, was, nil = ''] = await fileOf(company.id, gone.body.id)
    expect(was?.replace('DTI', 'DAI')).toBe(after)
    expect(nil.split(',')[10]).toBe('0')
  })
})

describe('200', () => {
  it('does not file the same pays twice', async () => {
    const company = await anEmployer(owner)
    const worker = await aWorker(owner, company.id)
    const pay = await aPay(owner, company.id, worker.id, '2026-07-10')
    const first = await submit(company.id, { pay_ids: [pay.id] })
    const second = await submit(company.id, { from_date: '2026-07-01', to_date: '2026-07-31' })
    expect({ status: second.status, id: second.body.id }).toEqual({ status: 200, id: first.body.id })
    expect((await owner.get(`/api/payday-filing/${company.id}/submissions`)).body).toHaveLength(1)
  })

  it('names employee, field and rule of everything wrong with dry_run', async () => {
    const company = await aCompany(owner, { jurisdiction: 'NZ' })
    const worker = await aWorker(owner, company.id)
    const pay = await aPay(owner, company.id, worker.id, '2026-07-10')
    const { status, body } = await submit(company.id, { pay_ids: [pay.id], dry_run: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      dry_run: true,
      is_valid: false,
      errors: [{ employee_id: null, field: 'contact_phone', rule: 'required' }],
    })
    expect((await owner.get(`/api/payday-filing/${company.id}/submissions`)).body).toEqual([])
  })

  it('gives the file as a download', async () => {
    const company = await anEmployer(owner)
    const worker = await aWorker(owner, company.id)
    const pay = await aPay(owner, company.id, worker.id, '2026-07-10')
    const { body } = await submit(company.id, { pay_ids: [pay.id] })
    const file = await owner.get(`/api/payday-filing/${company.id}/submissions/${body.id}/file`)
    expect(file.headers['content-type']).toContain('text/csv')
    expect(file.headers['content-disposition']).toBe(
      `attachment; filename="employment-information-2026-07-10-${body.id}.csv"`,
    )
  })
})

describe('400', () => {
  it('tells an Australian company that this is for New Zealand', async () => {
    const company = await aCompany(owner)
    const answer = await submit(company.id, { pay_run_id: 1 })
    expect(answer.status).toBe(400)
    expect(answer.body.detail).toContain('Single Touch Payroll')
  })

  it('says what is wrong first, and stores nothing', async () => {
    const company = await aCompany(owner, { jurisdiction: 'NZ' })
    const worker = await aWorker(owner, company.id)
    const pay = await aPay(owner, company.id, worker.id, '2026-07-10')
    const answer = await submit(company.id, { pay_ids: [pay.id] })
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining('contact_phone') } })
  })
})

describe('403', () => {
  it('refuses another customer and a token that only reads', async () => {
    const company = await anEmployer(owner)
    const other = await tasman.clientFor('other')
    const reader = await tasman.clientFor('owner', { scope: 'openid payroll.read' })
    const path = `/api/payday-filing/${company.id}/submit`
    expect((await other.post(path, { pay_run_id: 1 })).status).toBe(403)
    expect((await reader.post(path, { pay_run_id: 1 })).status).toBe(403)
  })
})

describe('422', () => {
  it('wants exactly one way of naming the pays', async () => {
    const company = await anEmployer(owner)
    expect((await submit(company.id, {})).body.status_code).toBe(10_422)
    expect((await submit(company.id, { pay_run_id: 1, to_date: '2026-07-01' })).status).toBe(422)
  })
})
