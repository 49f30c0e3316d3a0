import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

/* Weekly, 40 an hour, 38 hours: 1,520 a week, tax 305. Weeks end on Sundays; today is 18 November 2026. */

let tasman: TestApp
let owner: TestClient
let company: number
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-18T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = (await aCompany(owner)).id
})
afterAll(() => tasman.close())

const UNION = { description: 'Union', amount: '10.00', classification: 'UNION_FEES', auto_apply_to_pay: true }

async function person(): Promise<number> {
  return (await anEmployee(owner, company, { pay_period: 'WEEKLY' })).id
}

async function pay(employee: number, date: string, more: AnyJson = {}): Promise<AnyJson> {
  const { status, body } = await owner.put(`/api/company/${company}/pays/create?pay_date=${date}`, [
    {
      employee_id: employee,
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 38 }],
      ...more,
    },
  ])
  expect([status, body.detail]).toEqual([201, undefined])
  return body[0]
}

const at = (employee: number, kind = 'deductions') => `/api/employees/${employee}/${kind}`
const read = async (payId: number) => (await owner.get(`/api/company/${company}/pays/${payId}`)).body
const renew = (ids: number[]) =>
  owner.post(`/api/company/${company}/pays/recalculate`, { pay_ids: ids, renew_snapshot: true })
const amounts = (body: AnyJson) => body.deductions.map((row: AnyJson) => row.amount)

describe('standing items have dates', () => {
  it('a change without a date leaves a week that is entered late as it was', async () => {
    const employee = await person()
    const { body: item } = await owner.post(at(employee), UNION)
    expect([item.applies_from, item.applies_to]).toEqual([null, null])
    expect(amounts(await pay(employee, '2026-10-09'))).toEqual([10])
    await owner.patch(`${at(employee)}/${item.id}`, { amount: '14.50' })
    expect(amounts(await pay(employee, '2026-10-02'))).toEqual([10])
    expect(amounts(await pay(employee, '2026-10-16'))).toEqual([14.5])
  })

  it('an item that ended still belongs to a week of its time', async () => {
    const employee = await person()
    const { body: item } = await owner.post(at(employee), UNION)
    await pay(employee, '2026-10-09')
    expect((await owner.delete(`${at(employee)}/${item.id}`)).status).toBe(204)
    expect(amounts(await pay(employee, '2026-10-16'))).toEqual([])
    expect(amounts(await pay(employee, '2026-10-02'))).toEqual([10])
    expect((await owner.get(at(employee))).body).toEqual([])
  })

  it('an item added after pays does not come onto a week before them', async () => {
    const employee = await person()
    await pay(employee, '2026-10-09')
    const { body: item } = await owner.post(at(employee), UNION)
    expect(item.applies_from).toBe('2026-10-10')
    expect(amounts(await pay(employee, '2026-10-02'))).toEqual([])
    expect(amounts(await pay(employee, '2026-10-16'))).toEqual([10])
  })

  it('a change from a past day names the pays since, and renewing writes what was promised', async () => {
    const employee = await person()
    const { body: item } = await owner.post(at(employee), UNION)
    const [first, second] = [await pay(employee, '2026-10-02'), await pay(employee, '2026-10-09')]
    const { status, body } = await owner.patch(`${at(employee)}/${item.id}`, {
      amount: '13.00',
      effective_from: '2026-10-05',
    })
    expect(status).toBe(200)
    expect(body.affected_pays).toEqual([
      {
        pay_id: second.id,
        processed_date: '2026-10-09',
        is_termination: false,
        needs_renew_snapshot: true,
        differences: expect.arrayContaining([{ figure: 'net', stored: 1205, recalculated: 1202 }]),
      },
    ])
    expect(amounts(await read(second.id))).toEqual([10])
    const { body: again } = await renew([first.id, second.id])
    expect(again.pays.map((each: AnyJson) => [each.net, amounts(each)])).toEqual([
      [1205, [10]],
      [1202, [13]],
    ])
    // A rebuild with the same rows changes nothing.
    const rows = { hours: [{ description: 'Ordinary hours', units: 'hours', value: 38 }] }
    const rebuilt = await owner.put(`/api/company/${company}/pays/${first.id}`, rows)
    expect(amounts(rebuilt.body)).toEqual([10])
  })

  it('an item added from a past day comes onto the pays since when they are renewed, not onto a list that was sent later', async () => {
    const employee = await person()
    // In the second half of a second, the rounded time of the pay would be after that of the item.
    tasman.clock.set(new Date(Math.ceil(tasman.clock.now().getTime() / 1000) * 1000 + 500))
    const made = await pay(employee, '2026-10-09')
    const [stored] = await tasman.service.database.query
      .selectFrom('pays')
      .select('created_at')
      .where('id', '=', made.id)
      .execute()
    expect(stored?.created_at.getTime()).toBeLessThanOrEqual(tasman.clock.now().getTime())
    const { body } = await owner.post(at(employee, 'allowances'), {
      description: 'Tools',
      amount: '20.00',
      allowance_category: 'TD',
      auto_apply_to_pay: true,
      effective_from: '2026-10-05',
    })
    expect(body.applies_from).toBe('2026-10-05')
    expect(body.affected_pays.map((each: AnyJson) => each.pay_id)).toEqual([made.id])
    const { body: again } = await renew([made.id])
    // 0.32 × 1,540.99 − 181.7319 = 311.38
    expect(again.pays.map((each: AnyJson) => [each.gross, each.tax])).toEqual([[1540, 311]])
  })

  it('an end from a past day answers with the pays, and from a coming day keeps the item until then', async () => {
    const employee = await person()
    const { body: item } = await owner.post(at(employee), UNION)
    const made = await pay(employee, '2026-10-09')
    const ended = await owner.delete(`${at(employee)}/${item.id}?effective_from=2026-10-05`)
    expect([ended.status, ended.body.affected_pays[0].pay_id]).toEqual([200, made.id])
    expect(amounts((await renew([made.id])).body.pays[0])).toEqual([])

    const { body: second } = await owner.post(at(employee), { ...UNION, effective_from: '2026-10-12' })
    const later = await owner.delete(`${at(employee)}/${second.id}?effective_from=2026-12-01`)
    expect(later.status).toBe(204)
    const { body: list } = await owner.get(at(employee))
    expect(list.map((each: AnyJson) => [each.applies_from, each.applies_to])).toEqual([
      ['2026-10-12', '2026-11-30'],
    ])
    expect(amounts(await pay(employee, '2026-12-04'))).toEqual([])
    expect(amounts(await pay(employee, '2026-11-27'))).toEqual([10])
  })

  it('a change from a coming day shows what applies today', async () => {
    const employee = await person()
    const { body: item } = await owner.post(at(employee), UNION)
    const path = `${at(employee)}/${item.id}`
    const { body } = await owner.patch(path, { amount: '22.00', effective_from: '2026-12-01' })
    expect(body.amount).toBe(10)
    expect(amounts(await pay(employee, '2026-12-04'))).toEqual([22])
    expect(amounts(await pay(employee, '2026-11-27'))).toEqual([10])
    expect((await owner.patch(path, { effective_from: '1850-01-01' })).status).toBe(422)
  })

  it('the order of dated changes does not matter', async () => {
    const orders = [
      [
        { amount: '12.00', effective_from: '2026-10-05' },
        { amount: '16.00', effective_from: '2026-10-12' },
      ],
      [
        { amount: '16.00', effective_from: '2026-10-12' },
        { amount: '12.00', effective_from: '2026-10-05' },
      ],
    ]
    for (const changes of orders) {
      const employee = await person()
      const { body: item } = await owner.post(at(employee), UNION)
      for (const change of changes) await owner.patch(`${at(employee)}/${item.id}`, change)
      const paid: unknown[] = []
      for (const date of ['2026-10-16', '2026-10-02', '2026-10-09'])
        paid.push(amounts(await pay(employee, date)))
      expect(paid).toEqual([[16], [10], [12]])
      expect((await owner.get(at(employee))).body[0].amount).toBe(16)
    }
  })
})
