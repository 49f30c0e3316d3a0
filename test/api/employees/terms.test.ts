import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyDueChanges } from '../../../src/features/employees/employees/index.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
})
afterAll(() => tasman.close())

const update = async (change: object) => {
  const { status, body } = await owner.patch(`/api/company/${company.id}/employees/update`, [change])
  return { status, ...body[0] }
}
const termsOf = async ({ id }: AnyJson) => (await owner.get(`/api/employees/${id}/terms`)).body
const termsOn = async ({ id }: AnyJson, day: string) =>
  (await owner.get(`/api/employees/${id}/terms?on=${day}`)).body
const moveTo = async (time: string) => {
  tasman.clock.set(new Date(time))
  owner = await tasman.clientFor('owner')
}

describe('the terms of an employee by date', () => {
  it('begin with the employment, and with a dated change on its day', async () => {
    const mia = await anEmployee(owner, company.id, { start_date: '2026-02-02' })
    const result = await update({ id: mia.id, pay_rate_per_hour: '45.00', effective_from: '2026-05-04' })
    expect(result.employee.pay_rate_per_hour).toBe(45)
    expect(await termsOf(mia)).toMatchObject([
      {
        from: '2026-02-02',
        to: '2026-05-03',
        origin: 'entered',
        changed: [],
        terms: { pay_rate_per_hour: 40 },
      },
      {
        from: '2026-05-04',
        to: null,
        origin: 'entered',
        changed: ['pay_rate_per_hour'],
        terms: { pay_rate_per_hour: 45, employment_status: 'Full-time' },
      },
    ])
    expect((await termsOn(mia, '2026-05-03')).terms.pay_rate_per_hour).toBe(40)
    expect((await termsOn(mia, '2026-05-04')).terms.pay_rate_per_hour).toBe(45)
    expect((await termsOn(mia, '2020-01-01')).terms.pay_rate_per_hour).toBe(40)
  })

  it('change without a date from the day after the last pay, whatever day it is', async () => {
    const mia = await anEmployee(owner, company.id, { start_date: '2026-02-02' })
    await update({ id: mia.id, standard_hours_per_day: 7 })
    expect((await termsOn(mia, '2026-02-02')).terms.standard_hours_per_day).toBe(7)
    await aPay(owner, company.id, '2026-07-05', aWeek(mia.id))
    await update({ id: mia.id, pay_rate_per_hour: '44.00' })
    expect(await termsOf(mia)).toMatchObject([{}, {}, { from: '2026-07-06', changed: ['pay_rate_per_hour'] }])
  })

  it('keep a later change that is recorded already, and say so', async () => {
    const mia = await anEmployee(owner, company.id, { start_date: '2026-02-02' })
    await update({ id: mia.id, pay_rate_per_hour: '50.00', effective_from: '2026-07-01' })
    const result = await update({ id: mia.id, pay_rate_per_hour: '45.00', effective_from: '2026-05-04' })
    expect(result.employee.pay_rate_per_hour).toBe(50)
    expect(result.warnings).toContainEqual(expect.stringContaining('the day before 2026-07-01'))
    const rates = (await termsOf(mia)).map((each: AnyJson) => [each.from, each.terms.pay_rate_per_hour])
    expect(rates).toEqual([
      ['2026-02-02', 40],
      ['2026-05-04', 45],
      ['2026-07-01', 50],
    ])
  })

  it('hold a scheduled change before its day, and the record follows on that day', async () => {
    const mia = await anEmployee(owner, company.id, { start_date: '2026-02-02' })
    await update({ id: mia.id, has_claimed_tax_free_threshold: false, effective_from: '2026-08-03' })
    expect((await termsOn(mia, '2026-08-02')).terms.has_claimed_tax_free_threshold).toBe(true)
    expect((await termsOn(mia, '2026-08-03')).terms.has_claimed_tax_free_threshold).toBe(false)
    await moveTo('2026-08-03T02:00:00Z')
    await applyDueChanges(tasman.service)
    expect((await owner.get(`/api/employees/${mia.id}`)).body.has_claimed_tax_free_threshold).toBe(false)
    expect(await termsOf(mia)).toHaveLength(2)
  })

  it('say whether a tax number was quoted, and never the number', async () => {
    const mia = await anEmployee(owner, company.id, {
      start_date: '2026-02-02',
      tax_file_number: '000000000',
    })
    await aPay(owner, company.id, '2026-07-12', aWeek(mia.id))
    await update({ id: mia.id, tax_file_number: '123456782' })
    const text = JSON.stringify(await termsOf(mia))
    expect(text).not.toContain('123456782')
    expect((await termsOn(mia, '2026-07-12')).terms.tax_number_status).toBe('NOT_QUOTED')
    expect((await termsOn(mia, '2026-07-13')).terms.tax_number_status).toBe('QUOTED')
  })

  it('are not those of another customer, and of no unknown employee', async () => {
    const mia = await anEmployee(owner, company.id)
    const stranger = await tasman.clientFor('other')
    expect((await stranger.get(`/api/employees/${mia.id}/terms`)).status).toBe(404)
    expect((await owner.get('/api/employees/999999/terms')).status).toBe(404)
    expect((await owner.get(`/api/employees/${mia.id}/terms?on=tomorrow`)).status).toBe(422)
  })
})
