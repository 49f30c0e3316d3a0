import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aChart, expectBooked } from '../api/journals/story.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee } from '../support/make.ts'

/*
 * Pays are created, corrected, deleted and journalled in any order. Every journal balances to the cent, and after a run
 * is journalled, all its journals together equal its pays, once.
 */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const amount = fc.integer({ min: 1, max: 99_999 }).map((cents) => cents / 100)
const some = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 2 })
const pay = fc.record({
  hours: some(
    fc.record({ value: fc.integer({ min: 1, max: 4500 }).map((n) => n / 100), is_overtime: fc.boolean() }),
  ),
  allowances: some(amount),
  bonuses: some(amount),
  deductions: some(fc.integer({ min: 1, max: 500 }).map((cents) => cents / 100)),
  sacrifices: some(
    fc.record({ amount: fc.integer({ min: 1, max: 900 }).map((n) => n / 100), is_super: fc.boolean() }),
  ),
  department: fc.constantFrom(null, 'Kitchen', '=Floor'),
})
const step = fc.record({
  what: fc.constantFrom('pay', 'pay', 'rebuild', 'delete', 'journal'),
  pick: fc.nat(100),
  pay,
})

function body(made: AnyJson, isNz: boolean) {
  return {
    hours: made.hours.map(({ value, is_overtime }: AnyJson) => ({
      description: is_overtime ? 'Overtime' : 'Ordinary',
      units: 'hours',
      value,
      is_overtime,
      ...(is_overtime ? { multiplier: 1.5 } : {}),
    })),
    allowances: made.allowances.map((each: number, index: number) => ({
      description: `Allowance ${index}`,
      amount: each,
      allowance_category: 'OD',
    })),
    bonuses: made.bonuses.map((each: number, index: number) => ({
      description: `Bonus ${index}`,
      amount: each,
    })),
    deductions: made.deductions.map((each: number, index: number) => ({
      description: `Deduction ${index}`,
      amount: each,
      classification: 'NORMAL',
    })),
    // In New Zealand they are paid to a fund, which an invented employee does not have.
    pay_sacrifices: isNz
      ? []
      : made.sacrifices.map((each: AnyJson, index: number) => ({
          description: `Sacrifice ${index} ${each.is_super}`,
          ...each,
        })),
  }
}

it.each(['AU', 'NZ'])(
  'journals of %s balance and say what the pays say',
  async (jurisdiction) => {
    const isNz = jurisdiction === 'NZ'
    const company = await aCompany(owner, { jurisdiction })
    const base = `/api/company/${company.id}`
    await aChart(owner, company.id)
    const terms = isNz ? { country: 'NZ', has_student_loan: true, kiwisaver_status_code: 'AK' } : {}
    let journalled = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        const person = await anEmployee(owner, company.id, terms)
        const made: AnyJson[] = []
        const journal = async () => {
          const runId = made[0]?.pay_run_id
          if (runId === undefined) return
          const answer = await owner.post(`${base}/journals`, { pay_run_id: runId })
          if (answer.status === 409) return
          expect([200, 201]).toContain(answer.status)
          journalled += 1
          const pays = (await owner.get(`${base}/pays?status=processed`)).body
          expectBooked(
            (await owner.get(`${base}/journals?pay_run_id=${runId}`)).body,
            pays.filter((each: AnyJson) => each.pay_run_id === runId),
          )
        }
        for (const { what, pick, pay: wanted } of steps) {
          const paid = made[pick % Math.max(1, made.length)]
          if (what === 'pay') {
            const answer = await owner.put(`${base}/pays/create?pay_date=2026-07-10`, [
              { employee_id: person.id, pay_department: wanted.department, ...body(wanted, isNz) },
            ])
            if (answer.status === 201) made.push(answer.body[0])
            else expect(answer.status).toBe(400)
          }
          if (what === 'rebuild' && paid) {
            const answer = await owner.put(`${base}/pays/${paid.id}`, {
              pay_department: paid.pay_department,
              ...body(wanted, isNz),
            })
            expect([200, 400, 404]).toContain(answer.status)
          }
          if (what === 'delete' && paid) await owner.delete(`${base}/pays/${paid.id}`)
          if (what === 'journal') await journal()
        }
        await journal()
      }),
      { numRuns: Number(process.env.RUNS ?? 12) },
    )
    expect(journalled).toBeGreaterThan(5)
  },
  240_000,
)
