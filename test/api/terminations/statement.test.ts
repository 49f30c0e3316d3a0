import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listPaidOut } from '../../../src/features/pays/terminations/queries.ts'
import { buildStatement } from '../../../src/features/pays/terminations/statement.ts'
import { money } from '../../../src/features/platform/pdf/index.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, setBalances, terminate } from './story.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ env: { RATE_LIMITS: 'on', LIMIT_DEFAULT: '1000', LIMIT_PAYS: '1000' } })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const statement = (id: number, client = owner) => client.get(`/api/employees/${id}/termination/statement`)

describe('the termination statement', () => {
  it('is a PDF in either country, for a staged pay too', async () => {
    const au = (await aCompany(owner)).id
    const nz = (await aCompany(owner, { jurisdiction: 'NZ' })).id
    const australian = await anEmployee(owner, au)
    await setBalances(tasman, australian.id, { holiday_hours: 20 })
    await terminate(owner, australian.id, {
      reason: 'REDUNDANCY',
      redundancy_amount: 20_000,
      non_etp_amount: 10,
    })
    const newZealander = await anEmployee(owner, nz, { country: 'NZ' })
    await aPay(owner, nz, newZealander.id, '2026-10-25')
    await terminate(owner, newZealander.id, { pay_date: '2026-12-06', redundancy_amount: 100 })
    for (const { id } of [australian, newZealander]) {
      const answer = await statement(id)
      expect(answer.status).toBe(200)
      expect(answer.headers['content-type']).toBe('application/pdf')
      expect(answer.headers['content-disposition']).toBe(`inline; filename="termination-${id}.pdf"`)
      expect(answer.raw.subarray(0, 5).toString()).toBe('%PDF-')
    }
  })

  it('404 for one who was never terminated and for another customer’s employee', async () => {
    const company = (await aCompany(owner)).id
    const { id } = await anEmployee(owner, company)
    expect((await statement(id)).status).toBe(404)
    await terminate(owner, id)
    expect((await statement(id, await tasman.clientFor('other'))).status).toBe(404)
  })

  it('names every component of an Australian ending with its tax', async () => {
    const company = (await aCompany(owner, { trading_name: 'Kooka' })).id
    const { id } = await anEmployee(owner, company, { number: 'S-1', start_date: '2010-01-04' })
    await setBalances(tasman, id, { holiday_hours: 76, lsl_hours: 100 })
    const { body } = await terminate(owner, id, {
      reason: 'REDUNDANCY',
      redundancy_amount: 250_000,
      etp_amount: 1000,
      non_etp_amount: 500,
      is_payment_in_lieu_paid: true,
      payment_in_lieu_type: 'NOTICE_LUMP_SUM',
      notice_lump_sum: 3000,
    })
    const { sections, side, facts, net, employee } = await built(company, id, body)
    const rows = (heading: string) =>
      sections.find((section) => section.heading === heading)?.rows.map((row) => row.cells)
    expect(employee).toEqual({ name: 'Mia Nguyen', lines: ['Employee S-1', 'Full-time'] })
    expect(facts).toContainEqual({ label: 'Reason', value: 'Redundancy' })
    expect(facts).toContainEqual({ label: 'Cessation', value: 'R: redundancy' })
    expect(rows('Annual leave')?.at(-1)).toEqual([
      'Annual leave and loading',
      '3,040.00',
      money(body.unused_holiday_and_loading_tax_amount),
    ])
    expect(rows('Long service leave')?.at(-1)).toEqual([
      'Long service leave',
      '4,000.00',
      money(body.unused_lsl_tax_amount),
    ])
    expect(rows('Employment termination payments')).toEqual([
      ['Payment in lieu of notice', '3,000.00', ''],
      ['Redundancy payment', '250,000.00', ''],
      ['Other termination payment', '1,000.00', ''],
      ['Termination payments', '254,000.00', money(body.etp_tax_withheld)],
    ])
    expect(rows('Termination payments by code')?.map((cells) => cells[0])).toEqual(['Code R', 'Code O'])
    expect(rows('For the tax return')).toEqual([
      ['Lump sum A', money(body.lump_sum_a)],
      ['Lump sum D (tax free)', money(body.lump_sum_d)],
    ])
    expect(net).toBe(`$${money(body.total_amount - body.tax_amount)}`)
    // The taxes of the sections add up to the tax on the termination.
    const taxes = ['Annual leave', 'Long service leave', 'Employment termination payments', 'Other'].map(
      (heading) => Number(rows(heading)?.at(-1)?.at(-1)?.replaceAll(',', '')),
    )
    expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(body.tax_amount)
    expect(side[0]?.rows.map((row) => row.cells)).toEqual([
      ['Annual leave', '76 hours'],
      ['Long service leave', '100 hours'],
    ])
  })

  it('names every component of a New Zealand ending with its rate, tax and levy', async () => {
    const company = (await aCompany(owner, { jurisdiction: 'NZ' })).id
    const { id } = await anEmployee(owner, company, { country: 'NZ', start_date: '2024-07-01' })
    await aPay(owner, company, id, '2026-10-25')
    await setBalances(tasman, id, { annual_holidays_weeks: 3, alt_holiday_days: 2 })
    const { body } = await terminate(owner, id, {
      redundancy_amount: 5000,
      is_payment_in_lieu_paid: true,
      payment_in_lieu_amount: 900,
    })
    const { sections } = await built(company, id, body)
    expect(sections[0]?.rows.map((row) => row.cells[0])).toEqual([
      'Annual holidays owing',
      'Holiday pay since the last anniversary',
      'Alternative holidays owing',
      'Redundancy',
      'Payment in lieu of notice',
    ])
    expect(sections[1]?.rows.map((row) => row.cells)).toContainEqual([
      'Redundancy',
      '33%',
      '1,650.00',
      '0.00',
      '1,650.00',
    ])
    expect(sections[1]?.rows.at(-1)?.cells).toEqual(['Tax', '', '', '', money(body.tax_amount)])
  })

  it('says when the pay still waits, and when the employee has come back', async () => {
    const company = (await aCompany(owner)).id
    const { id } = await anEmployee(owner, company)
    const { body } = await terminate(owner, id)
    expect((await built(company, id, body)).notes).toEqual([])
    expect((await built(company, id, { ...body, is_pay_processed: false })).notes[0]).toContain('Staged')
    await owner.post(`/api/employees/${id}/reinstate`, {})
    expect((await built(company, id, body)).notes[0]).toContain('reinstated')
  })
})

async function built(companyId: number, employeeId: number, result: AnyJson) {
  const { query } = tasman.service.database
  const company = await query
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const employee = await query
    .selectFrom('employees')
    .selectAll()
    .where('id', '=', employeeId)
    .executeTakeFirstOrThrow()
  return buildStatement({
    company,
    employee,
    isReinstated: !employee.is_terminated,
    result,
    payId: result.pay_id,
    payDate: '2026-11-01',
    isProcessed: result.is_pay_processed,
    paidOut: await listPaidOut(query, result.pay_id),
  })
}

describe('limits', () => {
  it('terminate and reading it back share 60 calls a minute', async () => {
    const first = await terminate(owner, 999_999)
    const second = await owner.get('/api/employees/999999/termination')
    expect(first.headers['ratelimit-limit']).toBe('60')
    expect(second.headers['ratelimit-limit']).toBe('60')
    expect(Number(first.headers['ratelimit-remaining']) - Number(second.headers['ratelimit-remaining'])).toBe(
      1,
    )
  })

  it('a dry run counts like any other call', async () => {
    const first = await terminate(owner, 999_999, {}, '?dry_run=true')
    const second = await terminate(owner, 999_999, {}, '?dry_run=true')
    expect(Number(first.headers['ratelimit-remaining']) - Number(second.headers['ratelimit-remaining'])).toBe(
      1,
    )
  })
})
