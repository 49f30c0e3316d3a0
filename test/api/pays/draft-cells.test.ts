import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

/* The same cells give the same pay, whatever they contained in between. */

const ORDINARY = { description: 'Ordinary hours', units: 'hours' }
const hours = (value: number) => ({ hours: [{ ...ORDINARY, value }] })

type Standing = [path: string, body: AnyJson]
const UNION = { description: 'Union fees', amount: 12, classification: 'UNION_FEES', auto_apply_to_pay: true }
const share = (description: string, amount: number, amount_type: string, more: AnyJson = {}) => ({
  ...{ description, amount, amount_type, classification: 'NORMAL', auto_apply_to_pay: true },
  ...more,
})
const { classification: _class, ...SUPER } = share('Super', 0.05, 'PERCENT_OF_GROSS')
const DEDUCTIONS: Standing[] = [
  ['deductions', UNION],
  ['deductions', share('Savings', 0.02, 'PERCENT_OF_GROSS')],
  ['deductions', share('Rent', 0.1, 'PERCENT_OF_NET')],
  ['deductions', share('Tools', 0.5, 'PERCENT_OF_GROSS', { limit_per_pay: 31 })],
  ['deductions', share('Loan', 40, 'FIXED', { limit_total: 25 })],
]
const COUNTRIES: Record<'AU' | 'NZ', { standing: Standing[]; employee: AnyJson; leave: AnyJson }> = {
  AU: {
    standing: [
      ...DEDUCTIONS,
      ['pay-sacrifices', SUPER],
      [
        'pay-sacrifices',
        { description: 'Car', amount: 200, amount_type: 'FIXED', is_super: false, auto_apply_to_pay: true },
      ],
    ],
    employee: { leave_loading_percentage: '0.175' },
    leave: { description: 'Annual leave', leave_type: 'HOLIDAY' },
  },
  NZ: {
    standing: DEDUCTIONS,
    employee: { country: 'NZ', pay_period: 'WEEKLY' },
    leave: { description: 'Annual holidays', leave_type: 'ANNUAL_HOLIDAYS' },
  },
}

for (const [country, { standing, employee, leave }] of Object.entries(COUNTRIES))
  describe(`cells of a draft, ${country}`, () => {
    let tasman: TestApp
    let owner: TestClient
    let companyId: number
    let api: string
    let untouched: AnyJson

    const read = async (): Promise<AnyJson> => (await owner.get(api)).body.pays[0]
    const change = async (body: AnyJson): Promise<AnyJson> => {
      const answer = await owner.patch(`${api}/pays`, [{ pay_id: untouched.id, ...body }])
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body[0]
    }
    const amountOf = (pay: AnyJson, name: string) =>
      [...pay.deductions, ...pay.pay_sacrifices].find(({ description }) => description === name)?.amount
    /** Everything but the ids of rows, and who changed it when. */
    const figures = (pay: AnyJson) => {
      const { version: _version, changed_by: _by, changed_at: _at, ...rest } = pay
      return JSON.parse(JSON.stringify(rest, (key, value) => (key === 'id' ? undefined : value)))
    }

    beforeAll(async () => {
      tasman = await startTestApp({ env: { REGION: country }, now: '2026-07-20T02:00:00' })
      owner = await tasman.clientFor('owner')
      companyId = (await aCompany(owner, { jurisdiction: country })).id
      const { id } = await anEmployee(owner, companyId, employee)
      for (const [path, body] of standing) {
        const added = await owner.post(`/api/employees/${id}/${path}`, body)
        expect(added.status, JSON.stringify(added.body)).toBe(201)
      }
      const { body } = await owner.post(`/api/company/${companyId}/pay-runs`, {
        pay_period: 'WEEKLY',
        pay_date: '2026-07-26',
      })
      api = `/api/company/${companyId}/pay-runs/${body.pay_run_id}`
      untouched = await read()
    }, 120_000)
    afterAll(() => tasman.close())

    it('standing items of every kind follow the hours and come back with them', async () => {
      const isAu = country === 'AU'
      const full = untouched.hours[0].value
      expect([amountOf(untouched, 'Union fees'), amountOf(untouched, 'Savings')]).toEqual([
        12,
        isAu ? 24.88 : 32,
      ])
      expect([amountOf(untouched, 'Tools'), amountOf(untouched, 'Loan')]).toEqual([31, 25])
      const less = await change(hours(20))
      expect([amountOf(less, 'Union fees'), amountOf(less, 'Savings')]).toEqual([12, isAu ? 11.2 : 16])
      expect(amountOf(less, 'Rent')).toBeLessThan(amountOf(untouched, 'Rent'))
      if (isAu) expect([amountOf(untouched, 'Super'), amountOf(less, 'Super')]).toEqual([76, 40])
      for (const value of [1, 0, 0.1, 50]) await change(hours(value))
      expect(figures(await change(hours(full)))).toEqual(figures(untouched))
      const none = await change(hours(0))
      expect(none.deductions.map((row: AnyJson) => row.amount)).toEqual([0, 0, 0, 0, 0])
      await change(hours(full))
      const { body: processed } = await owner.post(`${api}/process?dry_run=true`)
      const { deductions, pay_sacrifices, net } = processed.pays[0]
      expect(figures({ deductions, pay_sacrifices, net })).toEqual(
        figures({
          deductions: untouched.deductions,
          pay_sacrifices: untouched.pay_sacrifices,
          net: untouched.net,
        }),
      )
    })

    it('rows that a person entered keep what was wanted', async () => {
      const entered = {
        ...hours(38),
        deductions: [{ description: 'Union fees', amount: 20 }, { description: 'Rent' }],
        ...(country === 'AU' ? { pay_sacrifices: [{ description: 'Car', amount: 300 }] } : {}),
        allowances: [{ description: 'Phone', amount: 9, units: 2, allowance_category: 'OD' }],
        bonuses: [{ description: 'Thanks', amount: 50 }],
      }
      const saved = await owner.put(`${api}/pays`, [{ pay_id: untouched.id, ...entered }])
      expect(saved.status, JSON.stringify(saved.body)).toBe(200)
      for (const value of [0, 2, 20]) await change(hours(value))
      const again = await change(hours(38))
      expect(figures(again)).toEqual(figures(saved.body[0]))
      expect([amountOf(again, 'Union fees'), amountOf(again, 'Savings')]).toEqual([20, undefined])
    })

    it('422 for two rows of one kind in a change, and nothing is stored', async () => {
      const before = await read()
      const days = ['2026-07-21', '2026-07-22'].map((date) => ({ ...leave, date, hours: 8 }))
      const twice: AnyJson[] = [
        { leave: days },
        { hours: [2, 3].map((value) => ({ ...ORDINARY, value })) },
        { allowances: ['Phone', 'phone '].map((description) => ({ description, amount: 1 })) },
      ]
      for (const body of twice) {
        const answer = await owner.patch(`${api}/pays`, [{ pay_id: before.id, ...hours(22), ...body }])
        expect([answer.status, JSON.stringify(answer.body)]).toEqual([
          422,
          expect.stringContaining('A change can have one row of each kind'),
        ])
      }
      expect(await read()).toEqual(before)
    })

    it('422 names a member that a change would not use, and nothing is stored', async () => {
      const rows = {
        hours: [{ ...ORDINARY, value: 30 }],
        leave: [{ ...leave, date: '2026-07-23', hours: 8 }],
        allowances: [{ description: 'Phone', amount: 9, allowance_category: 'OD', is_itemised: true }],
      }
      const saved = await owner.put(`${api}/pays`, [{ pay_id: untouched.id, ...rows }])
      expect(saved.status, JSON.stringify(saved.body)).toBe(200)
      const before = await read()
      const unused: Record<string, AnyJson> = {
        hours: {
          ...{ units: 'days', rate: 50, multiplier: 1.5, rate_reference: 'X', rate_description: 'Night' },
          ...{ is_overtime: true, week: 2, date: '2026-07-21' },
        },
        leave: {
          description: 'Beach',
          date: '2026-07-24',
          rate: 1,
          multiplier: 2,
          leave_loading_amount: 999,
        },
        allowances: {
          ...{ units: 2, allowance_category: 'TD', is_taxable: false, is_itemised: false },
          ...{ is_included_in_super_calculations: false, is_reimbursement: true },
        },
      }
      const numbers: AnyJson = { hours: { value: 29 }, leave: { hours: 7 }, allowances: { amount: 8 } }
      for (const [list, members] of Object.entries(unused))
        for (const [name, value] of Object.entries(members)) {
          const [own] = rows[list as keyof typeof rows]
          const row = { ...own, ...numbers[list], [name]: value }
          const answer = await owner.patch(`${api}/pays`, [{ pay_id: before.id, [list]: [row] }])
          expect([answer.status, answer.body.data?.[0]?.loc], `${list} ${name}`).toEqual([
            422,
            ['body', 0, list, 0, name],
          ])
        }
      const bare = { pay_id: before.id, allowances: [{ description: 'Phone', units: 2 }] }
      const forgotten = await owner.patch(`${api}/pays`, [bare])
      expect([forgotten.status, forgotten.body.data[0].loc.at(-1)]).toEqual([422, 'amount'])
      expect(await read()).toEqual(before)
      // The row as it was read but with another number is a change like any other.
      const [{ id: _id, pay_amount: _amount, ...asRead }] = before.hours
      expect((await change({ hours: [{ ...asRead, value: 29 }] })).hours[0].value).toBe(29)
      const [{ id: _l, name: _n, value: _v, amount: _a, ...taken }] = before.leave
      expect((await change({ leave: [{ ...taken, hours: 7 }] })).leave[0].hours).toBe(7)
      const [{ id: _i, total_amount: _t, ...phone }] = before.allowances
      expect((await change({ allowances: [{ ...phone, amount: 8 }] })).allowances[0].amount).toBe(8)
    })

    it('a row that was removed comes back exactly as it was read', async () => {
      const rows = {
        hours: [
          { ...ORDINARY, value: 30 },
          { description: 'Night', units: 'hours', value: 4, rate: 61.25, date: '2026-07-22' },
          { description: 'Overtime', units: 'hours', value: 2, multiplier: 1.5, is_overtime: true },
        ],
        leave: [{ ...leave, description: 'At the beach', date: '2026-07-23', hours: 8 }],
        allowances: [
          {
            ...{ description: 'Boots', amount: 11.5, units: 3, allowance_category: 'TD' },
            ...{ is_taxable: false, is_itemised: true, is_included_in_super_calculations: false },
          },
          { description: 'Parking', amount: 7, is_reimbursement: true },
        ],
      }
      const saved = await owner.put(`${api}/pays`, [{ pay_id: untouched.id, ...rows }])
      expect(saved.status, JSON.stringify(saved.body)).toBe(200)
      const before = saved.body[0]
      const gone = await change({
        hours: rows.hours.map((row) => ({ ...row, value: 0 })),
        leave: rows.leave.map((row) => ({ ...row, hours: 0 })),
        allowances: rows.allowances.map((row) => ({ ...row, amount: 0 })),
      })
      expect([gone.hours, gone.leave, gone.allowances]).toEqual([[], [], []])
      const back = await change({
        hours: before.hours.map(({ id: _id, pay_amount: _amount, ...row }: AnyJson) => row),
        leave: before.leave.map(({ id: _id, name: _n, value: _v, amount: _a, ...row }: AnyJson) => row),
        allowances: before.allowances.map(({ id: _id, ...row }: AnyJson) => row),
      })
      expect(figures(back)).toEqual(figures(before))
      // Sending the rate and the loading back does not fix them.
      const half = await change({ leave: [{ ...rows.leave[0], hours: 4 }] })
      expect(half.leave[0].leave_loading_amount).toBe(before.leave[0].leave_loading_amount / 2)
      expect(half.hours.every((row: AnyJson) => row.pay_amount > 0)).toBe(true)
    })
  })
