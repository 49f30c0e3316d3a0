import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aPayer, aPerson, pay } from '../payments/story.ts'

/* Replies of banks and funds, line by line: returned money is open again for exactly that person. */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-15T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

async function aPaidRun() {
  const company = await aPayer(owner)
  const ann = await aPerson(owner, company.id, { first_name: 'Ann' })
  const bob = await aPerson(owner, company.id, { first_name: 'Bob' })
  for (const { id } of [ann, bob]) await pay(owner, company.id, id, '2026-07-15')
  return { company, ann, bob }
}
const openOf = async (path: string) =>
  (await owner.get(path)).body.filter((row: AnyJson) => row.open > 0).map((row: AnyJson) => row.employee_id)

describe('bank-answers', () => {
  it('opens what was returned, passes over what was accepted, and may come twice', async () => {
    const { company, ann, bob } = await aPaidRun()
    const file = await owner.post(`/api/company/${company.id}/payments/files`, { all_open: true })
    await owner.patch(`/api/company/${company.id}/payments/files/${file.body.id}`, {
      settled_on: '2026-07-15',
    })
    const answers = [
      {
        employee_id: ann.id,
        file_id: file.body.id,
        outcome: 'returned',
        date: '2026-07-15',
        reason: 'Closed',
      },
      { employee_id: bob.id, file_id: file.body.id, outcome: 'accepted' },
    ]
    const path = `/api/company/${company.id}/imports/bank-answers`
    const items = `/api/company/${company.id}/payments/items`
    expect((await owner.post(`${path}?dry_run=true`, answers)).body).toMatchObject({ is_stored: false })
    expect(await openOf(items)).toEqual([])
    expect((await owner.post(path, answers)).status).toBe(200)
    expect(await openOf(items)).toEqual([ann.id])
    const again = await owner.post(path, answers)
    expect(again.body.rows[0].warnings).toEqual(['It already came back: nothing changed.'])
    const [{ date: _date, ...undated }] = answers as [AnyJson]
    expect((await owner.post(path, [undated])).status).toBe(422)
    expect((await owner.post(path, [{ ...answers[0], file_id: 999_999 }])).status).toBe(422)
  })
})

describe('an answer with an amount', () => {
  it('counts once however often it comes, and two equal credits of one reply are two', async () => {
    const { company, ann } = await aPaidRun()
    const base = `/api/company/${company.id}/payments`
    const { body: file } = await owner.post(`${base}/files`, { all_open: true })
    await owner.patch(`${base}/files/${file.id}`, { settled_on: '2026-07-15' })
    const row = {
      ...{ employee_id: ann.id, file_id: file.id, outcome: 'returned', amount: '100' },
      ...{ date: '2026-07-15', reason: 'Closed' },
    }
    const path = `/api/company/${company.id}/imports/bank-answers`
    const open = async () => {
      const items: AnyJson[] = (await owner.get(`${base}/items`)).body
      return items.find((item) => item.employee_id === ann.id)?.open
    }
    expect((await owner.post(path, [row])).status).toBe(200)
    const again = await owner.post(path, [row])
    expect(again.body.rows[0].warnings).toEqual(['It already came back: nothing changed.'])
    expect(await open()).toBe(100)
    expect((await owner.post(path, [row, row])).status).toBe(200)
    expect(await open()).toBe(200)
    expect((await owner.post(path, [row, row])).status).toBe(200)
    expect(await open()).toBe(200)
    const returns = `${base}/files/${file.id}/returns`
    const body = {
      returned_on: '2026-07-15',
      reason: 'Closed',
      items: [{ employee_id: ann.id, amount: '100' }],
    }
    expect((await owner.post(returns, body)).body.detail).toContain('already came back on 2026-07-15')
    expect(await open()).toBe(200)
    expect((await owner.post(returns, { ...body, is_another: true })).status).toBe(201)
    expect(await open()).toBe(300)
  })

  it('must name the employee or the pay', async () => {
    const { company } = await aPaidRun()
    const base = `/api/company/${company.id}/payments`
    const { body: file } = await owner.post(`${base}/files`, { all_open: true })
    for (const item of [{}, { kind: 'net' }, { amount: '100' }]) {
      const body = { returned_on: '2026-07-15', reason: 'Closed', items: [item] }
      const refused = await owner.post(`${base}/files/${file.id}/returns`, body)
      expect(refused.status, JSON.stringify(refused.body)).toBe(422)
    }
    const { body: contributions } = await owner.post(`/api/super-payments/${company.id}/files`, {
      all_open: true,
    })
    const all = { returned_on: '2026-07-15', reason: 'Closed', items: [{}] }
    const path = `/api/super-payments/${company.id}/files/${contributions.id}/returns`
    expect((await owner.post(path, all)).status).toBe(422)
    expect(await openOf(`${base}/items`)).toEqual([])
  })
})

describe('super-answers', () => {
  it('opens the contribution of exactly that member', async () => {
    const { company, bob } = await aPaidRun()
    const file = await owner.post(`/api/super-payments/${company.id}/files`, { all_open: true })
    expect(file.status).toBe(201)
    const paid = { paid_on: '2026-07-15', received_on: '2026-07-15' }
    expect(await owner.patch(`/api/super-payments/${company.id}/files/${file.body.id}`, paid)).toMatchObject({
      status: 200,
      body: paid,
    })
    const early = { paid_on: '2026-07-15', received_on: '2026-07-14' }
    expect((await owner.patch(`/api/super-payments/${company.id}/files/${file.body.id}`, early)).status).toBe(
      400,
    )
    const answer = { employee_id: bob.id, file_id: file.body.id, outcome: 'rejected', date: '2026-07-15' }
    expect((await owner.post(`/api/company/${company.id}/imports/super-answers`, [answer])).status).toBe(200)
    const proof = await owner.get(`/api/company/${company.id}/proof?from_date=2026-07-01&to_date=2026-07-31`)
    const open = proof.body.open_points.filter((point: AnyJson) => point.kind === 'super')
    expect(open.map((point: AnyJson) => point.employee_id)).toEqual([bob.id])
  })
})

describe('super-answers of a split', () => {
  it('must name the fund, and open its part alone, however often they come', async () => {
    const { company, ann } = await aPaidRun()
    const fund = { fund_type: 'APRA', abn: '51824753556', member_number: 'M1', percentage: 50 }
    await owner.put(`/api/employees/${ann.id}/super-funds`, [
      { ...fund, fund_name: 'Coral', usi: '60905115063001' },
      { ...fund, fund_name: 'Reef', usi: 'STA0100AU' },
    ])
    await pay(owner, company.id, ann.id, '2026-07-15')
    const api = `/api/super-payments/${company.id}`
    const { body: file } = await owner.post(`${api}/files`, { all_open: true })
    await owner.patch(`${api}/files/${file.id}`, { paid_on: '2026-07-15' })
    const answer = { employee_id: ann.id, file_id: file.id, outcome: 'rejected', date: '2026-07-15' }
    const path = `/api/company/${company.id}/imports/super-answers`
    const unnamed = await owner.post(path, [answer])
    expect(unnamed.status).toBe(422)
    expect(JSON.stringify(unnamed.body)).toContain('name the fund')
    const reef = [{ ...answer, fund: 'STA0100AU' }]
    expect((await owner.post(path, reef)).status).toBe(200)
    expect((await owner.post(path, reef)).body.rows[0].warnings).toEqual([
      'It already came back: nothing changed.',
    ])
    const rows: AnyJson[] = (await owner.get(`${api}/contributions`)).body
    const open = rows.filter((row) => row.employee_id === ann.id && row.open_amount > 0)
    expect(new Set(open.map((row) => row.fund.usi))).toEqual(new Set(['STA0100AU']))
  })
})

describe('a payee', () => {
  it('gets another account, and what settles what is marked by kind', async () => {
    const { company } = await aPaidRun()
    const payees = `/api/company/${company.id}/payees`
    const body = { kind: 'union', name: 'Hospitality Union', bsb: '062-000', account_number: '10203040' }
    const { body: payee } = await owner.post(payees, body)
    const changed = await owner.patch(`${payees}/${payee.id}`, { account_number: '50607099' })
    expect(changed).toMatchObject({ status: 200, body: { id: payee.id, bsb: '062-000' } })
    expect(changed.body.account_number).toContain('099')
    expect((await owner.patch(`${payees}/999999`, { name: 'Nobody' })).status).toBe(404)
    const [first] = (await owner.get(`/api/company/${company.id}/payments/items`)).body
    await owner.post(`/api/company/${company.id}/payments/settlements`, {
      method: 'cash',
      settled_on: '2026-07-15',
      items: [{ pay_id: first.pay_id }],
    })
    const settlements = await owner.get(`/api/company/${company.id}/payments/settlements`)
    expect(settlements.body[0].kinds).toEqual(['net'])
  })
})
