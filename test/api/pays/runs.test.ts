import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek, expectInvariants } from '../../support/pays.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson

beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
})
afterAll(() => tasman.close())

const url = (rest: string) => `/api/company/${company.id}/${rest}`

describe('draft runs', () => {
  it('draft a month of 52 ÷ 12 weeks, to the cent (audit B6)', async () => {
    const own = await aCompany(owner)
    await anEmployee(owner, own.id, { pay_period: 'MONTHLY' })
    const { body } = await owner.post(`/api/company/${own.id}/pay-runs`, {
      pay_period: 'MONTHLY',
      pay_date: '2026-09-30',
    })
    // 40 × 38 × 52 ÷ 12.
    expect(body.totals.gross).toBe(6586.67)
    expect(body.pays[0].hours[0].value).toBe(164.666667)
  })

  it('draft a pending pay for every active recipient of the period, and process them later', async () => {
    const mia = await anEmployee(owner, company.id, { last_name: 'Aay' })
    const idle = await anEmployee(owner, company.id, { active_pay_recipient: false })
    const monthly = await anEmployee(owner, company.id, { pay_period: 'MONTHLY' })
    await owner.post(`/api/employees/${mia.id}/deductions`, {
      description: 'Union',
      amount: 10,
      classification: 'UNION_FEES',
      auto_apply_to_pay: true,
    })
    const draft = await owner.post(url('pay-runs'), { pay_period: 'WEEKLY', pay_date: '2026-10-02' })
    expect(draft.status).toBe(201)
    expect(draft.body).toMatchObject({
      status: 'pending',
      pay_run_end_date: '2026-10-04',
      pay_run_start_date: '2026-09-28',
      totals: { employee_count: 1, gross: 1520 },
    })
    const [pay] = draft.body.pays
    expect(draft.body.pays.map((row: AnyJson) => row.employee_id)).toEqual([mia.id])
    expect(pay).toMatchObject({ status: 'pending', is_complete: false, deductions: [{ amount: 10 }] })
    expect([idle.id, monthly.id]).not.toContain(pay.employee_id)
    expect((await owner.get(`/api/employees/${mia.id}`)).body.holiday_hours).toBe(0)
    await expectInvariants(tasman, mia.id)

    const again = await owner.post(url('pay-runs'), { pay_period: 'WEEKLY', pay_date: '2026-10-02' })
    expect(again.body.pays).toHaveLength(1)

    const changed = await owner.put(
      url(`pays/${pay.id}`),
      aWeek(mia.id, { bonuses: [{ description: 'B', amount: 100 }] }),
    )
    expect(changed.body).toMatchObject({ status: 'pending', gross: 1620 })

    const done = await owner.post(url(`pay-runs/${draft.body.pay_run_id}/process`))
    expect(done.status).toBe(200)
    expect(done.body).toMatchObject({ status: 'processed', totals: { gross: 1620 } })
    expect(done.body.pays[0]).toMatchObject({ id: pay.id, status: 'processed', is_complete: true })
    expect(done.body.pays[0].hours.map((row: AnyJson) => row.id)).toEqual(
      changed.body.hours.map((row: AnyJson) => row.id),
    )
    expect((await owner.get(`/api/employees/${mia.id}`)).body.holiday_hours).toBe(2.923074)
    await expectInvariants(tasman, mia.id)
    expect((await owner.post(url(`pay-runs/${draft.body.pay_run_id}/process`))).status).toBe(200)
  })

  it('are deleted without a trace', async () => {
    const other = await aCompany(owner)
    const ben = await anEmployee(owner, other.id)
    const { body } = await owner.post(`/api/company/${other.id}/pay-runs`, {
      pay_period: 'WEEKLY',
      pay_date: '2026-10-02',
    })
    const [pay] = body.pays
    expect((await owner.delete(`/api/company/${other.id}/pays/${pay.id}`)).status).toBe(204)
    await expectInvariants(tasman, ben.id)
    const run = await owner.get(`/api/company/${other.id}/pay-runs/${body.pay_run_id}`)
    expect(run.body).toMatchObject({ status: 'empty', totals: { employee_count: 0, gross: 0 }, pays: [] })
  })
})

describe('the run of a pay date', () => {
  it('ends whole periods from the anchor, or with the month', async () => {
    const own = await aCompany(owner, { pay_cycle_anchor: '2026-07-01' })
    const ends: Record<string, string> = {}
    for (const period of ['WEEKLY', 'FORTNIGHTLY', 'MONTHLY']) {
      const employee = await anEmployee(owner, own.id, { pay_period: period })
      ends[period] = (await aPay(owner, own.id, '2026-10-08', aWeek(employee.id))).pay_run_end_date
    }
    expect(ends).toEqual({ WEEKLY: '2026-10-14', FORTNIGHTLY: '2026-10-21', MONTHLY: '2026-10-31' })
  })
})

describe('lists', () => {
  it('hold both ends of their range, and total each run', async () => {
    const own = await aCompany(owner)
    const [mia, ben] = [await anEmployee(owner, own.id), await anEmployee(owner, own.id)]
    const of = (rest: string) => `/api/company/${own.id}/${rest}`
    for (const date of ['2026-10-02', '2026-10-09', '2026-10-16'])
      for (const { id } of [mia, ben]) await aPay(owner, own.id, date, aWeek(id))
    const dates = async (query: string) =>
      (await owner.get(of(`pays?${query}`))).body.map((pay: AnyJson) => pay.processed_date)
    expect(await dates('from_date=2026-10-09&to_date=2026-10-09')).toEqual(['2026-10-09', '2026-10-09'])
    expect(await dates('from_date=2026-10-10')).toEqual(['2026-10-16', '2026-10-16'])
    expect(await dates(`to_date=2026-10-08&employee_id=${ben.id}`)).toEqual(['2026-10-02'])
    expect(await dates('status=pending')).toEqual([])
    expect(await dates('')).toHaveLength(6)

    const byEmployee = (await owner.get(of('pays?group_by_employee=true'))).body
    expect(byEmployee.map((group: AnyJson) => [group.employee_id, group.pays.length])).toEqual([
      [mia.id, 3],
      [ben.id, 3],
    ])
    const byRun = (await owner.get(of('pays?group_by_pay_run=true'))).body
    expect(byRun.map((group: AnyJson) => [group.pay_run_end_date, group.pays.length])).toEqual([
      ['2026-10-04', 2],
      ['2026-10-11', 2],
      ['2026-10-18', 2],
    ])
    expect((await owner.get(of('pays?group_by_pay_run=true&group_by_employee=true'))).status).toBe(422)

    const runs = (await owner.get(of('pay-runs?from_date=2026-10-11&to_date=2026-10-18'))).body
    expect(runs).toMatchObject([
      {
        pay_run_end_date: '2026-10-11',
        status: 'processed',
        totals: { employee_count: 2, gross: 3040, super: 364.8 },
      },
      { pay_run_end_date: '2026-10-18' },
    ])
    const run = (await owner.get(of(`pay-runs/${runs[0].pay_run_id}`))).body
    expect(run.pays).toEqual(byRun[1].pays)
    expect(run.totals).toEqual(runs[0].totals)
  })

  it('stream a year of pays in one call', async () => {
    const own = await aCompany(owner)
    const mia = await anEmployee(owner, own.id)
    const many = Array.from({ length: 230 }, () => ({ ...aWeek(mia.id), hours: [] }))
    await owner.put(`/api/company/${own.id}/pays/create?pay_date=2026-10-02`, many)
    for (const query of ['', '?group_by_employee=true', '?group_by_pay_run=true']) {
      const { body } = await owner.get(`/api/company/${own.id}/pays${query}`)
      expect(query === '' ? body.length : body[0].pays.length).toBe(230)
    }
  })

  it('answer 400, 403, 404 and 422 as specified', async () => {
    expect((await owner.get('/api/company/999999/pays')).status).toBe(400)
    expect((await owner.get('/api/company/999999/pay-runs')).status).toBe(400)
    expect((await owner.get(url('pay-runs/999999'))).status).toBe(404)
    expect((await owner.post(url('pay-runs/999999/process'))).status).toBe(404)
    expect((await owner.get(url('pays?from_date=yesterday'))).status).toBe(422)
    expect((await owner.post(url('pay-runs'), { pay_period: 'DAILY' })).status).toBe(422)
    const other = await tasman.clientFor('other')
    expect((await other.get(url('pays'))).status).toBe(403)
    expect((await other.get(url('pay-runs'))).status).toBe(403)
  })
})
