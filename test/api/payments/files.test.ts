import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { readTexts } from '../payslips/read-pdf.ts'
import { aPayer, aPerson, cents, pay, readAba, rows } from './story.ts'

let tasman: TestApp
let owner: TestClient
let reader: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
  reader = await tasman.clientFor('owner', { scope: 'openid payroll.read' })
})
afterAll(() => tasman.close())

const base = (company: AnyJson) => `/api/company/${company.id}/payments`
const make = (company: AnyJson, body: object) => owner.post(`${base(company)}/files`, body)
const textOf = async (company: AnyJson, id: number) =>
  String((await owner.get(`${base(company)}/files/${id}/content`)).body)
const itemsOf = async (company: AnyJson, query = '') =>
  (await owner.get(`${base(company)}/items${query}`)).body as AnyJson[]

describe('a bank file', () => {
  it('pays a joined pay alone, not everyone again (reporting 3)', async () => {
    const company = await aPayer(owner)
    const [a, b] = [await aPerson(owner, company.id), await aPerson(owner, company.id)]
    const thursday = await pay(owner, company.id, a.id, '2026-07-16')
    const runFile = `/api/company/${company.id}/pay-runs/${thursday.pay_run_id}/bank-file`
    const first = await owner.get(runFile)
    expect(first.headers['x-bank-file']).toBe('made')
    expect(readAba(String(first.body)).map((row) => row.cents)).toEqual([cents(thursday.net)])

    const friday = await pay(owner, company.id, b.id, '2026-07-17', 10)
    expect(friday.pay_run_id).toBe(thursday.pay_run_id)
    const second = await owner.get(runFile)
    expect(readAba(String(second.body)).map((row) => row.cents)).toEqual([cents(friday.net)])

    const third = await owner.get(runFile)
    expect(third.headers['x-bank-file']).toBe('stored')
    expect(third.headers['x-bank-file-id']).toBe(second.headers['x-bank-file-id'])
    expect(third.body).toBe(second.body)
  })

  it('is not made by a reader: the last stored one, or 409 that names the POST', async () => {
    const company = await aPayer(owner)
    const employee = await aPerson(owner, company.id)
    const made = await pay(owner, company.id, employee.id, '2026-07-16')
    const runFile = `/api/company/${company.id}/pay-runs/${made.pay_run_id}/bank-file`
    const refused = await reader.get(runFile)
    expect(refused.status).toBe(409)
    expect(refused.body.detail).toContain(`POST /api/company/${company.id}/payments/files`)
    expect(await itemsOf(company, '?status=open')).toHaveLength(1)
    const file = await owner.get(runFile)
    const again = await reader.get(runFile)
    expect([again.status, again.headers['x-bank-file'], again.body]).toEqual([200, 'stored', file.body])
    expect((await reader.post(`${base(company)}/files`, { all_open: true })).status).toBe(403)
  })

  it('is the same for ever, and made of what the pay remembers', async () => {
    const company = await aPayer(owner)
    const employee = await aPerson(owner, company.id)
    const made = await pay(owner, company.id, employee.id, '2026-07-16')
    await owner.patch(`/api/company/${company.id}/employees/update`, [
      { id: employee.id, primary_bank_account_number: '99999999', primary_bank_account_name: 'Other' },
    ])
    const file = await make(company, { pay_ids: [made.id] })
    expect(file).toMatchObject({ status: 201, body: { status: 'made', total: made.net, payment_count: 1 } })
    const text = await textOf(company, file.body.id)
    expect(readAba(text)).toEqual([{ account: '12345678', cents: cents(made.net), title: 'Mia' }])
    await owner.patch(`/api/company/${company.id}`, { bank_account_number: '777777', legal_name: 'Other' })
    expect(await textOf(company, file.body.id)).toBe(text)
    const { body } = await owner.get(`${base(company)}/files/${file.body.id}`)
    expect(body.items).toMatchObject([{ pay_id: made.id, kind: 'net', amount: made.net }])
  })

  it('goes to today’s account after a redirect, and to an account that came later when there was none', async () => {
    const company = await aPayer(owner)
    const employee = await aPerson(owner, company.id)
    const made = await pay(owner, company.id, employee.id, '2026-07-16')
    await owner.patch(`/api/company/${company.id}/employees/update`, [
      { id: employee.id, primary_bank_account_number: '99999999' },
    ])
    const redirected = await owner.post(`${base(company)}/redirects`, {
      pay_ids: [made.id],
      kind: 'net',
      reason: 'closed',
    })
    expect(redirected.status).toBe(201)
    const file = await make(company, { all_open: true })
    expect(readAba(await textOf(company, file.body.id)).map((row) => row.account)).toEqual(['99999999'])
    const late = await owner.post(`${base(company)}/redirects`, { pay_ids: [made.id], kind: 'net' })
    expect(late.status).toBe(409)

    const other = await aPerson(owner, company.id, {
      primary_bank_bsb: null,
      primary_bank_account_number: null,
      primary_bank_account_name: null,
    })
    await pay(owner, company.id, other.id, '2026-07-16')
    const refused = await make(company, { all_open: true })
    expect(refused).toMatchObject({ status: 400 })
    expect(refused.body.detail).toContain(`Mia Nguyen (${other.id})`)
    await owner.patch(`/api/company/${company.id}/employees/update`, [
      {
        id: other.id,
        primary_bank_bsb: '062-000',
        primary_bank_account_number: '4444444',
        primary_bank_account_name: 'M',
      },
    ])
    const then = await make(company, { all_open: true })
    expect(readAba(await textOf(company, then.body.id)).map((row) => row.account)).toEqual(['4444444'])
  })

  it('is made once when two make it at the same time', async () => {
    const company = await aPayer(owner)
    const employee = await aPerson(owner, company.id)
    await pay(owner, company.id, employee.id, '2026-07-16')
    const answers = await Promise.all([1, 2, 3, 4].map(() => make(company, { all_open: true })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409])
  })

  it('can be cancelled until the bank has taken it, which opens its items again', async () => {
    const company = await aPayer(owner)
    const employee = await aPerson(owner, company.id)
    const made = await pay(owner, company.id, employee.id, '2026-07-16')
    const file = (await make(company, { pay_date: '2026-07-16' })).body
    expect((await itemsOf(company))[0]).toMatchObject({ status: 'in-file', in_files: made.net, open: 0 })
    const cancelled = await owner.post(`${base(company)}/files/${file.id}/cancel`, { reason: 'Wrong day' })
    expect(cancelled).toMatchObject({
      status: 200,
      body: { status: 'cancelled', cancel_reason: 'Wrong day' },
    })
    expect((await itemsOf(company))[0]).toMatchObject({ status: 'open', open: made.net })
    const second = (await make(company, { all_open: true })).body
    const settled = { settled_on: '2026-07-16', reference: 'Batch 7' }
    expect((await owner.patch(`${base(company)}/files/${second.id}`, settled)).body).toMatchObject({
      status: 'settled',
      ...settled,
    })
    expect((await itemsOf(company))[0]).toMatchObject({ status: 'settled', settled: made.net })
    expect((await owner.post(`${base(company)}/files/${second.id}/cancel`, {})).status).toBe(409)
    expect((await owner.patch(`${base(company)}/files/${file.id}`, settled)).status).toBe(409)
    const list = (await owner.get(`${base(company)}/files`)).body
    expect(list.map((each: AnyJson) => each.id)).toEqual([second.id, file.id])
  })
})

describe('a correction after the money left', () => {
  it('is paid by the next file when it is more', async () => {
    const company = await aPayer(owner)
    const employee = await aPerson(owner, company.id)
    const made = await pay(owner, company.id, employee.id, '2026-07-16', 30)
    await make(company, { all_open: true })
    const more = (await owner.put(`/api/company/${company.id}/pays/${made.id}`, rows(38))).body
    const [item] = await itemsOf(company)
    expect(cents(item?.open)).toBe(cents(more.net) - cents(made.net))
    const file = await make(company, { pay_run_id: made.pay_run_id })
    expect(cents(file.body.total)).toBe(cents(more.net) - cents(made.net))
  })

  it('waits as money to recover when it is less, until it is set off with an agreement or paid back', async () => {
    const company = await aPayer(owner)
    const employee = await aPerson(owner, company.id)
    const made = await pay(owner, company.id, employee.id, '2026-07-09', 38)
    await make(company, { all_open: true })
    const less = (await owner.put(`/api/company/${company.id}/pays/${made.id}`, rows(30))).body
    const owing = cents(made.net) - cents(less.net)
    expect((await itemsOf(company))[0]).toMatchObject({ status: 'to-recover' })
    const next = await pay(owner, company.id, employee.id, '2026-07-16', 38)
    // It is never deducted silently.
    const file = await make(company, { all_open: true })
    expect(cents(file.body.total)).toBe(cents(next.net))
    await owner.post(`${base(company)}/files/${file.body.id}/cancel`, {})

    const agreement = { agreed_on: '2026-07-15', agreement: 'E-mail of 15 July' }
    expect((await owner.post(`${base(company)}/set-offs`, { pay_id: made.id })).status).toBe(422)
    const tooMuch = await owner.post(`${base(company)}/set-offs`, {
      pay_id: made.id,
      amount: 5000,
      ...agreement,
    })
    expect(tooMuch.status).toBe(400)
    expect(tooMuch.body.detail).toContain('Mia Nguyen')
    const set = await owner.post(`${base(company)}/set-offs`, { pay_id: made.id, ...agreement })
    expect(set).toMatchObject({ status: 201, body: { method: 'set-off', total: 0, ...agreement } })
    const after = await make(company, { all_open: true })
    expect(cents(after.body.total)).toBe(cents(next.net) - owing)
    expect((await itemsOf(company)).every((item) => item.open === 0)).toBe(true)
  })

  it('of a deleted pay is all of it to recover, and is settled by hand', async () => {
    const company = await aPayer(owner)
    const employee = await aPerson(owner, company.id)
    const made = await pay(owner, company.id, employee.id, '2026-07-16')
    await make(company, { all_open: true })
    expect((await owner.delete(`/api/company/${company.id}/pays/${made.id}`)).status).toBe(204)
    expect(await itemsOf(company)).toMatchObject([
      { pay_id: made.id, owed: 0, open: -made.net, status: 'to-recover' },
    ])
    const repaid = await owner.post(`${base(company)}/settlements`, {
      method: 'repaid',
      settled_on: '2026-07-20',
      reference: 'Transfer of 20 July',
      items: [{ pay_id: made.id }],
    })
    expect(repaid).toMatchObject({ status: 201, body: { total: -made.net } })
    expect(await itemsOf(company, '?status=to-recover')).toEqual([])
    const reversed = await owner.post(`${base(company)}/settlements/${repaid.body.id}/reverse`)
    expect(reversed.status).toBe(200)
    expect(await itemsOf(company, '?status=to-recover')).toHaveLength(1)
  })

  it('below zero that was never sent lowers what else is open of the employee', async () => {
    const company = await aPayer(owner)
    const employee = await aPerson(owner, company.id)
    const made = await pay(owner, company.id, employee.id, '2026-07-16')
    const minus = await pay(owner, company.id, employee.id, '2026-07-17', -1)
    expect(minus.net).toBeLessThan(0)
    expect((await make(company, { pay_ids: [minus.id] })).status).toBe(400)
    const file = await make(company, { all_open: true })
    expect(cents(file.body.total)).toBe(cents(made.net) + cents(minus.net))
    expect((await itemsOf(company)).every((item) => item.open === 0)).toBe(true)
  })
})

describe('cash and the bad', () => {
  it('keeps cash out of files and settles it by hand, in parts', async () => {
    const company = await aPayer(owner)
    const employee = await aPerson(owner, company.id, { pay_method: 'CASH' })
    const made = await pay(owner, company.id, employee.id, '2026-07-16')
    expect((await make(company, { all_open: true })).status).toBe(400)
    const settle = (amount?: number) =>
      owner.post(`${base(company)}/settlements`, {
        method: 'cash',
        settled_on: '2026-07-16',
        reference: 'Receipt 31',
        items: [{ pay_id: made.id, ...(amount === undefined ? {} : { amount }) }],
      })
    expect((await settle(made.net + 1)).status).toBe(400)
    expect((await settle(-5)).status).toBe(400)
    expect((await settle(100)).status).toBe(201)
    expect((await settle()).body.total).toBeCloseTo(made.net - 100, 2)
    expect((await settle()).status).toBe(409)
  })

  it('refuses unknown pays, pays of others, sent items and wrong selections, and writes nothing', async () => {
    const company = await aPayer(owner)
    const employee = await aPerson(owner, company.id)
    const made = await pay(owner, company.id, employee.id, '2026-07-16')
    const unknown = await make(company, { pay_ids: [made.id, 999_999] })
    expect(unknown).toMatchObject({
      status: 400,
      body: { detail: 'The company has no processed pay 999999.' },
    })
    const foreign = await aPayer(owner)
    expect((await make(foreign, { pay_ids: [made.id] })).status).toBe(400)
    expect((await make(company, {})).status).toBe(422)
    expect((await make(company, { pay_ids: [made.id], all_open: true })).status).toBe(422)
    expect((await make(company, { all_open: true, format: 'BNZ' })).status).toBe(400)
    expect((await make(company, { pay_run_id: 999_999 })).status).toBe(404)
    expect((await make(company, { pay_ids: [made.id] })).status).toBe(201)
    const sent = await make(company, { pay_ids: [made.id] })
    expect(sent.status).toBe(409)
    expect(sent.body.detail).toContain('Mia Nguyen')
    const other = await tasman.clientFor('other')
    expect((await other.get(`${base(company)}/items`)).status).toBe(403)
    expect((await owner.get(`${base(foreign)}/files/1`)).status).toBe(404)
  })

  it('names the person of whom nothing above zero is open, and writes nothing', async () => {
    const company = await aPayer(owner)
    const employee = await aPerson(owner, company.id)
    const made = await pay(owner, company.id, employee.id, '2026-07-16', -8)
    expect(made.net).toBeLessThan(0)
    for (const selection of [{ all_open: true }, { pay_ids: [made.id] }, { pay_date: '2026-07-16' }]) {
      const refused = await make(company, selection)
      expect(refused.status).toBe(400)
      expect(refused.body.detail).toBe('Nothing above zero is open for Mia Nguyen.')
    }
    expect((await owner.get(`${base(company)}/files`)).body).toEqual([])
    expect(await itemsOf(company)).toMatchObject([{ in_files: 0, settled: 0, open: made.net }])
  })

  it('says that a format was put together without the bank’s guide', async () => {
    const company = await aCompany(owner, { jurisdiction: 'NZ', bank_account_number: '01-0102-0123456-00' })
    const account = '01-0902-0068389-00'
    const employee = await anEmployee(owner, company.id, { country: 'NZ', primary_bank_account_number: null })
    await owner.put(`/api/employees/${employee.id}/bank-accounts`, [
      { account_name: 'Mia', account_number: account, amount_type: 'REMAINDER' },
    ])
    await pay(owner, company.id, employee.id, '2026-07-16')
    const file = await make(company, { all_open: true, format: 'KIWIBANK' })
    expect(file.status, JSON.stringify(file.body)).toBe(201)
    expect(file.body.warnings).toEqual([
      'The KIWIBANK format is unverified: let the bank check the first file before you rely on it.',
    ])
  })

  it('names the person whose account no file can hold, and writes nothing', async () => {
    const company = await aPayer(owner)
    const employee = await aPerson(owner, company.id, { primary_bank_account_number: '123456789012' })
    await pay(owner, company.id, employee.id, '2026-07-16')
    const refused = await make(company, { all_open: true })
    expect(refused.status).toBe(400)
    expect(refused.body.detail).toContain(`the primary bank account of Mia Nguyen (${employee.id})`)
    expect((await owner.get(`${base(company)}/files`)).body).toEqual([])
  })
})

describe('payees of deductions', () => {
  it('are paid by the file, summed by payee and reference, and named on the payslip', async () => {
    const company = await aPayer(owner)
    const payee = await owner.post(`/api/company/${company.id}/payees`, {
      kind: 'union',
      name: 'Hospitality Union',
      bsb: '062-001',
      account_number: '10203040',
    })
    expect(payee).toMatchObject({ status: 201, body: { account_number: '***040' } })
    const people = [await aPerson(owner, company.id), await aPerson(owner, company.id)]
    for (const person of people) {
      const item = {
        description: 'Union fees',
        amount: 12.5,
        classification: 'UNION_FEES',
        auto_apply_to_pay: true,
        payee_id: payee.body.id,
        payee_reference: 'CAFE 9',
      }
      expect((await owner.post(`/api/employees/${person.id}/deductions`, item)).status).toBe(201)
    }
    const pays: AnyJson[] = []
    for (const person of people) pays.push(await pay(owner, company.id, person.id, '2026-07-16'))
    const payslip = await owner.get(`/api/company/${company.id}/pays/${pays[0]?.id}/payslip`)
    expect(readTexts(payslip.raw).map(({ text }) => text)).toContain(
      'Union fees, to Hospitality Union •••040, CAFE 9',
    )
    const file = (await make(company, { all_open: true })).body
    const paid = readAba(await textOf(company, file.id))
    expect(paid).toHaveLength(3)
    expect(paid.at(-1)).toEqual({ account: '10203040', cents: 2500, title: 'Hospitality Union' })
    const items = await itemsOf(company)
    expect(items.filter((item) => item.kind === 'payee')).toMatchObject([
      { payee_id: payee.body.id, payee_reference: 'CAFE 9', owed: 12.5, status: 'in-file' },
      { owed: 12.5 },
    ])
    expect((await owner.delete(`/api/company/${company.id}/payees/${payee.body.id}`)).status).toBe(204)
    const refused = await owner.post(`/api/employees/${people[0]?.id}/deductions`, {
      description: 'More',
      amount: 1,
      classification: 'UNION_FEES',
      payee_id: payee.body.id,
    })
    expect(refused.status).toBe(400)
  })
})
