import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-09-22T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
})
afterAll(() => tasman.close())

const notice = async (query: string) => (await owner.get(`/api/calculators/notice?${query}`)).body
const redundancy = async (query: string) => (await owner.get(`/api/calculators/redundancy?${query}`)).body
const longService = async (query: string) =>
  (await owner.get(`/api/calculators/long-service-leave?${query}`)).body

describe('notice (Fair Work Act 2009 s 117)', () => {
  it.each([
    ['2026-09-12', '2026-09-11', 1],
    ['2025-09-12', '2026-09-11', 1],
    ['2025-09-11', '2026-09-11', 2],
    ['2023-09-12', '2026-09-11', 2],
    ['2023-09-11', '2026-09-11', 3],
    ['2021-09-12', '2026-09-11', 3],
    ['2021-09-11', '2026-09-11', 4],
  ])('from %s to %s', async (start, end, weeks) => {
    const days =
      start > end
        ? `start_date=${end}&termination_date=${start}`
        : `start_date=${start}&termination_date=${end}`
    expect((await notice(days)).weeks).toBe(weeks)
  })

  it('is a week longer over 45 with two years of service', async () => {
    const of = (born: string, start: string) =>
      notice(`start_date=${start}&termination_date=2026-09-11&date_of_birth=${born}`)
    expect((await of('1981-09-11', '2020-01-06')).weeks).toBe(4)
    expect((await of('1981-09-10', '2020-01-06')).weeks).toBe(5)
    expect((await of('1970-01-01', '2024-09-13')).weeks).toBe(2)
    expect((await of('1970-01-01', '2024-09-12')).weeks).toBe(3)
  })

  it('explains its steps, and says what it is worth', async () => {
    const body = await notice('start_date=2022-08-01&termination_date=2026-09-11&weekly_pay=1520.5')
    expect(body).toMatchObject({ weeks: 3, amount: 4561.5 })
    expect(body.steps.map((step: AnyJson) => [step.name, step.amount])).toEqual([
      ['notice.weeks', 3],
      ['amount', 4561.5],
    ])
    expect(body.steps[0]).toMatchObject({ rule: 'Fair Work Act 2009 ss 117 and 123' })
    expect(body.steps[0].source).toContain('National Employment Standards')
  })

  it('is none for casuals, and refuses days in the wrong order', async () => {
    const days = 'start_date=2020-01-06&termination_date=2026-09-11'
    expect((await notice(`${days}&is_casual=true`)).weeks).toBe(0)
    const wrong = await owner.get('/api/calculators/notice?start_date=2026-09-12&termination_date=2026-09-11')
    expect(wrong).toMatchObject({ status: 400 })
  })
})

describe('redundancy pay (Fair Work Act 2009 s 119)', () => {
  it('follows completed years, and is none for small employers and casuals', async () => {
    const of = (start: string, more = '') =>
      redundancy(`start_date=${start}&termination_date=2026-09-11${more}`)
    expect((await of('2025-09-13')).weeks).toBe(0)
    expect((await of('2025-09-12')).weeks).toBe(4)
    expect((await of('2017-09-12')).weeks).toBe(16)
    expect((await of('2016-09-12')).weeks).toBe(12)
    expect((await of('2017-09-12', '&employee_count=14')).weeks).toBe(0)
    expect((await of('2017-09-12', '&employee_count=15')).weeks).toBe(16)
    expect((await of('2017-09-12', '&is_casual=true')).weeks).toBe(0)
  })
})

describe('long service leave by state', () => {
  const days = 'start_date=2018-07-02&termination_date=2026-07-01'
  it('is owed by years and reason', async () => {
    // A sixtieth of the service (Long Service Leave Act 2018 (Vic) s 6): 2,922 days ÷ 7 ÷ 60.
    expect((await longService(`${days}&state=VIC`)).weeks).toBe(6.9571)
    expect((await longService(`${days}&state=NSW`)).weeks).toBe(0)
    expect((await longService(`${days}&state=NSW&cessation_type_code=F`)).weeks).toBe(6.9333)
    expect((await longService(`${days}&state=SA`)).weeks).toBe(10.4)
    const more = 'start_date=2018-07-02&termination_date=2026-12-30'
    expect((await longService(`${more}&state=SA`)).weeks).toBe(10.4)
    // 3,104 days ÷ 7 ÷ 60.
    expect((await longService(`${more}&state=VIC`)).weeks).toBe(7.3905)
    expect((await longService(`${days}&state=XX`)).weeks).toBeNull()
  })
})

describe('the entitlements of an employee', () => {
  it('come from the record', async () => {
    const employee = await anEmployee(owner, company.id, {
      start_date: '2021-07-01',
      date_of_birth: '1975-02-03',
      pay_rate_per_hour: '40.00',
      state: 'NSW',
    })
    const path = `/api/employees/${employee.id}/entitlements?termination_date=2026-09-11&reason=REDUNDANCY`
    const { status, body } = await owner.get(`${path}&employee_count=40`)
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        employee_id: employee.id,
        service_start_date: '2021-07-01',
        weekly_pay: 1520,
        notice: expect.objectContaining({ weeks: 5, amount: 7600 }),
        redundancy: expect.objectContaining({ weeks: 10, amount: 15200 }),
        long_service_balance_weeks: 0,
      }),
    ])
    expect(body.long_service_leave.weeks).toBeGreaterThan(4.4)
    expect((await owner.get(path)).body.warnings).toHaveLength(2)
  })

  it('are not worked out in New Zealand', async () => {
    const other = await aCompany(owner, { jurisdiction: 'NZ' })
    const employee = await anEmployee(owner, other.id, { country: 'NZ' })
    const path = `/api/employees/${employee.id}/entitlements?termination_date=2026-09-11`
    expect(await owner.get(path)).toMatchObject({ status: 400 })
    expect((await owner.get('/api/employees/999999/entitlements?termination_date=2026-09-11')).status).toBe(
      404,
    )
  })
})

describe('fringe benefits by their taxable value', () => {
  it('are grossed up above the limit, and explained below it', async () => {
    const employee = await anEmployee(owner, company.id)
    const path = `/api/single-touch/${company.id}/payees/${employee.id}/years/2027`
    const put = async (body: object) => (await owner.put(path, body)).body
    expect(await put({ taxable_fringe_benefits: '2000.00' })).toMatchObject({ fringe_benefits: 0 })
    expect(await put({ taxable_fringe_benefits: 2000.01 })).toMatchObject({ fringe_benefits: 3773 })
    expect(await put({ taxable_exempt_fringe_benefits: 6400 })).toMatchObject({
      exempt_fringe_benefits: 12075,
    })
    expect((await put({ fringe_benefits: 1750 })).warnings[0]).toContain('below 3773')
    expect(await put({ fringe_benefits: 3773 })).not.toHaveProperty('warnings')
    const both = await owner.put(path, { fringe_benefits: 4000, taxable_fringe_benefits: 3000 })
    expect(both.status).toBe(422)
  })
})
