import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-08T00:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
})
afterAll(() => tasman.close())

const url = (rest = '', of: AnyJson = company) => `/api/company/${of.id}/pay-calendars${rest}`
const aCalendar = async (body: object = {}, of: AnyJson = company) => {
  const answer = await owner.post(url('', of), { name: `C${Math.random()}`, pay_period: 'WEEKLY', ...body })
  expect(answer.status).toBe(201)
  return answer.body
}

describe('pay calendars', () => {
  it('give their employees runs of their own beside those of the company’s cycle', async () => {
    const own = await aCompany(owner)
    const [mia, ben] = [await anEmployee(owner, own.id), await anEmployee(owner, own.id)]
    const calendar = await aCalendar({ anchor_date: '2026-07-01' }, own)
    const set = await owner.put(url(`/${calendar.id}/employees`, own), { employee_ids: [mia.id] })
    expect([set.status, set.body.employee_ids]).toEqual([200, [mia.id]])
    const { body } = await owner.put(`/api/company/${own.id}/pays/create?pay_date=2026-07-06`, [
      aWeek(mia.id),
      aWeek(ben.id),
    ])
    expect(body.map((pay: AnyJson) => pay.pay_run_end_date)).toEqual(['2026-07-08', '2026-07-12'])
    const same = await aCalendar({ anchor_date: '2026-07-12' }, own)
    await owner.put(url(`/${same.id}/employees`, own), { employee_ids: [ben.id] })
    await aPay(owner, own.id, '2026-07-06', aWeek(ben.id))
    const runs = (await owner.get(`/api/company/${own.id}/pay-runs`)).body
    expect(runs.map((run: AnyJson) => [run.pay_run_end_date, run.pay_calendar_id])).toEqual([
      ['2026-07-08', calendar.id],
      ['2026-07-12', null],
      ['2026-07-12', same.id],
    ])
  })

  it('draft those who have them, on a payment day that banks work', async () => {
    const own = await aCompany(owner)
    const mia = await anEmployee(owner, own.id, { pay_period: 'MONTHLY' })
    await anEmployee(owner, own.id, { pay_period: 'MONTHLY' })
    // 25 and 26 December 2026 are a Friday and a Saturday; the 28th is the observed Boxing Day.
    const draft = async (rule: string) => {
      const calendar = await aCalendar(
        { pay_period: 'MONTHLY', days_in_arrears: 25, payment_day_rule: rule },
        own,
      )
      await owner.put(url(`/${calendar.id}/employees`, own), { employee_ids: [mia.id] })
      const { status, body } = await owner.post(`/api/company/${own.id}/pay-runs`, {
        pay_period: 'MONTHLY',
        pay_calendar_id: calendar.id,
        period_end_date: '2026-11-30',
      })
      expect([status, body.pays.length]).toEqual([201, 1])
      return body.pays[0].processed_date
    }
    expect(await draft('BEFORE')).toBe('2026-12-24')
    expect(await draft('AFTER')).toBe('2026-12-29')
    expect(await draft('NONE')).toBe('2026-12-25')
  })

  it('refuse what does not fit', async () => {
    const monthly = await anEmployee(owner, company.id, { pay_period: 'MONTHLY' })
    const calendar = await aCalendar({ name: 'Staff' })
    const twin = await owner.post(url(), { name: 'staff', pay_period: 'WEEKLY' })
    expect(twin.status).toBe(409)
    const wrong = await owner.put(url(`/${calendar.id}/employees`), { employee_ids: [monthly.id] })
    expect([wrong.status, wrong.body.detail]).toEqual([400, expect.stringContaining('another pay period')])
    expect((await owner.put(url('/999999/employees'), { employee_ids: [] })).status).toBe(404)
    const other = await tasman.clientFor('other')
    expect((await other.get(url())).status).toBe(403)
    const mia = await anEmployee(owner, company.id)
    await owner.put(url(`/${calendar.id}/employees`), { employee_ids: [mia.id] })
    await aPay(owner, company.id, '2026-07-06', aWeek(mia.id))
    expect((await owner.delete(url(`/${calendar.id}`))).status).toBe(409)
    expect((await owner.patch(url(`/${calendar.id}`), { pay_period: 'MONTHLY' })).status).toBe(409)
    const unused = await aCalendar()
    expect((await owner.delete(url(`/${unused.id}`))).status).toBe(204)
  })
})

describe('a change of the anchor', () => {
  it('taxes periods that share days together, and says so', async () => {
    const own = await aCompany(owner)
    const [mia, ben] = [await anEmployee(owner, own.id), await anEmployee(owner, own.id)]
    const calendar = await aCalendar({ anchor_date: '2026-07-05' }, own)
    await owner.put(url(`/${calendar.id}/employees`, own), { employee_ids: [mia.id] })
    const first = await aPay(owner, own.id, '2026-07-05', aWeek(mia.id))
    const changed = await owner.patch(url(`/${calendar.id}`, own), { anchor_date: '2026-07-08' })
    expect(changed.body.warnings).toEqual([expect.stringContaining('taxed together')])
    const { body } = await owner.put(`/api/company/${own.id}/pays/create?pay_date=2026-07-08`, [
      aWeek(mia.id),
    ])
    expect(body[0].warnings).toContainEqual(expect.stringContaining('2026-07-02 to 2026-07-08 overlaps'))
    // Together they are taxed as 76 hours of one week.
    const whole = await aPay(
      owner,
      own.id,
      '2026-07-05',
      aWeek(ben.id, { hours: [{ description: 'All', units: 'hours', value: 76 }] }),
    )
    expect(first.tax + body[0].tax).toBe(whole.tax)
    const next = await aPay(owner, own.id, '2026-07-15', aWeek(mia.id))
    expect(next.tax).toBe(first.tax)
  })
})

describe('runs', () => {
  it('can be discarded while nothing is processed', async () => {
    const own = await aCompany(owner)
    const mia = await anEmployee(owner, own.id)
    const { body: run } = await owner.post(`/api/company/${own.id}/pay-runs`, {
      pay_period: 'WEEKLY',
      pay_date: '2026-07-12',
    })
    const path = `/api/company/${own.id}/pay-runs/${run.pay_run_id}`
    expect((await owner.delete(path)).status).toBe(204)
    expect((await owner.get(path)).status).toBe(404)
    expect((await owner.get(`/api/company/${own.id}/pays`)).body).toEqual([])
    const paid = await aPay(owner, own.id, '2026-07-12', aWeek(mia.id))
    const refused = await owner.delete(`/api/company/${own.id}/pay-runs/${paid.pay_run_id}`)
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('is processed')])
  })

  it('that were skipped stand among the obligations', async () => {
    const own = await aCompany(owner)
    const mia = await anEmployee(owner, own.id)
    for (const date of ['2026-06-07', '2026-06-28']) await aPay(owner, own.id, date, aWeek(mia.id))
    const { body } = await owner.get(`/api/company/${own.id}/obligations`)
    const skipped = body.filter((row: AnyJson) => row.kind === 'skipped-period')
    expect(skipped.map((row: AnyJson) => [row.period_start, row.period_end])).toEqual([
      ['2026-06-08', '2026-06-14'],
      ['2026-06-15', '2026-06-21'],
    ])
  })
})
