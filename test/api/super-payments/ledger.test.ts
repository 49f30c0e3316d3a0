import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aPayer, aPerson, cents, pay, rows } from '../payments/story.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const contributions = async (company: AnyJson) =>
  (await owner.get(`/api/super-payments/${company.id}/contributions`)).body as AnyJson[]
const make = (company: AnyJson, body: object) => owner.post(`/api/super-payments/${company.id}/files`, body)
const changeFund = (company: AnyJson, employee: AnyJson, usi: string) =>
  owner.patch(`/api/company/${company.id}/employees/update`, [
    { id: employee.id, default_employee_fund_usi: usi },
  ])
const cellsOf = async (company: AnyJson, id: number) =>
  String((await owner.get(`/api/super-payments/${company.id}/files/${id}`)).body)
    .trimEnd()
    .split('\r\n')
    .slice(3)
    .map((row) => row.slice(1, -1).split('","'))

describe('super is paid once', () => {
  it('to the fund that the pay remembers, whatever fund comes later (reporting 2)', async () => {
    const company = await aPayer(owner)
    const employee = await aPerson(owner, company.id)
    const paid = await pay(owner, company.id, employee.id, '2026-07-10')
    const file = await make(company, { pay_run_id: paid.pay_run_id })
    expect(file.status).toBe(201)
    await owner.patch(`/api/super-payments/${company.id}/files/${file.body.id}`, { paid_on: '2026-07-14' })
    expect((await changeFund(company, employee, 'STA0100AU')).status).toBe(200)
    expect(await contributions(company)).toMatchObject([
      { fund: { usi: '60905115063001' }, status: 'paid', amount: paid.super, open_amount: 0 },
    ])
    expect((await make(company, { pay_run_id: paid.pay_run_id })).status).toBe(409)
  })

  it('an added and a corrected pay go into the next file; no run is locked (reporting 12)', async () => {
    const company = await aPayer(owner)
    const [a, b] = [await aPerson(owner, company.id), await aPerson(owner, company.id)]
    const first = await pay(owner, company.id, a.id, '2026-07-10', 30)
    expect((await make(company, { pay_run_id: first.pay_run_id })).status).toBe(201)
    const more = (await owner.put(`/api/company/${company.id}/pays/${first.id}`, rows(38))).body
    const added = await pay(owner, company.id, b.id, '2026-07-10', 10)
    expect((await contributions(company)).map((row) => row.status)).toEqual(['changed', 'due'])
    const next = await make(company, { pay_run_id: first.pay_run_id })
    expect(next).toMatchObject({ status: 201, body: { contribution_count: 2 } })
    const amounts = (await cellsOf(company, next.body.id)).map((cells) => cents(Number(cells[25])))
    expect(amounts).toEqual([cents(more.super) - cents(first.super), cents(added.super)])
  })

  it('shows a deleted pay whose super was paid as overpaid, until it is settled', async () => {
    const company = await aPayer(owner)
    const employee = await aPerson(owner, company.id)
    const paid = await pay(owner, company.id, employee.id, '2026-07-10')
    await make(company, { pay_run_id: paid.pay_run_id })
    expect((await owner.delete(`/api/company/${company.id}/pays/${paid.id}`)).status).toBe(204)
    expect(await contributions(company)).toMatchObject([
      { pay_id: paid.id, status: 'overpaid', amount: 0, sent_amount: paid.super, open_amount: -paid.super },
    ])
    const settled = await owner.post(`/api/super-payments/${company.id}/settlements`, {
      pay_id: paid.id,
      settled_on: '2026-07-20',
      reference: 'Refund',
    })
    expect(settled).toMatchObject({ status: 201, body: [{ open_amount: 0 }] })
    expect(
      (
        await owner.post(`/api/super-payments/${company.id}/settlements`, {
          pay_id: paid.id,
          settled_on: '2026-07-20',
        })
      ).status,
    ).toBe(409)
  })

  it('reopens no more than the fund still has after it refunded a part', async () => {
    const company = await aPayer(owner)
    const employee = await aPerson(owner, company.id)
    const paid = await pay(owner, company.id, employee.id, '2026-07-10')
    const { body: file } = await make(company, { pay_run_id: paid.pay_run_id })
    const files = `/api/super-payments/${company.id}/files/${file.id}`
    await owner.patch(files, { paid_on: '2026-07-14' })
    const less = (await owner.put(`/api/company/${company.id}/pays/${paid.id}`, rows(10))).body
    const refund = { pay_id: paid.id, settled_on: '2026-07-20', reference: 'Refund' }
    expect((await owner.post(`/api/super-payments/${company.id}/settlements`, refund)).status).toBe(201)
    const items = [{ employee_id: employee.id }]
    const back = { returned_on: '2026-07-20', reason: 'Account closed', items }
    expect(await owner.post(`${files}/returns`, back)).toMatchObject({
      status: 201,
      body: { returned: [{ amount: less.super }] },
    })
    expect((await owner.post(`${files}/returns`, back)).status).toBe(409)
    const [row] = await contributions(company)
    expect(row).toMatchObject({ amount: less.super, sent_amount: 0, open_amount: less.super })
    await changeFund(company, employee, 'STA0100AU')
    await owner.post(`/api/company/${company.id}/payments/redirects`, { pay_ids: [paid.id], kind: 'super' })
    expect((await make(company, { all_open: true })).body.total).toBe(less.super)
    expect((await contributions(company)).filter(({ open_amount: open }) => open !== 0)).toEqual([])
  })

  it('goes to today’s fund after a redirect; a cancelled file opens its contributions', async () => {
    const company = await aPayer(owner)
    const employee = await aPerson(owner, company.id)
    const paid = await pay(owner, company.id, employee.id, '2026-07-10')
    const file = await make(company, { all_open: true })
    const cancelled = await owner.post(`/api/super-payments/${company.id}/files/${file.body.id}/cancel`)
    expect(cancelled.status).toBe(200)
    await changeFund(company, employee, 'STA0100AU')
    expect(await contributions(company)).toMatchObject([{ fund: { usi: '60905115063001' }, status: 'due' }])
    const redirected = await owner.post(`/api/company/${company.id}/payments/redirects`, {
      pay_ids: [paid.id],
      kind: 'super',
    })
    expect(redirected.status).toBe(201)
    expect(await contributions(company)).toMatchObject([
      { fund: { usi: 'STA0100AU' }, status: 'due', amount: paid.super },
    ])
  })
})

describe('cells that must not be empty', () => {
  it('takes name and ABN of a fund from the registry, which are stored', async () => {
    const company = await aPayer(owner)
    const employee = await aPerson(owner, company.id, { default_employee_fund_usi: 'STA0100AU' })
    await pay(owner, company.id, employee.id, '2026-07-10')
    const [row] = await contributions(company)
    expect(row?.fund).toMatchObject({ fund_name: 'Simulated fund STA0100AU', abn: '51824753556' })
    const file = await make(company, { all_open: true })
    const [cells] = await cellsOf(company, file.body.id)
    expect([cells?.[17], cells?.[18], cells?.[19]]).toEqual([
      '51824753556',
      'STA0100AU',
      'Simulated fund STA0100AU',
    ])
  })

  it('refuses with the employee’s name and what is missing, and takes it once it is there', async () => {
    const company = await aPayer(owner)
    const employee = await aPerson(owner, company.id)
    const fund = {
      fund_type: 'SMSF',
      fund_name: 'Nguyen Fund',
      abn: '51824753556',
      esa: 'smsfesa',
      percentage: 100,
    }
    expect((await owner.put(`/api/employees/${employee.id}/super-funds`, [fund])).status).toBe(200)
    await pay(owner, company.id, employee.id, '2026-07-10')
    const refused = await make(company, { all_open: true })
    expect(refused).toMatchObject({
      status: 400,
      body: { detail: 'Mia Nguyen: set the bank account of Nguyen Fund in the employee’s super funds.' },
    })
    const half = await owner.put(`/api/employees/${employee.id}/super-funds`, [
      { ...fund, bank_bsb: '062-000' },
    ])
    expect(half.status).toBe(422)
    const bank = { bank_bsb: '062-000', bank_account_number: '55667788', bank_account_name: 'Nguyen Fund' }
    const set = await owner.put(`/api/employees/${employee.id}/super-funds`, [{ ...fund, ...bank }])
    expect(set).toMatchObject({ status: 200, body: [bank] })
    expect((await make(company, { all_open: true })).status).toBe(201)
  })

  it('refuses a member cell that would be empty in the file, by name and field', async () => {
    const company = await aPayer(owner)
    const employee = await aPerson(owner, company.id, { last_name: '=', address1: '- @' })
    const paid = await pay(owner, company.id, employee.id, '2026-07-10')
    const refused = await make(company, { pay_run_id: paid.pay_run_id })
    expect(refused.status).toBe(400)
    expect(refused.body.detail).toContain('Mia =: a contribution file needs last_name, address1')
    expect((await contributions(company))[0]).toMatchObject({ status: 'due', sent_amount: 0 })
  })
})

describe('super below zero of one pay', () => {
  const lowered = async (company: AnyJson, employee: AnyJson) => {
    const first = await pay(owner, company.id, employee.id, '2026-07-10')
    const answer = await owner.put(`/api/company/${company.id}/pays/create?pay_date=2026-07-10`, [
      { employee_id: employee.id, hours: [{ description: 'Ordinary', units: 'hours', value: -8 }] },
    ])
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    expect(answer.body[0].super).toBeLessThan(0)
    return { first, less: answer.body[0] as AnyJson }
  }

  it('lowers what is open of the member, in one row of the file', async () => {
    const company = await aPayer(owner)
    const employee = await aPerson(owner, company.id)
    const { first, less } = await lowered(company, employee)
    expect((await contributions(company)).map((row) => row.status)).toEqual(['due', 'due'])
    const made = await make(company, { pay_run_id: first.pay_run_id })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect(cents(made.body.total)).toBe(cents(first.super) + cents(less.super))
    const cells = await cellsOf(company, made.body.id)
    expect(cells.map((row) => cents(Number(row[25])))).toEqual([cents(first.super) + cents(less.super)])
    expect((await contributions(company)).map((row) => [row.open_amount, row.status])).toEqual([
      [0, 'in-file'],
      [0, 'in-file'],
    ])
    // A fund that returns the row also returns the amount that lowered it: the next file pays no more than
    // this one.
    const back = await owner.post(`/api/super-payments/${company.id}/files/${made.body.id}/returns`, {
      returned_on: made.body.created_at.slice(0, 10),
      reason: 'Account closed',
      items: [{ pay_id: first.id }],
    })
    expect(back.status, JSON.stringify(back.body)).toBe(201)
    expect((await contributions(company)).map((row) => cents(row.open_amount))).toEqual([
      cents(first.super),
      cents(less.super),
    ])
  })

  it('waits when it came after the file, and lowers the next one', async () => {
    const company = await aPayer(owner)
    const employee = await aPerson(owner, company.id)
    const first = await pay(owner, company.id, employee.id, '2026-07-10')
    expect((await make(company, { pay_run_id: first.pay_run_id })).status).toBe(201)
    const answer = await owner.put(`/api/company/${company.id}/pays/create?pay_date=2026-07-10`, [
      { employee_id: employee.id, hours: [{ description: 'Ordinary', units: 'hours', value: -8 }] },
    ])
    const less = answer.body[0] as AnyJson
    expect((await make(company, { all_open: true })).status).toBe(409)
    const next = await pay(owner, company.id, employee.id, '2026-07-17')
    const made = await make(company, { all_open: true })
    expect(cents(made.body.total)).toBe(cents(next.super) + cents(less.super))
  })
})
