import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let au: string
let nz: string
let auId: number
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  auId = (await anEmployee(owner, (await aCompany(owner)).id)).id
  const nzCompany = (await aCompany(owner, { jurisdiction: 'NZ' })).id
  au = `/api/employees/${auId}/bank-accounts`
  nz = `/api/employees/${(await anEmployee(owner, nzCompany, { country: 'NZ' })).id}/bank-accounts`
})
afterAll(() => tasman.close())

const account = (overrides: AnyJson = {}) => ({
  account_name: 'Mia Nguyen',
  bsb: '062000',
  account_number: '12345678',
  amount_type: 'REMAINDER',
  ...overrides,
})
const fixed = (amount: unknown) => account({ amount_type: 'FIXED', amount, account_name: 'Savings' })
const percent = (amount: unknown) => account({ amount_type: 'PERCENTAGE', amount })

describe('200', () => {
  it('starts with an empty list', async () => {
    expect(await owner.get(au)).toMatchObject({ status: 200, body: [] })
  })

  it('replaces the whole list and ranks it in its order', async () => {
    await owner.put(au, [account({ account_name: 'Old' })])
    const { status, body } = await owner.put(au, [
      fixed('100.50'),
      percent(25),
      account({ reference: 'PAY' }),
    ])
    expect(status).toBe(200)
    expect(body).toMatchObject([
      {
        rank: 1,
        amount_type: 'FIXED',
        amount: 100.5,
        bsb: '062-000',
        account_number: '12345678',
        reference: null,
      },
      { rank: 2, amount_type: 'PERCENTAGE', amount: 25 },
      { rank: 3, amount_type: 'REMAINDER', amount: null, reference: 'PAY' },
    ])
    expect((await owner.get(au)).body).toEqual(body)
    expect((await owner.put(au, body)).body).toMatchObject(body.map(({ id: _, ...row }: AnyJson) => row))
    expect((await owner.put(au, [])).body).toEqual([])
  })

  it('orders by rank when every account has one', async () => {
    const rows = [account({ rank: 2 }), { ...fixed(5), rank: 1 }]
    expect((await owner.put(au, rows)).body.map((row: AnyJson) => row.amount_type)).toEqual([
      'FIXED',
      'REMAINDER',
    ])
  })

  it('takes ten accounts', async () => {
    const rows = [...Array.from({ length: 9 }, () => fixed(1)), account()]
    expect((await owner.put(au, rows)).status).toBe(200)
  })

  it('takes a New Zealand account with a good check digit', async () => {
    const { status, body } = await owner.put(nz, [
      account({ bsb: undefined, account_number: '01-0902-0068389-00' }),
    ])
    expect(status).toBe(200)
    expect(body[0]).toMatchObject({ bsb: null, account_number: '01-0902-0068389-00' })
  })

  it('stores no account number in clear', async () => {
    await owner.put(au, [account({ account_number: '87654321' })])
    const { rows } = await tasman.service.database.pool.query(
      'select account_number from employee_bank_accounts where employee_id = $1',
      [auId],
    )
    expect(rows[0].account_number).not.toContain('87654321')
    expect(
      tasman.service.cipher.open(
        'employee_bank_accounts.account_number',
        `${auId}/1`,
        rows[0].account_number,
      ),
    ).toBe('87654321')
  })
})

describe('404, 409, 412', () => {
  it('answers 404 for an unknown employee and another customer’s', async () => {
    const other = await tasman.clientFor('other')
    expect((await owner.get('/api/employees/999999/bank-accounts')).status).toBe(404)
    expect((await other.get(au)).status).toBe(404)
    expect((await other.put(au, [account()])).status).toBe(404)
  })

  it('answers 409 for a deleted employee', async () => {
    const { id } = await anEmployee(owner, (await aCompany(owner)).id)
    await owner.delete(`/api/employees/${id}`)
    expect((await owner.put(`/api/employees/${id}/bank-accounts`, [account()])).status).toBe(409)
  })

  it('answers 412 when the list has changed since it was read', async () => {
    const { headers } = await owner.get(au)
    const match = { 'if-match': headers.etag as string }
    expect((await owner.put(au, [fixed(7), account()], match)).status).toBe(200)
    expect((await owner.put(au, [account()], match)).status).toBe(412)
  })
})

describe('422', () => {
  const FAULTS: [string, AnyJson][] = [
    ['no remainder', [fixed(5)]],
    ['two remainders', [account(), account()]],
    ['a remainder before the end', [account(), fixed(5)]],
    ['a remainder with an amount', [account({ amount: 5 })]],
    ['a fixed part without an amount', [fixed(undefined), account()]],
    ['a fixed part of nothing', [fixed('0.00'), account()]],
    ['a negative part', [fixed(-5), account()]],
    ['more than 100 percent', [percent(60), percent('40.01'), account()]],
    ['a percentage above 100', [percent(101), account()]],
    ['eleven accounts', [...Array.from({ length: 10 }, () => fixed(1)), account()]],
    ['a bad BSB', [account({ bsb: '06200' })]],
    ['a blank name', [account({ account_name: ' ' })]],
    ['a name that is too long', [account({ account_name: 'x'.repeat(33) })]],
    ['letters in the number', [account({ account_number: '12AB' })]],
    ['an unknown key', [account({ swift: 'X' })]],
    ['an unknown way to split', [account({ amount_type: 'HALF' })]],
    ['a rank twice', [{ ...fixed(5), rank: 1 }, account({ rank: 1 })]],
    ['a rank for some', [{ ...fixed(5), rank: 1 }, account()]],
    ['no list', account()],
  ]
  for (const [fault, rows] of FAULTS)
    it(`refuses ${fault}`, async () => {
      const { status, body } = await owner.put(au, rows)
      expect(status).toBe(422)
      expect(body.status_code).toBe(10_422)
    })

  it('refuses what the company’s country does not take, without repeating the number', async () => {
    expect((await owner.put(au, [account({ bsb: null })])).body.detail).toContain('bsb')
    expect((await owner.put(au, [account({ account_number: '1234567890' })])).body.detail).toContain(
      '9 digits',
    )
    expect((await owner.put(nz, [account()])).body.detail).toContain('no bsb')
    const wrong = await owner.put(nz, [account({ bsb: null, account_number: '01-0902-0068388-00' })])
    expect(wrong.status).toBe(422)
    expect(JSON.stringify(wrong.body)).not.toContain('0068388')
  })
})
