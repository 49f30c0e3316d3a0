import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-18T00:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const PAYER = {
  bank_bsb: '032-000',
  bank_account_number: '123456',
  bank_name_code: 'WBC',
  direct_entry_user_id: '301500',
}
const INLINE = {
  primary_bank_bsb: '733-021',
  primary_bank_account_number: '654321',
  secondary_bank_bsb: '062-000',
  secondary_bank_account_number: '12345678',
}
const ranked = (amount: number) => [
  { account_name: 'Savings', bsb: '062-000', account_number: '12345678', amount_type: 'FIXED', amount },
  { account_name: 'Everyday', bsb: '733-021', account_number: '654321', amount_type: 'REMAINDER' },
]
const hours = (value: number) => [{ description: 'Ordinary', units: 'hours', value }]
const toCents = (amount: number) => Math.round(amount * 100)

/**
 * Pays these rows in one run. Returns the cents of each record, the totals of trailer and header, and the net
 * of the pays.
 */
async function payAndRead(companyId: number, rows: Record<string, unknown>[]) {
  const pays = await owner.put(`/api/company/${companyId}/pays/create?pay_date=2026-11-18`, rows)
  expect(pays, JSON.stringify(pays.body)).toMatchObject({ status: 201 })
  const path = `/api/company/${companyId}/pay-runs/${pays.body[0].pay_run_id}/bank-file`
  const file = await owner.get(path)
  const records = String(file.body).split('\r\n').filter(Boolean)
  const cents = records.slice(1).map((record) => Number(record.slice(20, 30)))
  return {
    file,
    nets: pays.body.map((pay: AnyJson) => toCents(pay.net)) as number[],
    paid: cents.slice(0, -1),
    total: cents.at(-1),
    headerTotal: toCents(Number(file.headers['x-bank-file-total'])),
    summary: (await owner.get(`${path}/summary`)).body,
  }
}

describe('a fixed amount with parts of a cent', () => {
  it('is paid to the nearest cent, and the records add up to the net (ranked accounts)', async () => {
    const company = await aCompany(owner, PAYER)
    const mia = await anEmployee(owner, company.id)
    await owner.put(`/api/employees/${mia.id}/bank-accounts`, ranked(33.335))
    const { nets, paid, total, headerTotal } = await payAndRead(company.id, [
      { employee_id: mia.id, hours: hours(14) },
    ])
    expect(paid).toEqual([3334, (nets[0] ?? 0) - 3334])
    expect([total, headerTotal]).toEqual([nets[0], nets[0]])
  })

  it('is paid to the nearest cent, and the records add up to the net (inline accounts)', async () => {
    const company = await aCompany(owner, PAYER)
    const mia = await anEmployee(owner, company.id, { ...INLINE, secondary_bank_amount_per_period: '33.335' })
    const { nets, paid, total, headerTotal } = await payAndRead(company.id, [
      { employee_id: mia.id, hours: hours(14) },
    ])
    expect(paid).toEqual([3334, (nets[0] ?? 0) - 3334])
    expect([total, headerTotal]).toEqual([nets[0], nets[0]])
  })
})

describe('two pays of one employee in one run', () => {
  it('pay a fixed amount once, with one record for each account', async () => {
    const company = await aCompany(owner, PAYER)
    const mia = await anEmployee(owner, company.id, { ...INLINE, secondary_bank_amount_per_period: '100' })
    const sam = await anEmployee(owner, company.id, { first_name: 'Sam', last_name: 'Taylor' })
    await owner.put(`/api/employees/${sam.id}/bank-accounts`, ranked(50))
    const { nets, paid, total, headerTotal, summary } = await payAndRead(company.id, [
      { employee_id: mia.id, hours: hours(20), pay_department: 'Bar' },
      { employee_id: sam.id, hours: hours(20), pay_department: 'Bar' },
      { employee_id: mia.id, hours: hours(18), pay_department: 'Floor' },
      { employee_id: sam.id, hours: hours(18), pay_department: 'Floor' },
    ])
    const [mia1 = 0, sam1 = 0, mia2 = 0, sam2 = 0] = nets
    expect(paid).toEqual([10_000, mia1 + mia2 - 10_000, 5_000, sam1 + sam2 - 5_000])
    const net = mia1 + mia2 + sam1 + sam2
    expect([total, headerTotal, toCents(summary.total)]).toEqual([net, net, net])
    expect(summary.payment_count).toBe(4)
  })

  it('take a negative one from the other', async () => {
    const company = await aCompany(owner, PAYER)
    const mia = await anEmployee(owner, company.id, { ...INLINE, secondary_bank_amount_per_period: '100' })
    const { nets, paid, total, headerTotal } = await payAndRead(company.id, [
      { employee_id: mia.id, hours: hours(30), pay_department: 'Bar' },
      { employee_id: mia.id, hours: hours(-5), pay_department: 'Floor' },
    ])
    const [bar = 0, floor = 0] = nets
    expect(floor).toBeLessThan(0)
    expect(paid).toEqual([10_000, bar + floor - 10_000])
    expect([total, headerTotal]).toEqual([bar + floor, bar + floor])
  })

  it('leave the employee out when nothing above zero is left of them', async () => {
    const company = await aCompany(owner, PAYER)
    const mia = await anEmployee(owner, company.id, INLINE)
    const sam = await anEmployee(owner, company.id, { ...INLINE, first_name: 'Sam' })
    const { nets, paid, total, summary } = await payAndRead(company.id, [
      { employee_id: mia.id, hours: hours(10), pay_department: 'Bar' },
      { employee_id: mia.id, hours: hours(-12), pay_department: 'Floor' },
      { employee_id: sam.id, hours: hours(10) },
    ])
    expect(nets[0]).toBeGreaterThan(0)
    expect(paid).toEqual([nets[2]])
    expect(total).toBe(nets[2])
    expect(summary).toMatchObject({ payment_count: 1, without_account: [] })
  })

  it('name an employee without an account once', async () => {
    const company = await aCompany(owner, PAYER)
    const mia = await anEmployee(owner, company.id)
    const { summary } = await payAndRead(company.id, [
      { employee_id: mia.id, hours: hours(20), pay_department: 'Bar' },
      { employee_id: mia.id, hours: hours(18), pay_department: 'Floor' },
    ])
    expect(summary.without_account).toEqual([{ employee_id: mia.id, name: 'Mia Nguyen' }])
  })
})
