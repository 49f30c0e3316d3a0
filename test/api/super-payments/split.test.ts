import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aPayer, aPerson, pay } from '../payments/story.ts'

/* Money that a fund accepted stays with it. Only returned or unsent money is allocated again. */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const FUNDS = { A: '60905115063001', B: 'STA0100AU', C: 'CLR0001AU' } as const
type Name = keyof typeof FUNDS
type Split = Partial<Record<Name, number>>

async function aSplit(split: Split) {
  const company = await aPayer(owner)
  const employee = await aPerson(owner, company.id)
  const api = `/api/super-payments/${company.id}`
  const choose = async (funds: Split) => {
    const rows = Object.entries(funds).map(([name, percentage]) => ({
      ...{ fund_type: 'APRA', fund_name: `Fund ${name}`, usi: FUNDS[name as Name], abn: '51824753556' },
      ...{ member_number: 'M1', percentage },
    }))
    const answer = await owner.put(`/api/employees/${employee.id}/super-funds`, rows)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
  await choose(split)
  const paid = await pay(owner, company.id, employee.id, '2026-07-10', 38)
  const payOut = async () => {
    const file = await owner.post(`${api}/files`, { all_open: true })
    if (file.status === 201) await owner.patch(`${api}/files/${file.body.id}`, { paid_on: '2026-07-20' })
    return file
  }
  const giveBack = (file: number, name: Name) =>
    owner.post(`${api}/files/${file}/returns`, {
      ...{ returned_on: '2026-07-20', reason: 'Member unknown' },
      items: [{ pay_id: paid.id, party: `${FUNDS[name]}|M1` }],
    })
  const redirect = () =>
    owner.post(`/api/company/${company.id}/payments/redirects`, { pay_ids: [paid.id], kind: 'super' })
  /** USI, sent and open amount of each contribution. */
  const state = async () => {
    const rows: AnyJson[] = (await owner.get(`${api}/contributions`)).body
    return rows
      .map((row): [string, number, number] => [row.fund?.usi, row.sent_amount, row.open_amount])
      .sort()
  }
  const due = async () => {
    const all: AnyJson[] = (await owner.get(`/api/company/${company.id}/obligations`)).body
    return all.filter((row) => row.kind === 'super').map((row) => [row.status, row.amount])
  }
  return { paid, choose, payOut, giveBack, redirect, state, due }
}

const cases: [string, Split, Name, Split, Name][] = [
  ['40/60, the first came back', { A: 40, B: 60 }, 'A', { C: 40, B: 60 }, 'C'],
  ['40/60, the second came back', { A: 40, B: 60 }, 'B', { A: 40, C: 60 }, 'C'],
  ['thirds', { A: 33.33, B: 66.67 }, 'A', { C: 33.33, B: 66.67 }, 'C'],
  ['one new fund for all', { A: 50, B: 50 }, 'B', { C: 100 }, 'C'],
  ['another split', { A: 40, B: 60 }, 'A', { C: 50, B: 50 }, 'C'],
]

it.each(cases)(
  'a part of a split goes to the fund that replaces its fund: %s',
  async (_, split, back, next, to) => {
    const { paid, choose, payOut, giveBack, redirect, state, due } = await aSplit(split)
    const first = await payOut()
    const before = await state()
    const [, part] = before.find(([fund]) => fund === FUNDS[back]) ?? ['', 0, 0]
    expect(part).toBeGreaterThan(0)
    expect((await giveBack(first.body.id, back)).status).toBe(201)
    expect((await due())[0]).toEqual(['open', part])
    tasman.clock.advance(1000)
    await choose(next)
    expect((await redirect()).status).toBe(201)
    const second = await payOut()
    expect([second.status, second.body.total, second.body.contribution_count]).toEqual([201, part, 1])
    const kept = before.filter(([fund]) => fund !== FUNDS[back]).map(([fund, sent]) => [fund, sent, 0])
    expect(await state()).toEqual([...kept, [FUNDS[to], part, 0]].sort())
    expect(await due()).toEqual([['done', 0]])
    expect((await payOut()).status).toBe(409)
    expect((await state()).reduce((all, [, sent]) => all + sent, 0)).toBeCloseTo(paid.super, 6)
  },
)

it('a fund that returned its part is not paid again while only the other one was replaced', async () => {
  const { paid, choose, payOut, giveBack, redirect, state } = await aSplit({ A: 40, B: 60 })
  const { body: file } = await payOut()
  for (const fund of ['A', 'B'] as const) expect((await giveBack(file.id, fund)).status).toBe(201)
  tasman.clock.advance(1000)
  await choose({ A: 40, C: 60 })
  expect(await redirect()).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('is_same_place') },
  })
  await choose({ C: 100 })
  expect((await redirect()).status).toBe(201)
  expect((await payOut()).body.total).toBe(paid.super)
  expect(await state()).toContainEqual([FUNDS.C, paid.super, 0])
})

it('super that is paid cannot be redirected, so it is paid once', async () => {
  const { choose, payOut, redirect, state } = await aSplit({ A: 100 })
  await payOut()
  await choose({ C: 100 })
  const refused = await redirect()
  expect(refused).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('has no open super to be redirected') },
  })
  expect((await payOut()).status).toBe(409)
  expect((await state()).map(([fund, , open]) => [fund, open])).toEqual([[FUNDS.A, 0]])
})

it('a row that amounts below zero lowered, and a smaller one that they used up, come back together', async () => {
  const company = await aPayer(owner)
  const employee = await aPerson(owner, company.id)
  await pay(owner, company.id, employee.id, '2026-07-03', -30)
  await pay(owner, company.id, employee.id, '2026-07-04', 20)
  const last = await pay(owner, company.id, employee.id, '2026-07-10', 38)
  const api = `/api/super-payments/${company.id}`
  const { body: file } = await owner.post(`${api}/files`, { all_open: true })
  expect(file.contribution_count).toBe(1)
  await owner.patch(`${api}/files/${file.id}`, { paid_on: '2026-07-20' })
  const returned = await owner.post(`${api}/files/${file.id}/returns`, {
    ...{ returned_on: '2026-07-20', reason: 'Member unknown', items: [{ pay_id: last.id }] },
  })
  expect(returned.status).toBe(201)
  const rows: AnyJson[] = (await owner.get(`${api}/contributions`)).body
  const open = rows.reduce((sum, row) => sum + Math.round(row.open_amount * 100), 0)
  expect(open).toBe(Math.round(file.total * 100))
})
