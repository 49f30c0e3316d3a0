import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek, expectInvariants } from '../../support/pays.ts'

let tasman: TestApp
let owner: TestClient

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-08T00:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const payIn = async (company: AnyJson, query: string, pay: object) =>
  owner.put(`/api/company/${company.id}/pays/create?${query}`, [pay])

describe('period_end_date on pays/create', () => {
  it('puts the pay into the run of that period, and the payment date chooses tables and year', async () => {
    const company = await aCompany(owner)
    const mia = await anEmployee(owner, company.id)
    const june = await aPay(owner, company.id, '2026-06-28', aWeek(mia.id))
    // The week to 28 June, paid in July: the run of June with the tables of July.
    const ben = await anEmployee(owner, company.id)
    const { status, body } = await payIn(
      company,
      'pay_date=2026-07-01&period_end_date=2026-06-28',
      aWeek(ben.id),
    )
    expect(status).toBe(201)
    const [late] = body
    expect(late.pay_run_id).toBe(june.pay_run_id)
    expect([late.pay_run_end_date, late.processed_date]).toEqual(['2026-06-28', '2026-07-01'])
    const july = await aPay(owner, company.id, '2026-07-05', aWeek((await anEmployee(owner, company.id)).id))
    expect(late.tax).toBe(july.tax)
    expect(late.tax).not.toBe(june.tax)
    await expectInvariants(tasman, ben.id)
  })

  it('taxes pays of one period together, whatever their payment dates', async () => {
    const company = await aCompany(owner)
    const mia = await anEmployee(owner, company.id)
    const whole = await aPay(owner, company.id, '2026-07-12', aWeek(mia.id))
    const half = { hours: [{ description: 'Ordinary hours', units: 'hours', value: 19 }] }
    const ben = await anEmployee(owner, company.id)
    const first = await payIn(company, 'pay_date=2026-07-12', { employee_id: ben.id, ...half })
    const second = await payIn(company, 'pay_date=2026-09-20&period_end_date=2026-07-12', {
      employee_id: ben.id,
      ...half,
    })
    expect(first.body[0].tax + second.body[0].tax).toBe(whole.tax)
  })

  it('shows several payment dates of a run apart', async () => {
    const company = await aCompany(owner)
    const [mia, ben] = [await anEmployee(owner, company.id), await anEmployee(owner, company.id)]
    await payIn(company, 'pay_date=2026-07-08&period_end_date=2026-07-05', aWeek(mia.id))
    await payIn(company, 'pay_date=2026-07-10&period_end_date=2026-07-05', aWeek(ben.id))
    const { body: runs } = await owner.get(`/api/company/${company.id}/pay-runs`)
    expect(runs).toHaveLength(1)
    expect(runs[0].payment_dates).toMatchObject([
      { pay_date: '2026-07-08', employee_count: 1, gross: 1520 },
      { pay_date: '2026-07-10', employee_count: 1, gross: 1520 },
    ])
    expect(runs[0].totals).toMatchObject({ employee_count: 2, gross: 3040 })
  })

  it('refuses a day on which no period of the employee ends, and names the one that holds it', async () => {
    const company = await aCompany(owner)
    const mia = await anEmployee(owner, company.id)
    const { status, body } = await payIn(
      company,
      'pay_date=2026-07-08&period_end_date=2026-07-03',
      aWeek(mia.id),
    )
    expect([status, body.detail]).toEqual([400, expect.stringContaining('ends on 2026-07-05')])
    const ahead = await payIn(company, 'pay_date=2026-07-08&period_end_date=2026-12-06', aWeek(mia.id))
    expect([ahead.status, ahead.body.detail]).toEqual([400, expect.stringContaining('62 days ahead')])
    expect((await payIn(company, 'period_end_date=soon', aWeek(mia.id))).status).toBe(422)
  })
})

describe('a company that pays in arrears', () => {
  it('drafts the period that ended the set number of days before, and leaves pays without a period unchanged', async () => {
    const company = await aCompany(owner, { days_in_arrears: 3 })
    expect(company.days_in_arrears).toBe(3)
    const mia = await anEmployee(owner, company.id)
    const draft = async (body: object) => {
      const answer = await owner.post(`/api/company/${company.id}/pay-runs`, {
        pay_period: 'WEEKLY',
        ...body,
      })
      expect(answer.status).toBe(201)
      return [answer.body.pay_run_end_date, answer.body.pays[0]?.processed_date]
    }
    expect(await draft({ pay_date: '2026-07-08' })).toEqual(['2026-07-05', '2026-07-08'])
    expect(await draft({ period_end_date: '2026-07-12' })).toEqual(['2026-07-12', '2026-07-15'])
    const created = await aPay(owner, company.id, '2026-07-08', aWeek(mia.id))
    expect(created.pay_run_end_date).toBe('2026-07-12')
  })

  it('drafts without dates what is paid next', async () => {
    const company = await aCompany(owner, { days_in_arrears: 3 })
    await anEmployee(owner, company.id)
    const { body } = await owner.post(`/api/company/${company.id}/pay-runs`, { pay_period: 'WEEKLY' })
    // Wednesday 8 July in Sydney: today is the payday of the week to Sunday.
    expect([body.pay_run_end_date, body.pays[0].processed_date]).toEqual(['2026-07-05', '2026-07-08'])
  })
})

describe('period_end_date on terminate', () => {
  it('makes the final pay one of that period', async () => {
    const company = await aCompany(owner)
    const mia = await anEmployee(owner, company.id)
    const { status, body } = await owner.post(`/api/employees/${mia.id}/terminate`, {
      termination_date: '2026-07-03',
      pay_date: '2026-07-08',
      period_end_date: '2026-07-05',
    })
    expect([status, body.pay_date]).toEqual([200, '2026-07-05'])
    const pay = await owner.get(`/api/company/${company.id}/pays/${body.pay_id}`)
    expect(pay.body.processed_date).toBe('2026-07-08')
  })
})
