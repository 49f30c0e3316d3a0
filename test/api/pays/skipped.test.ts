import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

describe('who a draft leaves out', () => {
  let tasman: TestApp
  let owner: TestClient
  let api: string
  const ids: Record<string, number> = {}

  beforeAll(async () => {
    tasman = await startTestApp()
    owner = await tasman.clientFor('owner')
    const company = await aCompany(owner)
    api = `/api/company/${company.id}`
    const add = async (name: string, more: AnyJson = {}) => {
      ids[name] = (
        await anEmployee(owner, company.id, { first_name: name, pay_period: 'WEEKLY', ...more })
      ).id
    }
    await add('Bonus')
    await add('Injured')
    await add('Paid')
    await add('Late', { start_date: '2026-12-01' })
    await add('Paused', { active_pay_recipient: false })
    await add('Fortnightly', { pay_period: 'FORTNIGHTLY' })
  })
  afterAll(() => tasman.close())

  it('drafts wages beside extra payments, and names everyone else with the reason', async () => {
    const extra = [{ description: 'Bonus', amount: 100 }]
    const hours = [{ description: 'Ordinary hours', units: 'hours', value: 10 }]
    const made = await owner.put(`${api}/pays/create?pay_date=2026-11-12`, [
      { employee_id: ids.Bonus, allowances: [], bonuses: extra },
      { employee_id: ids.Paid, hours },
    ])
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const injured = await owner.put(`${api}/workers-comp-pays/create?pay_date=2026-11-12`, [
      { employee_id: ids.Injured, hours },
    ])
    expect(injured.status, JSON.stringify(injured.body)).toBe(201)
    const { status, body } = await owner.post(`${api}/pay-runs`, {
      pay_period: 'WEEKLY',
      pay_date: '2026-11-12',
    })
    expect(status, JSON.stringify(body)).toBe(201)
    const drafted = body.pays.filter((pay: AnyJson) => pay.status === 'pending')
    expect(drafted.map((pay: AnyJson) => pay.employee_id).sort()).toEqual([ids.Bonus, ids.Injured].sort())
    const paidId = body.pays.find((pay: AnyJson) => pay.employee_id === ids.Paid).id
    const reasons = Object.fromEntries(
      body.skipped.map(({ employee_id, reason }: AnyJson) => [employee_id, reason]),
    )
    expect(reasons).toEqual({
      [ids.Late ?? 0]: 'Starts on 2026-12-01, after the period ends on 2026-11-15.',
      [ids.Paid ?? 0]: `Pay ${paidId} of this run already covers the period.`,
      [ids.Paused ?? 0]: 'Not an active pay recipient.',
    })
    const check = await owner.get(`${api}/pay-runs/${body.pay_run_id}/readiness`)
    expect(check.body.skipped.map(({ employee_id }: AnyJson) => employee_id).sort()).toEqual(
      [ids.Late, ids.Paused].sort(),
    )
    const again = await owner.post(`${api}/pay-runs`, { pay_period: 'WEEKLY', pay_date: '2026-11-12' })
    expect(again.body.pays).toHaveLength(body.pays.length)
    expect(again.body.skipped).toHaveLength(5)
  })
})
