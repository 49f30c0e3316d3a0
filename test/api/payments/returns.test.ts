import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aPayer, aPerson, cents, pay, readAba, rows } from './story.ts'

/*
 * When one line is returned, exactly that line is open again. An employee who cannot be in a file is held
 * back by name.
 */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-15T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const make = (company: AnyJson, body: object) => owner.post(`/api/company/${company.id}/payments/files`, body)
const itemsOf = async (company: AnyJson) =>
  (await owner.get(`/api/company/${company.id}/payments/items`)).body as AnyJson[]
const contentOf = async (company: AnyJson, id: number) =>
  String((await owner.get(`/api/company/${company.id}/payments/files/${id}/content`)).body)

async function aPaidRun() {
  const company = await aPayer(owner)
  const ann = await aPerson(owner, company.id, { first_name: 'Ann' })
  const bob = await aPerson(owner, company.id, { first_name: 'Bob' })
  const pays = [
    await pay(owner, company.id, ann.id, '2026-07-15'),
    await pay(owner, company.id, bob.id, '2026-07-15', 20),
  ]
  return { company, ann, bob, pays }
}

describe('a credit that the bank returns', () => {
  it('reopens that line alone, asks for the right account, and is paid once', async () => {
    const { company, ann, pays } = await aPaidRun()
    const file = await make(company, { all_open: true })
    await owner.patch(`/api/company/${company.id}/payments/files/${file.body.id}`, {
      settled_on: '2026-07-15',
    })
    const path = `/api/company/${company.id}/payments/files/${file.body.id}/returns`
    const body = { returned_on: '2026-07-15', reason: 'Account closed', items: [{ employee_id: ann.id }] }
    const returned = await owner.post(path, body)
    expect(returned).toMatchObject({
      status: 201,
      body: { returned: [{ employee_id: ann.id, pay_id: pays[0]?.id, amount: pays[0]?.net }] },
    })
    expect(returned.body.warnings.join()).toContain('Enter the right account')
    expect((await owner.post(path, body)).status).toBe(409)
    const items = await itemsOf(company)
    expect(items.map((item) => [item.format_name, item.open, item.status])).toEqual([
      ['Ann Nguyen', pays[0]?.net, 'open'],
      ['Bob Nguyen', 0, 'settled'],
    ])
    const read = await owner.get(`/api/company/${company.id}/payments/files/${file.body.id}`)
    expect(read.body.items.map((item: AnyJson) => item.outcome)).toEqual(['returned', 'accepted'])
    const work = async () => (await owner.get(`/api/work?company_id=${company.id}&kind=returned`)).body.items
    expect(await work()).toMatchObject([
      { what: 'net', amount: pays[0]?.net, title: 'Pay of Ann Nguyen came back: Account closed' },
    ])
    // Nothing is sent to the closed account again.
    expect((await make(company, { all_open: true })).status).toBe(409)
    const redirects = `/api/company/${company.id}/payments/redirects`
    expect(await owner.post(redirects, { pay_ids: [pays[0]?.id], kind: 'net' })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('the account is still the one that returned it') },
    })
    expect((await make(company, { all_open: true })).status).toBe(409)
    await owner.patch(`/api/company/${company.id}/employees/update`, [
      { id: ann.id, primary_bank_account_number: '87654321' },
    ])
    expect((await owner.post(redirects, { pay_ids: [pays[0]?.id], kind: 'net' })).status).toBe(201)
    const again = await make(company, { all_open: true })
    expect(again).toMatchObject({ status: 201, body: { payment_count: 1, total: pays[0]?.net } })
    expect(readAba(await contentOf(company, again.body.id))).toMatchObject([
      { account: '87654321', cents: cents(pays[0]?.net) },
    ])
    expect(await work()).toEqual([])
  })

  it('comes back after the file was due, and is not owed when the pay was deleted', async () => {
    const { company, ann, bob, pays } = await aPaidRun()
    const { body: file } = await make(company, { all_open: true })
    expect((await owner.delete(`/api/company/${company.id}/pays/${pays[0]?.id}`)).status).toBe(204)
    const path = (id: number) => `/api/company/${company.id}/payments/files/${id}/returns`
    const back = { returned_on: '2026-07-15', reason: 'Closed', items: [{ employee_id: ann.id }] }
    const returned = await owner.post(path(file.id), back)
    expect([returned.status, returned.body.warnings]).toEqual([201, [expect.stringContaining('was deleted')]])
    expect((await itemsOf(company)).filter(({ open }) => open !== 0)).toEqual([])
    await pay(owner, company.id, bob.id, '2026-07-22')
    const { body: next } = await make(company, { all_open: true })
    expect(next.value_date).toBe('2026-07-22')
    const early = await owner.post(path(next.id), { ...back, items: [{ employee_id: bob.id }] })
    expect(early).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('is due (2026-07-22)') },
    })
  })

  it('is named where another pay goes to the account that returned it', async () => {
    const { company, ann, pays } = await aPaidRun()
    const path = `/api/company/${company.id}`
    const file = await make(company, { all_open: true })
    const next = await pay(owner, company.id, ann.id, '2026-07-16')
    await owner.post(`${path}/payments/files/${file.body.id}/returns`, {
      returned_on: '2026-07-15',
      reason: 'Account closed',
      items: [{ employee_id: ann.id }],
    })
    await owner.patch(`${path}/employees/update`, [{ id: ann.id, primary_bank_account_number: '87654321' }])
    await owner.post(`${path}/payments/redirects`, { pay_ids: [pays[0]?.id], kind: 'net' })
    const summary = await owner.get(`${path}/pay-runs/${next.pay_run_id}/bank-file/summary`)
    expect(summary.body.warnings).toEqual([
      expect.stringMatching(/^Ann Nguyen is paid to account .*, which returned another pay on 2026-07-15/),
    ])
    const both = { pay_ids: [pays[0]?.id, next.id] }
    const made = await make(company, both)
    expect([made.body.payment_count, made.body.warnings]).toEqual([
      2,
      expect.arrayContaining(summary.body.warnings),
    ])
    await owner.post(`${path}/payments/files/${made.body.id}/cancel`, { reason: 'The account is closed' })
    await owner.post(`${path}/payments/redirects`, { pay_ids: [next.id], kind: 'net' })
    const again = await make(company, both)
    expect(again.body.payment_count).toBe(1)
    expect(JSON.stringify(again.body.warnings ?? [])).not.toContain('which returned another pay')
  })

  it('goes to the same account again when the request says that it is right', async () => {
    const { company, ann, pays } = await aPaidRun()
    const file = await make(company, { all_open: true })
    const body = { returned_on: '2026-07-15', reason: 'Bank error', items: [{ employee_id: ann.id }] }
    await owner.post(`/api/company/${company.id}/payments/files/${file.body.id}/returns`, body)
    const redirects = `/api/company/${company.id}/payments/redirects`
    const asked = { pay_ids: [pays[0]?.id], kind: 'net' }
    expect((await owner.post(redirects, asked)).status).toBe(409)
    expect((await owner.post(redirects, { ...asked, is_same_place: true })).status).toBe(201)
    expect((await make(company, { all_open: true })).body).toMatchObject({ total: pays[0]?.net })
  })

  it('may be a part of what was paid, and must have come back by today', async () => {
    const { company, ann, pays } = await aPaidRun()
    const file = await make(company, { all_open: true })
    const path = `/api/company/${company.id}/payments/files/${file.body.id}/returns`
    const back = (returned_on: string, amount: string) =>
      owner.post(path, { returned_on, reason: 'Closed', items: [{ employee_id: ann.id, amount }] })
    expect((await back('2026-07-16', '100.00')).status).toBe(400)
    expect((await back('2026-07-15', '100000.00')).status).toBe(400)
    expect((await back('2026-07-15', '100.00')).status).toBe(201)
    const [first] = await itemsOf(company)
    expect(first).toMatchObject({ open: 100, in_files: (cents(pays[0]?.net) - 10_000) / 100 })
  })
})

describe('a credit that an amount below zero lowered', () => {
  async function aLoweredCredit() {
    const company = await aPayer(owner)
    const ann = await aPerson(owner, company.id, { first_name: 'Ann' })
    const paid = await pay(owner, company.id, ann.id, '2026-07-08')
    const below = await pay(owner, company.id, ann.id, '2026-07-15', -5)
    const file = await make(company, { all_open: true })
    expect(cents(file.body.total)).toBe(cents(paid.net) + cents(below.net))
    const path = `/api/company/${company.id}/payments/files/${file.body.id}/returns`
    const back = (item: object) =>
      owner.post(path, { returned_on: '2026-07-15', reason: 'Closed', items: [item] })
    const open = async () => (await itemsOf(company)).reduce((sum, item) => sum + cents(item.open), 0)
    return { ann, paid, back, open, total: cents(file.body.total) }
  }

  it('comes back in part to the cent', async () => {
    const { ann, back, open, total } = await aLoweredCredit()
    expect((await back({ employee_id: ann.id, amount: '100.00' })).status).toBe(201)
    expect(await open()).toBe(10_000)
    expect((await back({ employee_id: ann.id })).status).toBe(201)
    expect(await open()).toBe(total)
  })

  it('comes back as it was paid when one of its pays is named', async () => {
    const { paid, back, open, total } = await aLoweredCredit()
    expect((await back({ pay_id: paid.id })).status).toBe(201)
    expect(await open()).toBe(total)
  })
})

describe('a credit to a payee of deductions', () => {
  it('comes back for everyone in it, named by the payee alone', async () => {
    const { company, pays } = await aPaidRun()
    const body = { kind: 'union', name: 'Union', bsb: '062-000', account_number: '10203040' }
    const { body: payee } = await owner.post(`/api/company/${company.id}/payees`, body)
    const row = { deductions: [{ description: 'Union fee', amount: 10, classification: 'NORMAL' }] }
    for (const { id } of pays)
      await owner.put(`/api/company/${company.id}/pays/${id}`, { ...rows(38), ...row })
    await owner.post(`/api/company/${company.id}/payments/redirects`, {
      ...{ pay_ids: pays.map(({ id }) => id), kind: 'payee', description: 'Union fee', payee_id: payee.id },
    })
    const file = await make(company, { all_open: true })
    const path = `/api/company/${company.id}/payments/files/${file.body.id}/returns`
    const back = (item: object) =>
      owner.post(path, { returned_on: '2026-07-15', reason: 'Closed', items: [item] })
    expect((await back({ party: `${payee.id}|` })).status).toBe(422)
    const returned = await back({ kind: 'payee', party: `${payee.id}|` })
    expect(returned.status, JSON.stringify(returned.body)).toBe(201)
    expect(returned.body.returned.map(({ amount }: AnyJson) => amount)).toEqual([10, 10])
    const open = (await itemsOf(company)).filter((item) => item.open > 0)
    expect(open.map(({ kind }) => kind)).toEqual(['payee', 'payee'])
  })
})

describe('a credit of a pay that was deleted and repaid meanwhile', () => {
  it('goes to the account it is redirected to, although the pay is gone', async () => {
    const { company, ann, pays } = await aPaidRun()
    const [{ id, net }] = pays as [AnyJson]
    const base = `/api/company/${company.id}`
    const file = await make(company, { all_open: true })
    await owner.patch(`${base}/payments/files/${file.body.id}`, { settled_on: '2026-07-15' })
    expect((await owner.delete(`${base}/pays/${id}`)).status).toBe(204)
    const repaid = await owner.post(`${base}/payments/settlements`, {
      ...{ method: 'repaid', settled_on: '2026-07-15' },
      items: [{ pay_id: id, amount: String(-net) }],
    })
    expect(repaid.status, JSON.stringify(repaid.body)).toBe(201)
    const returned = await owner.post(`${base}/payments/files/${file.body.id}/returns`, {
      ...{ returned_on: '2026-07-15', reason: 'Account closed' },
      items: [{ employee_id: ann.id }],
    })
    expect(returned.status).toBe(201)
    expect((await make(company, { all_open: true })).status).toBe(409)
    tasman.clock.advance(1000)
    await owner.patch(`${base}/employees/update`, [{ id: ann.id, primary_bank_account_number: '87654321' }])
    const redirected = await owner.post(`${base}/payments/redirects`, { pay_ids: [id], kind: 'net' })
    expect(redirected).toMatchObject({ status: 201, body: [{ pay_id: id, employee_id: ann.id }] })
    const again = await make(company, { all_open: true })
    expect(again).toMatchObject({ status: 201, body: { payment_count: 1, total: net } })
    expect(readAba(await contentOf(company, again.body.id))).toMatchObject([
      { account: '87654321', cents: cents(net) },
    ])
    expect((await itemsOf(company)).map((item) => item.open)).toEqual([0, 0])
  })
})

describe('money of an employee who died', () => {
  it('is held back by name until it is redirected to the estate', async () => {
    const company = await aPayer(owner)
    const ann = await aPerson(owner, company.id, { first_name: 'Ann' })
    const bob = await aPerson(owner, company.id, { first_name: 'Bob' })
    await pay(owner, company.id, bob.id, '2026-07-15')
    const ended = await owner.post(`/api/employees/${ann.id}/terminate`, {
      ...{ termination_date: '2026-07-10', pay_date: '2026-07-15', reason: 'DEATH_ESTATE' },
      ...{ is_manual_leave_amounts: true, unused_holiday_amount: 730 },
    })
    expect(ended.status).toBe(200)
    const first = await make(company, { all_open: true })
    expect(first).toMatchObject({ status: 201, body: { payment_count: 1 } })
    expect(JSON.stringify(first.body.held_back)).toContain('The employee died on 2026-07-10')
    await owner.patch(`/api/company/${company.id}/employees/update`, [
      { id: ann.id, primary_bank_account_number: '11223344', primary_bank_account_name: 'Estate of Ann' },
    ])
    const redirects = `/api/company/${company.id}/payments/redirects`
    expect((await owner.post(redirects, { pay_ids: [ended.body.pay_id], kind: 'net' })).status).toBe(201)
    const second = await make(company, { all_open: true })
    expect(second).toMatchObject({ status: 201, body: { payment_count: 1, total: 730 } })
    expect(readAba(await contentOf(company, second.body.id))).toMatchObject([
      { account: '11223344', cents: 73_000 },
    ])
  })
})

describe('a bank file', () => {
  it('holds back by name who has no account, pays the others, and is_strict refuses it', async () => {
    const company = await aPayer(owner)
    const fine = await aPerson(owner, company.id)
    const without = await aPerson(owner, company.id, {
      first_name: 'Zoe',
      primary_bank_bsb: null,
      primary_bank_account_number: null,
      primary_bank_account_name: null,
    })
    for (const { id } of [fine, without]) await pay(owner, company.id, id, '2026-07-15')
    expect((await make(company, { all_open: true, is_strict: true })).status).toBe(400)
    const made = await make(company, { all_open: true })
    expect(made).toMatchObject({
      status: 201,
      body: {
        payment_count: 1,
        held_back: [
          {
            employee_id: without.id,
            employee: 'Zoe Nguyen',
            reason: expect.stringContaining('No bank account'),
          },
        ],
      },
    })
    expect((await make(company, { all_open: true })).status).toBe(400)
  })

  it('is due on the earliest pay date or today; later items wait for a file of their own', async () => {
    const company = await aPayer(owner)
    const [soon, later] = [await aPerson(owner, company.id), await aPerson(owner, company.id)]
    await pay(owner, company.id, soon.id, '2026-07-16')
    await pay(owner, company.id, later.id, '2026-08-13')
    const first = await make(company, { all_open: true })
    expect(first.body).toMatchObject({ value_date: '2026-07-16', payment_count: 1 })
    expect(first.body.warnings.join()).toContain('so it needs a separate file')
    expect((await contentOf(company, first.body.id)).slice(74, 80)).toBe('160726')
    const second = await make(company, { all_open: true })
    expect(second.body).toMatchObject({ value_date: '2026-08-13', payment_count: 1 })
  })

  it('is never due in the past or on a day without banks', async () => {
    const company = await aPayer(owner)
    const { id } = await aPerson(owner, company.id)
    await pay(owner, company.id, id, '2026-07-08')
    const { id: other } = await aPerson(owner, company.id)
    await pay(owner, company.id, other, '2026-07-10')
    expect((await make(company, { all_open: true, value_date: '2026-07-14' })).status).toBe(400)
    expect((await make(company, { all_open: true, value_date: '2026-07-18' })).body.detail).toContain(
      '2026-07-20',
    )
    const made = await make(company, { all_open: true })
    expect(made.body).toMatchObject({ value_date: '2026-07-15', payment_count: 2 })
    const text = await contentOf(company, made.body.id)
    expect(text.slice(74, 80)).toBe('150726')
    expect([text.includes('PAY 08JUL2026'), text.includes('PAY 10JUL2026')]).toEqual([true, true])
    const settle = (settled_on: string) =>
      owner.patch(`/api/company/${company.id}/payments/files/${made.body.id}`, { settled_on })
    expect((await settle('2020-01-01')).status).toBe(400)
    expect((await settle('2027-01-01')).status).toBe(400)
    expect((await settle('2026-07-15')).status).toBe(200)
  })
})

describe('a contribution file', () => {
  const superFile = (company: AnyJson, body: object) =>
    owner.post(`/api/super-payments/${company.id}/files`, body)
  const contributions = async (company: AnyJson) =>
    (await owner.get(`/api/super-payments/${company.id}/contributions`)).body as AnyJson[]

  it('holds back by name who has no fund, takes pay_ids, and is_strict refuses it', async () => {
    const { company, pays } = await aPaidRun()
    const none = await aPerson(owner, company.id, {
      first_name: 'Zoe',
      default_employee_fund_usi: null,
      default_employee_fund_member_number: null,
    })
    const third = await pay(owner, company.id, none.id, '2026-07-15')
    expect((await superFile(company, { all_open: true, is_strict: true })).status).toBe(400)
    const one = await superFile(company, { pay_ids: [pays[0]?.id] })
    expect(one).toMatchObject({ status: 201, body: { contribution_count: 1 } })
    expect((await superFile(company, { pay_ids: [third.id] })).body.detail).toContain('has no super fund')
    const rest = await superFile(company, { all_open: true })
    expect(rest).toMatchObject({
      status: 201,
      body: { contribution_count: 1, held_back: [{ employee_id: none.id, employee: 'Zoe Nguyen' }] },
    })
    expect((await contributions(company)).find((row) => row.pay_id === third.id)).toMatchObject({
      status: 'no-fund',
    })
  })

  it('sends the contribution of a pay that has a fund, although a later pay of the member has none', async () => {
    const { company, ann, pays } = await aPaidRun()
    tasman.clock.advance(1000)
    const path = `/api/company/${company.id}/employees/update`
    await owner.patch(path, [{ id: ann.id, default_employee_fund_usi: null }])
    const later = await pay(owner, company.id, ann.id, '2026-07-16')
    const sent = await superFile(company, { pay_ids: [pays[0]?.id, later.id] })
    expect(sent).toMatchObject({
      status: 201,
      body: { contribution_count: 1, held_back: [{ employee_id: ann.id }] },
    })
    expect((await contributions(company)).filter((row) => row.employee_id === ann.id)).toMatchObject([
      { pay_id: pays[0]?.id, open_amount: 0 },
      { pay_id: later.id, status: 'no-fund' },
    ])
  })

  it('is named where another one goes to the fund that returned it', async () => {
    const { company, ann, pays } = await aPaidRun()
    const file = await superFile(company, { all_open: true })
    const path = `/api/super-payments/${company.id}/files/${file.body.id}`
    await owner.patch(path, { paid_on: '2026-07-15' })
    const next = await pay(owner, company.id, ann.id, '2026-07-16')
    const body = { returned_on: '2026-07-15', reason: 'Member unknown', items: [{ employee_id: ann.id }] }
    await owner.post(`${path}/returns`, body)
    const made = await superFile(company, { pay_ids: [pays[0]?.id, next.id] })
    expect(made).toMatchObject({ status: 201, body: { contribution_count: 1 } })
    expect(made.body.warnings.join()).toContain('which returned another contribution on 2026-07-15')
  })

  it('of which a fund returns one member reopens that one; super can be settled by hand', async () => {
    const { company, ann, pays } = await aPaidRun()
    const file = await superFile(company, { all_open: true })
    const path = `/api/super-payments/${company.id}/files/${file.body.id}`
    expect((await owner.patch(path, { paid_on: '2020-01-01' })).status).toBe(400)
    expect((await owner.patch(path, { paid_on: '2027-01-01' })).status).toBe(400)
    expect((await owner.patch(path, { paid_on: '2026-07-15' })).status).toBe(200)
    const body = { returned_on: '2026-07-15', reason: 'Member unknown', items: [{ employee_id: ann.id }] }
    const returned = await owner.post(`${path}/returns`, body)
    expect(returned.body.warnings.join()).toContain('Enter the right fund')
    expect((await contributions(company)).map((row) => row.status)).toEqual(['returned', 'paid'])
    expect((await superFile(company, { all_open: true })).status).toBe(400)
    const settled = await owner.post(`/api/super-payments/${company.id}/settlements`, {
      pay_id: pays[0]?.id,
      method: 'transfer',
      settled_on: '2026-07-15',
    })
    expect(settled).toMatchObject({ status: 201, body: [{ status: 'paid', open_amount: 0 }] })
    expect((await superFile(company, { all_open: true })).status).toBe(409)
  })
})
