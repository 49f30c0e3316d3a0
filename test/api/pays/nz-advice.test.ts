import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

/* The warning of a draft or preview about an ESCT rate that does not fit (audit F16). */

let tasman: TestApp
let owner: TestClient
let company: AnyJson

beforeAll(async () => {
  tasman = await startTestApp({ env: { REGION: 'NZ' }, now: '2026-11-02T00:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner, { jurisdiction: 'NZ' })
})
afterAll(() => tasman.close())

const employee = (overrides: object) =>
  anEmployee(owner, company.id, {
    ...{ country: 'NZ', pay_period: 'WEEKLY', pay_rate_per_hour: '75.00', start_date: '2026-08-03' },
    ...{ kiwisaver_status_code: 'AK', ...overrides },
  })

async function preview(employeeId: number, hours: number, date = '2026-11-08', query = '&dry_run=true') {
  const path = `/api/company/${company.id}/pays/create?pay_date=${date}${query}`
  const { body } = await owner.put(path, [
    { employee_id: employeeId, hours: [{ description: 'Hours', units: 'hours', value: hours }] },
  ])
  return (body[0].warnings ?? []).filter((text: string) => text.includes('esct_rate'))
}

it('compares with an estimate for the tax year where the employee was not employed for the year before', async () => {
  const { id } = await employee({})
  // (3,000 + 105) × 35 weeks from the start to 31 March = 108,675: between 93,721 and 216,000.
  expect(await preview(id, 40)).toEqual([
    'esct_rate is 10.5%; 33% follows from 108675.00 of salary and employer contributions (an estimate for this tax year).',
  ])
  const right = await employee({ esct_rate: '0.33', ird_number: '35901981', first_name: 'Rua' })
  expect(await preview(right.id, 40)).toEqual([])
})

it('says the same of the pay that is made', async () => {
  const { id } = await employee({ ird_number: '49091850', first_name: 'Wha' })
  expect(await preview(id, 40, '2026-11-08', '')).toEqual([
    'esct_rate is 10.5%; 33% follows from 108675.00 of salary and employer contributions (an estimate for this tax year).',
  ])
})

it('compares with the tax year before where the employee was there for all of it', async () => {
  const { id } = await employee({ start_date: '2024-04-01', ird_number: '49098576', first_name: 'Toru' })
  await preview(id, 400, '2025-04-20', '')
  // 400 × 75 = 30,000 and 3% = 900 in the tax year before: up to 64,200.
  expect(await preview(id, 40)).toEqual([
    'esct_rate is 10.5%; 17.5% follows from 30900.00 of salary and employer contributions (the tax year before).',
  ])
})

it('estimates the year where the first pay of the year before came long after 1 April', async () => {
  const { id } = await employee({ start_date: '2024-04-01', ird_number: '136410132', first_name: 'Rima' })
  await preview(id, 400, '2025-06-01', '')
  // The pays of April and May are missing. (3,000 + 105) × 52 weeks.
  expect(await preview(id, 40)).toEqual([
    'esct_rate is 10.5%; 33% follows from 161460.00 of salary and employer contributions (an estimate for this tax year).',
  ])
})

it('says nothing of someone without employer contributions', async () => {
  const { id } = await employee({ kiwisaver_status_code: 'NK', ird_number: '136410132', first_name: 'Wha' })
  expect(await preview(id, 40)).toEqual([])
})

it('makes no estimate from a final pay, and counts a bonus once', async () => {
  const { id } = await employee({ ird_number: '49098576', first_name: 'Ono', esct_rate: '0.3' })
  await preview(id, 40, '2026-10-25', '')
  const api = `/api/employees/${id}/terminate?dry_run=true`
  const { body } = await owner.post(api, { termination_date: '2026-10-30', pay_date: '2026-11-01' })
  expect(JSON.stringify(body)).not.toContain('follows from')
  const { body: paid } = await owner.put(
    `/api/company/${company.id}/pays/create?pay_date=2026-11-08&dry_run=true`,
    [
      {
        employee_id: id,
        hours: [{ description: 'Hours', units: 'hours', value: 20 }],
        bonuses: [{ description: 'Bonus', amount: 2000, tax_as_nz_extra_pay: true }],
      },
    ],
  )
  // 1,500 and 52.50 for 35 weeks, 2,000 and 70 once.
  expect(paid[0].warnings.join()).toContain('follows from 56407.50')
})
