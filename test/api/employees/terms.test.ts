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

  it('change without a date after every pay, although the one paid last is for an earlier week', async () => {
    const mia = await anEmployee(owner, company.id, { start_date: '2026-02-02' })
    const ordinary = await aPay(owner, company.id, '2026-07-12', aWeek(mia.id))
    const late = `/api/company/${company.id}/pays/create?pay_date=2026-07-14&period_end_date=2026-06-28`
    expect((await owner.put(late, [aWeek(mia.id)])).status).toBe(201)
    await update({ id: mia.id, pay_rate_per_hour: '44.00' })
    expect((await termsOf(mia)).map((each: AnyJson) => each.from)).toEqual(['2026-02-02', '2026-07-13'])
    const path = `/api/company/${company.id}/pays/recalculate`
    const { body } = await owner.post(path, { pay_ids: [ordinary.id], renew_snapshot: true })
    expect(body.pays[0].gross).toBe(ordinary.gross)
  })

  it('change by an import after the last pay', async () => {
    const mia = await anEmployee(owner, company.id, { start_date: '2026-02-02', number: 'M7' })
    await aPay(owner, company.id, '2026-07-12', aWeek(mia.id))
    const { status } = await owner.post(`/api/company/${company.id}/imports/employees`, [
      { number: 'M7', pay_rate_per_hour: '44.00' },
    ])
    expect(status).toBe(200)
    expect(await termsOf(mia)).toMatchObject([{}, { from: '2026-07-13', changed: ['pay_rate_per_hour'] }])
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

  it('hold a tax number from its day, in whatever order its changes are entered', async () => {
    const given = { tax_file_number: '123456782', effective_from: '2026-05-04' }
    const withdrawn = { tax_file_number: '000000000', effective_from: '2026-03-02' }
    for (const [first, second] of [
      [given, withdrawn],
      [withdrawn, given],
    ] as const) {
      const mia = await anEmployee(owner, company.id, { start_date: '2026-02-02' })
      await update({ id: mia.id, ...first })
      const { warnings } = await update({ id: mia.id, ...second })
      const stays = 'tax_file_number applies from 2026-03-02 to the day before 2026-05-04'
      expect(warnings.some((each: string) => each.startsWith(stays))).toBe(second === withdrawn)
      const statusOn = async (day: string) => (await termsOn(mia, day)).terms.tax_number_status
      expect(await statusOn('2026-03-01')).toBe('QUOTED')
      expect(await statusOn('2026-03-02')).toBe('NOT_QUOTED')
      expect(await statusOn('2026-05-04')).toBe('QUOTED')
      expect((await owner.get(`/api/employees/${mia.id}`)).body.tax_file_number).toBe('123456782')
    }
  })

  it('keep the IRD number of a later declaration when an earlier time without one is entered', async () => {
    const nz = await aCompany(owner, { jurisdiction: 'NZ' })
    const aroha = await anEmployee(owner, nz.id, { country: 'NZ', start_date: '2026-02-02' })
    const change = async (fields: object) => {
      const { body } = await owner.patch(`/api/company/${nz.id}/employees/update`, [
        { id: aroha.id, ...fields },
      ])
      expect(body[0].errors).toEqual({})
    }
    await change({ no_declaration: false, nz_tax_code: 'S', effective_from: '2026-05-04' })
    await change({ no_declaration: true, effective_from: '2026-03-02' })
    expect((await owner.get(`/api/employees/${aroha.id}`)).body).toMatchObject({
      ird_number: '49091850',
      nz_tax_code: 'S',
      no_declaration: false,
    })
    expect((await termsOn(aroha, '2026-03-02')).terms.nz_tax_code).toBe('ND')
    await change({ no_declaration: true, effective_from: '2026-06-01' })
    expect((await owner.get(`/api/employees/${aroha.id}`)).body.ird_number).toBe(null)
  })

  it('are not those of another customer, and of no unknown employee', async () => {
    const mia = await anEmployee(owner, company.id)
    const stranger = await tasman.clientFor('other')
    expect((await stranger.get(`/api/employees/${mia.id}/terms`)).status).toBe(404)
    expect((await owner.get('/api/employees/999999/terms')).status).toBe(404)
    expect((await owner.get(`/api/employees/${mia.id}/terms?on=tomorrow`)).status).toBe(422)
  })
})
