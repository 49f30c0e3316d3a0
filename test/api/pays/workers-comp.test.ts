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

describe('workers compensation pays', () => {
  it('pay every hours row at the workers compensation amount when one is set', async () => {
    const mia = await anEmployee(owner, company.id, { hourly_amount_for_workers_comp_leave: '35.50' })
    const { status, body } = await owner.put(url('workers-comp-pays/create?pay_date=2026-10-02'), [
      aWeek(mia.id, { hours: [{ description: 'Off work', units: 'hours', value: 10, multiplier: 2 }] }),
    ])
    expect(status).toBe(201)
    expect(body[0]).toMatchObject({
      gross: 355,
      total_workers_compensation: 355,
      super: 0,
      hours: [{ rate: 35.5, pay_amount: 355 }],
    })
    await expectInvariants(tasman, mia.id)
  })

  it('are totalled in New Zealand too', async () => {
    const kereru = await aCompany(owner, { jurisdiction: 'NZ' })
    const aroha = await anEmployee(owner, kereru.id, {
      country: 'NZ',
      hourly_amount_for_workers_comp_leave: '30',
    })
    const { body } = await owner.put(
      `/api/company/${kereru.id}/workers-comp-pays/create?pay_date=2026-10-02`,
      [aWeek(aroha.id, { hours: [{ description: 'Off work', units: 'hours', value: 10 }] })],
    )
    expect(body[0]).toMatchObject({ gross: 300, total_workers_compensation: 300 })
    await expectInvariants(tasman, aroha.id)
  })

  it('keep their own rates when none is set, and are listed apart', async () => {
    const own = await aCompany(owner)
    const ben = await anEmployee(owner, own.id)
    await aPay(owner, own.id, '2026-10-02', aWeek(ben.id))
    const path = `/api/company/${own.id}/workers-comp-pays`
    const { body } = await owner.put(`${path}/create?pay_date=2026-10-09`, [aWeek(ben.id)])
    expect(body[0]).toMatchObject({ gross: 1520, total_workers_compensation: 1520 })
    const listed = (await owner.get(`${path}?from_date=2026-10-01`)).body
    expect(listed.map((pay: AnyJson) => pay.id)).toEqual([body[0].id])
    expect((await owner.get(`/api/company/${own.id}/pays`)).body).toHaveLength(2)
    const dry = await owner.put(`${path}/create?dry_run=true`, [aWeek(ben.id)])
    expect(dry).toMatchObject({ status: 200, body: [{ id: null }] })
    expect((await owner.put(`${path}/create`, [{ employee_id: ben.id, hours: [{ id: 1 }] }])).status).toBe(
      400,
    )
    expect((await owner.get('/api/company/999999/workers-comp-pays')).status).toBe(400)
  })
})
