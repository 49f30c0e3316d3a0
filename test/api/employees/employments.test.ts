import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek, expectInvariants } from '../../support/pays.ts'
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

describe('the leave of an Australian who is taken back', () => {
  const balances = async (id: number) => {
    const { body } = await owner.get(`/api/employees/${id}`)
    return { sick: body.sick_hours, longService: body.lsl_hours }
  }
  const ended = async (state: string) => {
    const { id } = await hire({ state })
    await aPay(owner, company.id, '2026-07-24', aWeek(id))
    await setBalances(tasman, id, { sick_hours: 106.25, lsl_hours: 202.5 })
    return { id, final: await end(id, '2026-07-31') }
  }

  it('ended with the earlier employment; undoing the end brings it back', async () => {
    const { id, final } = await ended('NSW')
    const { warnings } = await takeBack(id, '2026-10-12')
    expect(warnings).toEqual(
      expect.arrayContaining([
        '106.25 hours of sick leave ended with the earlier employment: the balance is 0.',
        '202.5 hours of long service leave ended with the earlier employment: the balance is 0.',
      ]),
    )
    expect(await balances(id)).toEqual({ sick: 0, longService: 0 })
    await remove(final.pay_id)
    expect(await balances(id)).toEqual({ sick: 106.25, longService: 202.5 })
  })

  it('owes nothing to the earlier employment where leave was taken in advance', async () => {
    const { id } = await hire()
    await aPay(owner, company.id, '2026-07-24', aWeek(id))
    await setBalances(tasman, id, { holiday_hours: -35.5, sick_hours: -7.6, rdo_hours: -2 })
    const final = await end(id, '2026-07-31')
    const { warnings } = await takeBack(id, '2026-10-12')
    const ofAdvance = warnings.filter((each: string) => each.includes('taken in advance'))
    expect(ofAdvance.map((each: string) => each.split(' were')[0])).toEqual([
      expect.stringContaining('hours of sick leave'),
      expect.stringContaining('hours of annual leave'),
      expect.stringContaining('hours of rostered days off'),
    ])
    const { body } = await owner.get(`/api/employees/${id}`)
    expect([body.holiday_hours, body.sick_hours, body.rdo_hours]).toEqual([0, 0, 0])
    await remove(final.pay_id)
    expect((await owner.get(`/api/employees/${id}`)).body).toMatchObject({
      holiday_hours: -35.5,
      sick_hours: -7.6,
      rdo_hours: -2,
    })
  })

  it('is not moved by pays of the earlier employment that are corrected, deleted or entered late', async () => {
    const { id } = await hire({ state: 'VIC' })
    const first = await aPay(owner, company.id, '2026-07-10', aWeek(id))
    const second = await aPay(owner, company.id, '2026-07-17', aWeek(id))
    const final = await end(id, '2026-07-31')
    await takeBack(id, '2026-10-12')
    await aPay(owner, company.id, '2026-10-18', aWeek(id))
    const left = async () => {
      const { body } = await owner.get(`/api/employees/${id}`)
      return [body.holiday_hours, body.sick_hours]
    }
    const own = await left()
    expect(own[0]).toBeGreaterThan(0)
    const path = `/api/company/${company.id}/pays/${first.id}`
    const hours = [{ description: 'Ordinary hours', units: 'hours', value: 76 }]
    expect((await owner.put(path, { hours })).status).toBe(200)
    expect(await left()).toEqual(own)
    const { body } = await owner.delete(`/api/company/${company.id}/pays/${second.id}`)
    expect(await left()).toEqual(own)
    // What the final pay owes more or less for it is listed with that pay.
    expect(body.affected_pays.map((each: AnyJson) => each.pay_id)).toContain(final.pay_id)
    await aPay(owner, company.id, '2026-07-24', aWeek(id))
    await owner.post(`/api/company/${company.id}/pays/recalculate`, { pay_ids: [first.id] })
    expect(await left()).toEqual(own)
    await expectInvariants(tasman, id)
    await remove(final.pay_id)
    // 76 and 38 hours before the end, and 38 after it.
    const sick = own[1] ?? 0
    expect((await left())[1]).toBeCloseTo(sick * 4, 3)
  })

  it('keeps long service where the Act bridges the gap, and everything where service continues', async () => {
    const bridged = await ended('NSW')
    await takeBack(bridged.id, '2026-08-31')
    expect(await balances(bridged.id)).toEqual({ sick: 0, longService: 202.5 })
    const continued = await ended('VIC')
    await takeBack(continued.id, '2026-10-12', { is_continuous: true })
    expect(await balances(continued.id)).toEqual({ sick: 106.25, longService: 202.5 })
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
