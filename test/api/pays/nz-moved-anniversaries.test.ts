import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, type CivilDate, civilDate } from '../../../src/kernel/values/dates.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, employeeBody } from '../../support/make.ts'

/*
 * A correction moves the day on which twelve months are complete (Holidays Act 2003 s 16): the start of the employment, or unpaid
 * leave that was none. The weeks and the 8% of the final pay follow the same day.
 */

let tasman: TestApp
let owner: TestClient
let company: AnyJson

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-19T06:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner, { jurisdiction: 'NZ' })
})
afterAll(() => tasman.close())

async function worker(start: string): Promise<number> {
  const body = employeeBody({
    country: 'NZ',
    pay_rate_per_hour: '30.00',
    pay_period: 'WEEKLY',
    start_date: start,
    nz_work_pattern: 'MO 8,TU 8,WE 8,TH 8,FR 8',
  })
  return (await owner.put(`/api/company/${company.id}/employees/create`, [body])).body[0].employee.id
}

const WORK = { hours: [{ description: 'Ordinary', units: 'hours', value: 40 }] }
const unpaid = (date: string) => ({
  leave: [{ description: 'Unpaid', leave_type: 'UNPAID', date, hours: 40 }],
})

async function pay(employee_id: number, payDate: string, items: object = WORK): Promise<AnyJson> {
  const path = `/api/company/${company.id}/pays/create?pay_date=${payDate}`
  const { status, body } = await owner.put(path, [{ employee_id, ...items }])
  expect(status).toBe(201)
  return body[0]
}

async function weeks(id: number, from: string, to: string): Promise<void> {
  for (let day: CivilDate = civilDate(from); day <= to; day = addDays(day, 7)) await pay(id, day)
}

const startOn = async (id: number, start_date: string) => {
  const { status } = await owner.patch(`/api/company/${company.id}/employees/update`, [{ id, start_date }])
  expect(status).toBe(200)
}

async function finalPay(id: number, last: string, payDate: string): Promise<number[]> {
  const path = `/api/employees/${id}/terminate?dry_run=true`
  const { status, body } = await owner.post(path, { termination_date: last, pay_date: payDate })
  expect(status).toBe(200)
  return [Number(body.unused_holiday_amount), Number(body.non_etp_amount)]
}

const ledgerOf = async (id: number) => {
  const { balances, differences } = (await owner.get(`/api/employees/${id}/leave-ledger`)).body
  const annual = balances.find((each: AnyJson) => each.balance === 'annual_holidays_weeks')
  return [annual.lots.map(({ arose_on, left }: AnyJson) => [arose_on, left]), differences]
}

describe('a start of employment that was recorded too late', () => {
  it('is granted its weeks by the next pay, or by the final pay', async () => {
    const id = await worker('2025-10-06')
    await weeks(id, '2025-10-12', '2026-09-20')
    await startOn(id, '2025-09-01')
    // Four weeks of 1,200.00, and 8% of them and of 2,400.00 since 1 September with 4 of 5 days of the first week.
    const [left, share] = await finalPay(id, '2026-09-25', '2026-09-27')
    expect(left).toBe(4800)
    expect(share).toBe(652.8)
    const next = await pay(id, '2026-09-27')
    expect(next.leave_balance_rows[0].weeks).toBe(4)
    expect(await ledgerOf(id)).toEqual([[['2026-09-01', 4]], []])
    expect((await pay(id, '2026-10-04')).leave_balance_rows[0].weeks).toBe(4)
    expect((await pay(id, '2026-10-11')).leave_balance_rows[0].weeks).toBe(4)
  })
})

describe('a start of employment that was recorded too early', () => {
  it('loses the weeks again where the employment ends before twelve months', async () => {
    const id = await worker('2025-09-01')
    await weeks(id, '2025-10-12', '2026-09-20')
    await startOn(id, '2025-10-06')
    expect(await finalPay(id, '2026-09-25', '2026-09-27')).toEqual([0, 4800])
    // The weeks are granted once, although the anniversary is now in October.
    await weeks(id, '2026-09-27', '2026-10-04')
    const next = await pay(id, '2026-10-11')
    expect(next.leave_balance_rows[0].weeks).toBe(4)
    // Labour Day falls within the weeks left (s 40). 8% of 5,040.00 and of the 960.00 since 6 October.
    expect(await finalPay(id, '2026-10-16', '2026-10-18')).toEqual([5040, 480])
  })
})

describe('unpaid weeks that are corrected to weeks of work', () => {
  it('move the anniversary back, and the next pay grants its weeks', async () => {
    const id = await worker('2025-09-01')
    await weeks(id, '2025-09-07', '2026-03-08')
    const away: AnyJson[] = []
    for (const day of ['2026-03-15', '2026-03-22', '2026-03-29'])
      away.push(await pay(id, day, unpaid(addDays(civilDate(day), -6))))
    await weeks(id, '2026-04-05', '2026-09-06')
    for (const { id: payId } of away) {
      const path = `/api/company/${company.id}/pays/${payId}`
      const put = await owner.put(path, { employee_id: id, ...WORK, leave: [] })
      expect(put.status).toBe(200)
    }
    const next = await pay(id, '2026-09-13')
    expect(next.leave_balance_rows[0].weeks).toBe(4)
    expect(await ledgerOf(id)).toEqual([[['2026-09-01', 4]], []])
  })
})
