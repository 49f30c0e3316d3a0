import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { replayPays } from '../../src/features/pays/pays/index.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee } from '../support/make.ts'
import { SHOWN_ONLY, wrongSteps } from '../support/step-check.ts'

type Country = 'AU' | 'NZ'

/*
 * The examples of Schedules 7 and 11 and of New Zealand's extra pays and holidays, end to end: an employee is
 * created, paid and terminated over HTTP, and the answer has the figures of the source. Cases that a request
 * cannot express are listed with the reason.
 */

type GoldenPay = {
  pay_date: string
  rate: string
  hours?: number
  bonus?: string
  annual_holidays?: { hours: number; rate: number }
}
type GoldenCase = {
  id: string
  source: string
  status: 'published' | 'third-party' | 'derived'
  employee?: Record<string, unknown>
  pays?: GoldenPay[]
  /** The termination, or a bonus for rules about extra pays that also apply without one. */
  request?: Record<string, unknown>
  bonus?: { pay_date: string; amount: number }
  expected?: Record<string, unknown>
  steps?: Record<string, number>
}
type GoldenFile = {
  table: string
  country: Country
  examples: number
  cases: GoldenCase[]
  not_expressible: { id: string; because: string }[]
}

const FILES = ['schedule-7', 'schedule-11', 'extra-pay', 'holidays'].map(
  (name) => parse(readFileSync(join(import.meta.dirname, `terminations-${name}.yaml`), 'utf8')) as GoldenFile,
)

let tasman: TestApp
let owner: TestClient
let companies: Record<Country, number>
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  companies = { AU: (await aCompany(owner)).id, NZ: (await aCompany(owner, { jurisdiction: 'NZ' })).id }
})
afterAll(() => tasman.close())

async function pay(companyId: number, employeeId: number, golden: GoldenPay): Promise<void> {
  const { pay_date, rate, hours = 1, bonus, annual_holidays } = golden
  const { status, body } = await owner.put(`/api/company/${companyId}/pays/create?pay_date=${pay_date}`, [
    {
      employee_id: employeeId,
      hours: [{ description: 'Work', units: 'hours', value: hours, rate }],
      ...(annual_holidays
        ? {
            leave: [
              {
                description: 'Annual holidays',
                leave_type: 'ANNUAL_HOLIDAYS',
                date: pay_date,
                ...annual_holidays,
              },
            ],
          }
        : {}),
      ...(bonus
        ? { bonuses: [{ description: 'One-off', amount: bonus, tax_method: 'NORMAL_EARNINGS' }] }
        : {}),
    },
  ])
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
}

/** Terminates and compares. Returns the final pay's id. */
async function end(
  employeeId: number,
  request: Record<string, unknown>,
  expected: Record<string, unknown>,
): Promise<number> {
  const { status, body } = await owner.post(`/api/employees/${employeeId}/terminate`, request)
  expect({ status, detail: body.detail }).toEqual({ status: 200, detail: undefined })
  for (const [path, value] of Object.entries(expected))
    expect({ [path]: memberOf(body, path) }).toEqual({ [path]: value })
  return body.pay_id
}

async function payBonus(
  companyId: number,
  employeeId: number,
  { pay_date, amount }: { pay_date: string; amount: number },
): Promise<number> {
  const bonus = { description: 'Bonus', amount, tax_method: 'NORMAL_EARNINGS', tax_as_nz_extra_pay: true }
  const { status, body } = await owner.put(`/api/company/${companyId}/pays/create?pay_date=${pay_date}`, [
    { employee_id: employeeId, bonuses: [bonus] },
  ])
  expect(status).toBe(201)
  return body[0].id
}

const memberOf = (body: AnyJson, path: string) => path.split('.').reduce((node, name) => node?.[name], body)

for (const file of FILES)
  describe(`${file.table}, end to end`, () => {
    it('has every example of the reference, or says why it cannot be expressed', () => {
      const ids = new Set([...file.cases, ...file.not_expressible].map((row) => row.id))
      expect(ids.size).toBe(file.examples)
      for (const { because } of file.not_expressible) expect(because.length).toBeGreaterThan(20)
    })

    it.each(file.cases)('$id ($status)', async (golden) => {
      const companyId = companies[file.country]
      const { id } = await anEmployee(owner, companyId, { country: file.country, ...golden.employee })
      for (const earlier of golden.pays ?? []) await pay(companyId, id, earlier)
      const payId = golden.request
        ? await end(id, golden.request, golden.expected ?? {})
        : await payBonus(companyId, id, golden.bonus as { pay_date: string; amount: number })
      if (!golden.steps) return
      const explanation = await owner.get(`/api/company/${companyId}/pays/${payId}/explanation`)
      const amounts = new Map(
        explanation.body.steps.map((step: { name: string; amount: number }) => [
          step.name,
          step.amount.toFixed(2),
        ]),
      )
      for (const [name, amount] of Object.entries(golden.steps))
        expect({ [name]: amounts.get(name) }).toEqual({ [name]: amount.toFixed(2) })
    })
  })

it('explains every pay of these cases by steps whose inputs make their amounts', async () => {
  for (const country of ['AU', 'NZ'] as const) {
    const { database, rates } = tasman.service
    for await (const { steps } of replayPays(database.query, rates, { companyId: companies[country] })) {
      const checked = country === 'AU' ? steps : steps.filter((step) => step.form)
      expect(wrongSteps(checked, SHOWN_ONLY[country])).toEqual([])
    }
  }
})
