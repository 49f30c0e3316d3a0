import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aPayer, aPerson, cents, pay, readAba } from './story.ts'

/*
 * A pay split over accounts is sent as several credits. A returned credit is paid again to the account that
 * replaces its own.
 */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-15T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const accountsOf = (saving: string, share: object) => [
  { account_name: 'SAVING', bsb: '062-000', account_number: saving, rank: 1, ...share },
  { account_name: 'MAIN', bsb: '062-000', account_number: '22222222', amount_type: 'REMAINDER', rank: 2 },
]
const FIXED = { amount_type: 'FIXED', amount: '200.00' }
const HALF = { amount_type: 'PERCENTAGE', amount: '50' }

async function aSplitPay(share: object) {
  const company = await aPayer(owner)
  const ann = await aPerson(owner, company.id, { first_name: 'Ann' })
  const base = `/api/company/${company.id}/payments`
  const save = async (saving: string) => {
    const put = await owner.put(`/api/employees/${ann.id}/bank-accounts`, accountsOf(saving, share))
    expect(put.status, JSON.stringify(put.body)).toBe(200)
  }
  await save('11111111')
  const paid = await pay(owner, company.id, ann.id, '2026-07-15')
  const make = async () => {
    const { status, body } = await owner.post(`${base}/files`, { all_open: true })
    expect(status, JSON.stringify(body)).toBe(201)
    const credits = readAba(String((await owner.get(`${base}/files/${body.id}/content`)).body))
    return { id: body.id, credits: credits.map(({ account, cents }) => [account, cents]) }
  }
  const back = (fileId: number, item: object | object[], more: object = {}) =>
    owner.post(`${base}/files/${fileId}/returns`, {
      ...{ returned_on: '2026-07-15', reason: 'Account closed', ...more },
      items: [item].flat().map((one) => ({ employee_id: ann.id, ...one })),
    })
  const redirect = async (saving: string) => {
    tasman.clock.advance(1000)
    await save(saving)
    const body = { pay_ids: [paid.id], kind: 'net', is_same_place: true }
    expect((await owner.post(`${base}/redirects`, body)).status).toBe(201)
  }
  /** Changes the accounts and redirects the pay without confirming that they are right. */
  const redirectUnconfirmed = async (saving: string, main: string) => {
    tasman.clock.advance(1000)
    const [first, second] = accountsOf(saving, share)
    const accounts = [first, { ...second, account_number: main }]
    expect((await owner.put(`/api/employees/${ann.id}/bank-accounts`, accounts)).status).toBe(200)
    return owner.post(`${base}/redirects`, { pay_ids: [paid.id], kind: 'net' })
  }
  const amounts = (answer: AnyJson) => answer.body.returned?.map(({ amount }: AnyJson) => amount)
  return { net: cents(paid.net), make, back, redirect, redirectUnconfirmed, amounts }
}

describe('one credit of a split pay', () => {
  it.each([
    ['by its account', { account_number: '11111111' }],
    ['by the last digits of its account', { account_number: '111' }],
    ['by its amount', { amount: '200.00' }],
  ])('that comes back, named %s, goes to the account that replaces its own', async (_how, item) => {
    const { net, make, back, redirect, amounts } = await aSplitPay(FIXED)
    const first = await make()
    expect(first.credits).toEqual([
      ['11111111', 20_000],
      ['22222222', net - 20_000],
    ])
    expect(amounts(await back(first.id, item))).toEqual([200])
    await redirect('33333333')
    expect((await make()).credits).toEqual([['33333333', 20_000]])
  })

  it('may be the one that gets the rest', async () => {
    const { net, make, back, redirect, amounts } = await aSplitPay(FIXED)
    const first = await make()
    expect(amounts(await back(first.id, { account_number: '22222222' }))).toEqual([(net - 20_000) / 100])
    await redirect('11111111')
    expect((await make()).credits).toEqual([['22222222', net - 20_000]])
  })

  it('may come back twice: in the file that paid it again, too', async () => {
    const { make, back, redirect } = await aSplitPay(FIXED)
    const first = await make()
    await back(first.id, { account_number: '11111111' })
    await redirect('33333333')
    const second = await make()
    expect((await back(second.id, { account_number: '33333333' })).status).toBe(201)
    await redirect('44444444')
    expect((await make()).credits).toEqual([['44444444', 20_000]])
  })
})

describe('an account of a split pay', () => {
  it('gives its credit back once, and the other one of the same amount is another', async () => {
    const { net, make, back, amounts } = await aSplitPay(HALF)
    const { id } = await make()
    const [saving, main] = [{ account_number: '11111111' }, { account_number: '22222222' }]
    expect((await back(id, saving)).status).toBe(201)
    expect((await back(id, saving)).status).toBe(409)
    const rest = await back(id, main)
    expect([rest.status, amounts(rest)]).toEqual([201, [net / 2 / 100]])
  })

  it('comes back with the other one in one reply', async () => {
    const { net, make, back, redirect, amounts } = await aSplitPay(FIXED)
    const { id } = await make()
    const both = [{ account_number: '22222222' }, { account_number: '11111111' }]
    expect(amounts(await back(id, both))).toEqual([(net - 20_000) / 100, 200])
    await redirect('33333333')
    expect((await make()).credits).toEqual([
      ['33333333', 20_000],
      ['22222222', net - 20_000],
    ])
  })

  it('is not paid again while only the other one was replaced', async () => {
    const { net, make, back, redirectUnconfirmed } = await aSplitPay(FIXED)
    const { id } = await make()
    await back(id, [{ account_number: '22222222' }, { account_number: '11111111' }])
    expect(await redirectUnconfirmed('11111111', '44444444')).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('is_same_place') },
    })
    expect((await redirectUnconfirmed('33333333', '44444444')).status).toBe(201)
    expect((await make()).credits).toEqual([
      ['33333333', 20_000],
      ['44444444', net - 20_000],
    ])
  })

  it('stays where it is when only the other one gave its credit back', async () => {
    const { make, back, redirectUnconfirmed } = await aSplitPay(FIXED)
    const { id } = await make()
    await back(id, { account_number: '11111111' })
    expect((await redirectUnconfirmed('33333333', '22222222')).status).toBe(201)
    expect((await make()).credits).toEqual([['33333333', 20_000]])
  })

  it('is paid its share again when the line comes back as the file shows it', async () => {
    const { net, make, back, redirect } = await aSplitPay(FIXED)
    const { id } = await make()
    expect((await back(id, { kind: 'net', party: '' })).status).toBe(201)
    await redirect('33333333')
    expect((await make()).credits).toEqual([
      ['33333333', 20_000],
      ['22222222', net - 20_000],
    ])
  })

  it('gives back an amount above zero', async () => {
    const { make, back } = await aSplitPay(FIXED)
    const { id } = await make()
    for (const amount of ['0', '-5.00']) {
      const { status, body } = await back(id, { amount })
      expect([status, body.detail]).toEqual([400, expect.stringContaining('must be above zero')])
    }
  })

  it('is refused where it got nothing, or less than that', async () => {
    const { make, back } = await aSplitPay(FIXED)
    const { id } = await make()
    const unknown = await back(id, { account_number: '99999999' })
    expect([unknown.status, unknown.body.detail]).toEqual([400, expect.stringContaining('***111, ***222')])
    expect((await back(id, { account_number: '11111111', amount: '200.01' })).status).toBe(400)
    expect((await back(id, { account_number: '11111111', kind: 'super' })).status).toBe(400)
  })
})
