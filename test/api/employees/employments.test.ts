import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'
import { setBalances, terminate } from '../terminations/story.ts'

/* One person with several employments: each is ended, undone and counted separately. */

let tasman: TestApp
let owner: TestClient
let company: AnyJson
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-10T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
})
afterAll(() => tasman.close())

const hire = (change: object = {}) =>
  anEmployee(owner, company.id, { start_date: '2020-02-03', pay_rate_per_hour: '40.00', ...change })
const end = async (id: number, day: string, more: object = {}) => {
  const { status, body } = await terminate(owner, id, { termination_date: day, pay_date: day, ...more })
  expect([status, body.detail]).toEqual([200, undefined])
  return body
}
const takeBack = async (id: number, start_date: string, more: object = {}) => {
  const { status, body } = await owner.post(`/api/employees/${id}/reinstate`, { start_date, ...more })
  expect(status).toBe(200)
  return body
}
const days = async (id: number) =>
  (await owner.get(`/api/employees/${id}/employments`)).body.map((each: AnyJson) => [
    each.start_date,
    each.end_date,
    each.service_start_date,
  ])
const remove = async (payId: number) => {
  const { status } = await owner.delete(`/api/company/${company.id}/pays/${payId}`)
  expect([200, 204]).toContain(status)
}

describe('two terminations in a year', () => {
  it('are two employments; undoing the second leaves the first', async () => {
    const { id } = await hire()
    await end(id, '2026-07-31')
    await takeBack(id, '2026-08-17')
    const second = await end(id, '2026-10-02')
    expect(await days(id)).toEqual([
      ['2020-02-03', '2026-07-31', '2020-02-03'],
      ['2026-08-17', '2026-10-02', '2026-08-17'],
    ])
    await remove(second.pay_id)
    expect(await days(id)).toEqual([
      ['2020-02-03', '2026-07-31', '2020-02-03'],
      ['2026-08-17', null, '2026-08-17'],
    ])
  })

  it('undoing the first joins both, and the second stays ended', async () => {
    const { id } = await hire()
    const first = await end(id, '2026-07-31')
    await takeBack(id, '2026-08-17')
    await end(id, '2026-10-02')
    await remove(first.pay_id)
    expect(await days(id)).toEqual([['2020-02-03', '2026-10-02', '2020-02-03']])
    expect((await owner.get(`/api/employees/${id}`)).body).toMatchObject({
      start_date: '2020-02-03',
      is_terminated: true,
      termination_date: '2026-10-02',
    })
  })

  it('undoing the one in the middle of three joins its neighbours', async () => {
    const { id } = await hire()
    await end(id, '2026-07-31')
    await takeBack(id, '2026-08-17')
    const second = await end(id, '2026-09-04')
    await takeBack(id, '2026-09-14', { is_continuous: true })
    await remove(second.pay_id)
    expect(await days(id)).toEqual([
      ['2020-02-03', '2026-07-31', '2020-02-03'],
      ['2026-08-17', null, '2026-08-17'],
    ])
  })
})

describe('long service after being taken back', () => {
  // NSW: pro rata from five years on redundancy
  const finalLeave = async (id: number) => {
    await setBalances(tasman, id, { lsl_hours: 200 })
    return end(id, '2026-10-30', { reason: 'REDUNDANCY' })
  }

  it('counts the earlier employment where the Act bridges the gap, and says so', async () => {
    const { id } = await hire({ state: 'NSW' })
    await end(id, '2026-07-31')
    const { warnings } = await takeBack(id, '2026-08-31')
    expect(warnings).toContainEqual(expect.stringContaining('NSW allows a gap of'))
    await aPay(owner, company.id, '2026-09-04', aWeek(id))
    const final = await finalLeave(id)
    expect(final.unused_lsl_amount ?? final.unused_lsl_post_august_1993).toBe(8000)
  })

  it('starts again after a longer gap', async () => {
    const { id } = await hire({ state: 'NSW' })
    await end(id, '2026-07-31')
    const { warnings } = await takeBack(id, '2026-10-05')
    expect(warnings.join()).not.toContain('bridges')
    const final = await finalLeave(id)
    expect(final.unused_lsl_amount ?? final.unused_lsl_post_august_1993).toBe(0)
  })
})
