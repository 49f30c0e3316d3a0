import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let company: number
let employee: number
let nzEmployee: number
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  company = (await aCompany(owner)).id
  employee = (await anEmployee(owner, company)).id
  const nz = (await aCompany(owner, { jurisdiction: 'NZ' })).id
  nzEmployee = (await anEmployee(owner, nz, { country: 'NZ' })).id
})
afterAll(() => tasman.close())

const at = (kind: string, id = employee) => `/api/employees/${id}/${kind}`

type Case = { body: AnyJson; read: AnyJson; bad: [string, AnyJson][] }
const KINDS: Record<string, Case> = {
  allowances: {
    body: { description: ' Tools ', amount: '10.005', units: 2, allowance_category: 'TD', total_amount: 1 },
    read: {
      description: 'Tools',
      amount: 10.005,
      units: 2,
      total_amount: 20.01,
      allowance_category: 'TD',
      is_taxable: true,
      is_itemised: false,
      is_included_in_super_calculations: true,
      auto_apply_to_pay: false,
    },
    bad: [
      ['no amount', { amount: undefined }],
      ['units of nothing', { units: 0 }],
      ['an unknown category', { allowance_category: 'XX' }],
      ['a member of another kind', { classification: 'NORMAL' }],
    ],
  },
  deductions: {
    body: {
      description: 'Union',
      amount: 0.05,
      amount_type: 'PERCENT_OF_NET',
      classification: 'UNION_FEES',
      limit_per_pay: '20.00',
      auto_apply_to_pay: true,
    },
    read: {
      description: 'Union',
      amount: 0.05,
      amount_type: 'PERCENT_OF_NET',
      classification: 'UNION_FEES',
      limit_per_pay: 20,
      limit_total: null,
      auto_apply_to_pay: true,
      is_included_in_super_calculations: true,
    },
    bad: [
      ['no class', { classification: undefined }],
      ['a percentage that is no fraction', { amount: 5 }],
      ['a negative limit', { limit_total: -1 }],
    ],
  },
  bonuses: {
    body: {
      description: 'Christmas',
      amount: 500,
      tax_method: 'METHOD_B1',
      start_date: '2026-07-01',
      end_date: '2026-12-31',
    },
    read: {
      description: 'Christmas',
      amount: 500,
      tax_method: 'METHOD_B1',
      start_date: '2026-07-01',
      end_date: '2026-12-31',
      is_directors_fees: false,
      is_return_to_work: false,
      is_nz_ess: null,
      withhold_paye: null,
    },
    bad: [
      ['a range without its end', { end_date: null }],
      ['an end before the start', { end_date: '2026-06-30' }],
      ['an unknown method', { tax_method: 'METHOD_C' }],
    ],
  },
  'pay-sacrifices': {
    body: { description: 'Car', amount: '120', is_super: false },
    read: { description: 'Car', amount: 120, amount_type: 'FIXED', is_super: false, limit_total: null },
    bad: [['a percentage of net', { amount_type: 'PERCENT_OF_NET', amount: 0.1 }]],
  },
  'back-payments': {
    body: { description: 'Rise', amount: 240, stp_category: 'GROSS' },
    read: { description: 'Rise', amount: 240, stp_category: 'GROSS', tax_method: 'NORMAL_EARNINGS' },
    bad: [
      ['no category', { stp_category: undefined }],
      ['an unknown category', { stp_category: 'LEAVEX' }],
    ],
  },
}

for (const [kind, { body, read, bad }] of Object.entries(KINDS))
  describe(kind, () => {
    it('are added, listed, changed and ended', async () => {
      expect(await owner.get(at(kind))).toMatchObject({ status: 200, body: [] })
      const added = await owner.post(at(kind), body)
      expect(added.status, JSON.stringify(added.body)).toBe(201)
      expect(added.body).toMatchObject({ employee_id: employee, ...read })
      expect((await owner.get(at(kind))).body).toEqual([added.body])
      const path = `${at(kind)}/${added.body.id}`
      const changed = await owner.patch(path, { description: 'Renamed', auto_apply_to_pay: true })
      expect(changed).toMatchObject({
        status: 200,
        body: { ...read, description: 'Renamed', auto_apply_to_pay: true },
      })
      expect((await owner.delete(path)).status).toBe(204)
      expect((await owner.get(at(kind))).body).toEqual([])
      expect((await owner.delete(path)).status).toBe(404)
      expect((await owner.patch(path, {})).status).toBe(404)
    })

    it('have a description of their own', async () => {
      const first = await owner.post(at(kind), body)
      const same = { ...body, description: String(body.description).toUpperCase() }
      expect((await owner.post(at(kind), same)).status).toBe(409)
      if (kind === 'back-payments') {
        const more = await owner.post(at(kind), { ...body, amount: 241 })
        expect(more.status).toBe(201)
        await owner.delete(`${at(kind)}/${more.body.id}`)
      }
      await owner.delete(`${at(kind)}/${first.body.id}`)
      const again = await owner.post(at(kind), body)
      expect(again.status).toBe(201)
      await owner.delete(`${at(kind)}/${again.body.id}`)
    })

    const FAULTS: [string, AnyJson][] = [
      ['no description', { description: undefined }],
      ['a blank description', { description: ' ' }],
      ['a long description', { description: 'x'.repeat(61) }],
      ['an amount of nothing', { amount: 0 }],
      ['an amount in words', { amount: 'ten' }],
      ['an unknown key', { nonsense: 1 }],
      ...bad,
    ]
    for (const [fault, overrides] of FAULTS)
      it(`422 for ${fault}`, async () => {
        const { status, body: answer } = await owner.post(at(kind), { ...body, ...overrides })
        expect(status).toBe(422)
        expect(answer.status_code).toBe(10_422)
      })

    it('answer 404 for an unknown employee and another customer’s', async () => {
      const other = await tasman.clientFor('other')
      expect((await owner.get(at(kind, 999_999))).status).toBe(404)
      expect((await other.get(at(kind))).status).toBe(404)
      expect((await other.post(at(kind), body)).status).toBe(404)
    })
  })

describe('a change that needs what is stored', () => {
  it('is held against the item as it would be', async () => {
    const { body } = await owner.post(at('deductions'), {
      description: 'Fixed',
      amount: 30,
      classification: 'NORMAL',
    })
    const path = `${at('deductions')}/${body.id}`
    expect(await owner.patch(path, { amount_type: 'PERCENT_OF_GROSS' })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('fraction') },
    })
    expect((await owner.patch(path, { amount_type: 'PERCENT_OF_GROSS', amount: '0.3' })).status).toBe(200)
  })

  it('answers 412 when the list has changed since it was read', async () => {
    const list = at('bonuses')
    const match = { 'if-match': (await owner.get(list)).headers.etag as string }
    const added = await owner.post(list, { description: 'One', amount: 1 }, match)
    expect(added.status).toBe(201)
    expect((await owner.post(list, { description: 'Two', amount: 1 }, match)).status).toBe(412)
    expect((await owner.delete(`${list}/${added.body.id}`, undefined, match)).status).toBe(412)
  })

  it('answers 409 for a deleted employee', async () => {
    const { id } = await anEmployee(owner, company)
    await owner.delete(`/api/employees/${id}`)
    expect((await owner.post(at('bonuses', id), { description: 'X', amount: 1 })).status).toBe(409)
    expect((await owner.get(at('bonuses', id))).status).toBe(200)
  })
})

describe('an employee’s own allowance', () => {
  const allowance = (description: string) => ({ description, amount: 5, allowance_category: 'KN' })

  it('needs a category in Australia (400), not in New Zealand', async () => {
    const bare = { description: 'Phone', amount: 5 }
    expect((await owner.post(at('allowances'), bare)).status).toBe(400)
    expect((await owner.post(at('allowances', nzEmployee), bare)).status).toBe(201)
  })

  it('keeps to the characters the tax office takes (400)', async () => {
    expect((await owner.post(at('allowances'), allowance('Café ☕'))).status).toBe(400)
  })

  it('shares no description with a company allowance, in either direction', async () => {
    const companies = `/api/company/${company}/allowances`
    await owner.post(companies, allowance('First aid'))
    expect((await owner.post(at('allowances'), allowance('first AID'))).status).toBe(409)
    const own = await owner.post(at('allowances'), allowance('Heights'))
    expect(own.status).toBe(201)
    expect((await owner.post(companies, allowance('HEIGHTS'))).status).toBe(409)
    await owner.patch(`${at('allowances')}/${own.body.id}`, { description: 'Depths' })
    expect((await owner.post(companies, allowance('Heights'))).status).toBe(201)
    await owner.delete(`${at('allowances')}/${own.body.id}`)
    expect((await owner.post(companies, allowance('Depths'))).status).toBe(201)
  })

  it('may carry a description that a colleague’s carries too', async () => {
    const colleague = (await anEmployee(owner, company)).id
    expect((await owner.post(at('allowances'), allowance('Shared'))).status).toBe(201)
    expect((await owner.post(at('allowances', colleague), allowance('Shared'))).status).toBe(201)
  })
})
