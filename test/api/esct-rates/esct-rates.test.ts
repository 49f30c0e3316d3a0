import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
let path: string
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-04-20T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner, { jurisdiction: 'NZ' })
  path = `/api/company/${company.id}/esct-rates`
})
afterAll(() => tasman.close())

const MEMBER = {
  country: 'NZ',
  pay_period: 'MONTHLY',
  kiwisaver_status_code: 'AK',
  kiwisaver_employer_rate: '0.03',
  esct_rate: '0.105',
  date_of_birth: '1985-01-01',
}
const member = (first_name: string, fields: object) =>
  anEmployee(owner, company.id, { ...MEMBER, first_name, ...fields })

async function pay(id: number, date: string, amount: number, companyId = company.id): Promise<AnyJson> {
  const { status, body } = await owner.put(`/api/company/${companyId}/pays/create?pay_date=${date}`, [
    { employee_id: id, hours: [{ description: 'Salary', units: 'month', value: 1, rate: amount }] },
  ])
  expect(status, JSON.stringify(body)).toBe(201)
  return body[0]
}

const MONTHS = ['2025-04-30', '2025-05-31', '2025-06-30', '2025-07-31', '2025-08-31', '2025-09-30']
const LATER = ['2025-10-31', '2025-11-30', '2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31']
const work = async () => (await owner.get(`/api/work?kind=esct-rates&company_id=${company.id}`)).body.items
const list = async () => (await owner.get(path)).body

describe('the ESCT rates of a new tax year', () => {
  let [whole, late, foreign]: number[] = []

  it('follow from last year, or from an estimate', async () => {
    whole = (await member('Aroha', { start_date: '2024-02-01' })).id
    late = (await member('Tui', { start_date: '2025-12-01' })).id
    foreign = (await member('Kahu', { start_date: '2024-02-01', kiwisaver_status_code: 'NK' })).id
    for (const date of [...MONTHS, ...LATER]) await pay(whole as number, date, 6000)
    for (const date of LATER.slice(3)) await pay(late as number, date, 9000)
    await pay(foreign as number, '2025-10-31', 5000)
    // 12 × 6,000 + 3% = 74,160: 30%. In the year from 1 April, (9,000 + 3.5%) × 12 = 111,780: 33%.
    expect(await list()).toMatchObject({
      from_date: '2026-04-01',
      ...{ year_from: '2025-04-01', year_to: '2026-03-31' },
      ...{ year_start: '2025-04-01', year_end: '2026-03-31' },
      is_year_over: true,
      open: 2,
      people: [
        {
          ...{ employee_id: whole, basis: 'LAST_YEAR', salary: 72_000, employer_contributions: 2160 },
          ...{ threshold_amount: 74_160, current_rate: 0.105, rate: 0.3, status: 'open', decided_rate: null },
        },
        {
          ...{ employee_id: late, basis: 'ESTIMATE', salary: 27_000, employer_contributions: 810 },
          ...{ threshold_amount: 111_780, rate: 0.33, status: 'open' },
        },
      ],
    })
  })

  it('wait in the list of work and in the readiness of the company', async () => {
    expect(await work()).toMatchObject([
      { key: 'esct-rates:2026-04-01', status: 'overdue', due_date: '2026-04-01', people: 2 },
    ])
    const { body } = await owner.get(`/api/company/${company.id}/readiness`)
    expect(JSON.stringify(body)).toContain('ESCT rates from 2026-04-01 wait for approval: 2 people')
  })

  it('become terms from 1 April for those who are approved', async () => {
    const { status, body } = await owner.post(`${path}/decisions`, {
      ...{ from_date: '2026-04-01', action: 'APPROVE', employee_ids: [whole] },
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ open: 1, people: [{ status: 'approved', decided_rate: 0.3 }, {}] })
    expect(await work()).toMatchObject([{ people: 1 }])
    // 3.5% × 6,000 = 210, taxed at 30%: 63. In March the old rate applies: 180 × 10.5% = 18.90.
    expect(await pay(whole as number, '2026-04-15', 6000)).toMatchObject({ kiwisaver_esct_amount: 63 })
    const march = await pay(whole as number, '2026-03-15', 6000)
    expect(march).toMatchObject({ kiwisaver_esct_amount: 18.9 })
  })

  it('can be kept, and then nothing waits', async () => {
    const { body } = await owner.post(`${path}/decisions`, { from_date: '2026-04-01', action: 'KEEP' })
    expect(body).toMatchObject({ open: 0, people: [{}, { status: 'kept', decided_rate: 0.105 }] })
    expect(await work()).toEqual([])
    const again = await owner.post(`${path}/decisions`, { from_date: '2026-04-01', action: 'APPROVE' })
    expect([again.status, again.body.detail]).toEqual([400, 'Everyone on the list already has a decision.'])
  })

  it('name pays since 1 April that used another rate', async () => {
    const mere = (await member('Mere', { start_date: '2024-02-01' })).id
    for (const date of [...MONTHS, ...LATER]) await pay(mere, date, 3000)
    await pay(mere, '2026-04-15', 3000)
    // 12 × 3,090 = 37,080: 17.5%.
    const { body } = await owner.post(`${path}/decisions`, { from_date: '2026-04-01', action: 'APPROVE' })
    expect(body.warnings).toEqual([
      expect.stringContaining('1 processed pay has a different rate since 2026-04-01'),
    ])
  })

  it('count as set where the record has a rate from that day', async () => {
    const ana = (await member('Ana', { start_date: '2024-02-01' })).id
    for (const date of MONTHS) await pay(ana, date, 3000)
    await owner.patch(`/api/company/${company.id}/employees/update`, [
      { id: ana, esct_rate: '0.175', effective_from: '2026-04-01' },
    ])
    const { people } = await list()
    expect(people.find((each: AnyJson) => each.employee_id === ana)).toMatchObject({ status: 'set' })
    expect(await work()).toEqual([])
  })

  it('count what another system paid in the year', async () => {
    const opened = async (name: string, as_at: string, gross: string, kiwisaver_employer: string) => {
      const { id } = await member(name, { start_date: '2024-02-01' })
      const year_to_date = { gross, tax: '0', kiwisaver_employer }
      const put = await owner.put(`/api/employees/${id}/opening-balances`, { as_at, year_to_date })
      expect(put.status, JSON.stringify(put.body)).toBe(200)
      return id as number
    }
    const moved = await opened('Hana', '2026-02-28', '60000', '1800')
    const earlier = await opened('Rewi', '2026-03-31', '30000', '900')
    await pay(moved, '2026-03-31', 3000)
    expect(await work()).toMatchObject([{ people: 2 }])
    // 60,000 + 3,000 + 1,800 + 3% of 3,000 = 64,890: 30%, where the last pay alone would be 37,080 a year. 30,900: 17.5%.
    const { people } = await list()
    const of = (id: number) => people.find((each: AnyJson) => each.employee_id === id)
    expect(of(moved)).toMatchObject({ basis: 'LAST_YEAR', threshold_amount: 64_890, rate: 0.3 })
    expect(of(earlier)).toMatchObject({ basis: 'LAST_YEAR', threshold_amount: 30_900, rate: 0.175 })
    const { warnings } = await pay(moved, '2026-04-15', 3000)
    expect(warnings).toContainEqual(expect.stringContaining('30% follows from 64890.00'))
  })

  it('count last year as another system had it, for a company that moves within the year', async () => {
    const { id: companyId } = await aCompany(owner, { jurisdiction: 'NZ' })
    const opened = async (last_name: string, more: object) => {
      const { id } = await anEmployee(owner, companyId, { ...MEMBER, last_name, start_date: '2023-02-01' })
      const { body } = await owner.put(`/api/employees/${id}/opening-balances`, {
        as_at: '2026-04-05',
        year_to_date: { gross: 1000, tax: 100, kiwisaver_employer: 35, ...more },
      })
      return { id: id as number, warnings: body.warnings as string[] }
    }
    const last = { last_year_gross: 62_800, last_year_employer_contributions: 1884 }
    const told = await opened('Told', last)
    const none = await opened('Untold', {})
    const missing = expect.stringContaining('year_to_date.last_year_gross was not given')
    expect([told.warnings, none.warnings]).toEqual([
      expect.not.arrayContaining([missing]),
      expect.arrayContaining([missing]),
    ])
    // 62,800 + 1,884 = 64,684, above 64,200: 30%. A year of 2,000 a month alone would be 17.5%.
    const { warnings } = await pay(told.id, '2026-04-15', 2000, companyId)
    expect(warnings).toContainEqual(
      expect.stringContaining(
        '30% follows from 64684.00 of salary and employer contributions (the tax year before)',
      ),
    )
    const { warnings: estimated } = await pay(none.id, '2026-04-15', 2000, companyId)
    expect(estimated).toContainEqual(expect.stringContaining('(an estimate for this tax year)'))
    const { body } = await owner.get(`/api/company/${companyId}/esct-rates?from_date=2026-04-01`)
    expect(body.people).toMatchObject([
      {
        format_name: expect.stringContaining('Told'),
        basis: 'LAST_YEAR',
        threshold_amount: 64_684,
        rate: 0.3,
      },
      { basis: 'ESTIMATE' },
    ])
  })

  it('count what another system paid into complying funds', async () => {
    const { id: companyId } = await aCompany(owner, { jurisdiction: 'NZ' })
    const { id } = await anEmployee(owner, companyId, { ...MEMBER, start_date: '2023-02-01' })
    await owner.put(`/api/employees/${id}/opening-balances`, {
      as_at: '2026-02-28',
      year_to_date: { gross: 61_000, kiwisaver_employer: 1000, complying_fund_employer: 2300 },
    })
    const { body } = await owner.get(`/api/company/${companyId}/esct-rates?from_date=2026-04-01`)
    // 61,000 + 1,000 + 2,300 = 64,300, above 64,200.
    expect(body.people).toMatchObject([{ threshold_amount: 64_300, rate: 0.3 }])
  })

  it('refuse what is not on the list, another day, and another country', async () => {
    const decide = (body: object) => owner.post(`${path}/decisions`, { action: 'APPROVE', ...body })
    expect((await decide({ from_date: '2026-04-01', employee_ids: [whole, foreign] })).body.detail).toContain(
      `Not on the list of ESCT rates: employee ${foreign} (employee_ids.1).`,
    )
    const wrong = await decide({ from_date: '2026-05-01' })
    expect([wrong.status, wrong.body.data[0].loc]).toEqual([422, ['body', 'from_date']])
    const asked = await owner.get(`${path}?from_date=2026-05-01`)
    expect([asked.status, asked.body.data[0].loc]).toEqual([422, ['query', 'from_date']])
    expect((await owner.get(`${path}?from_date=2031-04-01`)).status).toBe(409)
    const au = await aCompany(owner, { jurisdiction: 'AU' })
    expect((await owner.get(`/api/company/${au.id}/esct-rates`)).body.detail).toContain('New Zealand')
  })

  it('are estimated with the contributions of the year that begins', async () => {
    const { id } = await aCompany(owner, { jurisdiction: 'NZ' })
    const began = { ...MEMBER, start_date: '2025-11-03' }
    const people: number[] = []
    for (const [first_name, fields] of Object.entries({
      Minimum: {},
      Agreed: { kiwisaver_employer_rate: '0.04' },
      Coming: {},
      Matched: { nz_kiwisaver_reduction_from: '2026-03-01', nz_kiwisaver_reduction_to: '2026-12-31' },
    }))
      people.push((await anEmployee(owner, id, { ...began, ...fields, first_name, last_name: 'Ngata' })).id)
    for (const date of LATER.slice(3)) for (const person of people) await pay(person, date, 5180, id)
    const coming = { id: people[2], kiwisaver_employer_rate: '0.05', effective_from: '2026-04-01' }
    await owner.patch(`/api/company/${id}/employees/update`, [coming])
    const { body } = await owner.get(`/api/company/${id}/esct-rates`)
    // 17.5% up to 64,200. A year has 62,160 and 12 × 181.30, 207.20, 259.00 and, with the reduction matched, 155.40.
    expect(
      body.people.map((each: AnyJson) => [each.format_name, each.basis, each.threshold_amount, each.rate]),
    ).toEqual([
      ['Agreed Ngata', 'ESTIMATE', 64_646, 0.3],
      ['Coming Ngata', 'ESTIMATE', 65_268, 0.3],
      ['Matched Ngata', 'ESTIMATE', 64_024, 0.175],
      ['Minimum Ngata', 'ESTIMATE', 64_335, 0.3],
    ])
  })

  it('are seen by no other customer', async () => {
    const other = await tasman.clientFor('other')
    expect((await other.get(path)).status).toBe(403)
  })
})
