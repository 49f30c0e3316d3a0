import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyDueChanges } from '../../../src/features/employees/employees/index.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

/*
 * The rate follows the salary and the hours, and leave follows the status: by the terms of their own day, in
 * whatever order they are recorded.
 */

let tasman: TestApp
let owner: TestClient
let company: number
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-17T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = (await aCompany(owner)).id
})
afterAll(() => tasman.close())

const SALARY = { annual_salary: '91520', effective_from: '2026-09-07' }
const HOURS = { standard_days_per_week: 4, standard_hours_per_day: '8', effective_from: '2026-08-03' }
const CASUAL = { employment_status: 'Casual', effective_from: '2026-07-20' }
const PERMANENT = { employment_status: 'Full-time', effective_from: '2026-10-05' }

async function recorded(changes: readonly object[]): Promise<AnyJson> {
  const { id } = await anEmployee(owner, company, { start_date: '2025-03-03', annual_salary: '79040' })
  for (const change of changes) {
    const { body } = await owner.patch(`/api/company/${company}/employees/update`, [{ id, ...change }])
    expect(body[0].errors).toEqual({})
  }
  const on = async (day: string) => {
    const { terms } = (await owner.get(`/api/employees/${id}/terms?on=${day}`)).body
    return [terms.pay_rate_per_hour, terms.accrue_holiday_leave_per_hour, terms.employment_status]
  }
  const { body: today } = await owner.get(`/api/employees/${id}`)
  return {
    days: [
      await on('2026-07-01'),
      await on('2026-07-20'),
      await on('2026-08-03'),
      await on('2026-09-07'),
      await on('2026-10-05'),
    ],
    today: [today.pay_rate_per_hour, today.accrue_holiday_leave_per_hour, today.employment_status],
  }
}

it('follow the terms of their day in any order', async () => {
  const right = await recorded([CASUAL, HOURS, SALARY, PERMANENT])
  // 79,040 ÷ 52 ÷ 38 = 40; ÷ 32 = 47.5; 91,520 ÷ 52 ÷ 32 = 55.
  expect(right.days.map(([rate]: number[]) => rate)).toEqual([40, 40, 47.5, 55, 55])
  const [earns] = right.days.map(([, leave]: number[]) => leave)
  expect(right.days.map(([, leave]: number[]) => leave)).toEqual([earns, 0, 0, 0, earns])
  expect(right.today).toEqual(right.days.at(-1))
  expect(await recorded([PERMANENT, SALARY, HOURS, CASUAL])).toEqual(right)
  expect(await recorded([SALARY, CASUAL, PERMANENT, HOURS])).toEqual(right)
})

it('a tax code and a loan that were sent without a declaration apply once one is recorded for their days (NZ)', async () => {
  const { id: nz } = await aCompany(owner, { jurisdiction: 'NZ' })
  const withdrawn = { no_declaration: true, effective_from: '2026-08-05' }
  const made = {
    no_declaration: false,
    nz_tax_code: 'M',
    ird_number: '49091850',
    effective_from: '2026-08-08',
  }
  const second = { nz_tax_code: 'S', effective_from: '2026-08-10' }
  const loan = { has_student_loan: true, effective_from: '2026-08-12' }
  for (const changes of [
    [withdrawn, made, second, loan],
    [withdrawn, second, made, loan],
    [withdrawn, loan, second, made],
    [second, loan, withdrawn, made],
    [loan, made, second, withdrawn],
  ]) {
    const { id } = await anEmployee(owner, nz, { country: 'NZ', start_date: '2025-03-03' })
    for (const change of changes) {
      const { body } = await owner.patch(`/api/company/${nz}/employees/update`, [{ id, ...change }])
      expect(body[0].errors).toEqual({})
    }
    const days: unknown[] = []
    for (const on of ['2026-08-06', '2026-08-09', '2026-08-11', '2026-08-13']) {
      const { terms } = (await owner.get(`/api/employees/${id}/terms?on=${on}`)).body
      days.push([terms.nz_tax_code, terms.has_student_loan])
    }
    expect(days).toEqual([
      ['ND', false],
      ['M', false],
      ['S', false],
      ['S', true],
    ])
    const { body: sent } = await owner.get(`/api/employees/${id}/changes`)
    expect(sent.find((each: AnyJson) => each.effective_from === '2026-08-10').fields.nz_tax_code).toBe('S')
  }
})

it('a tax code of days before a day without a declaration needs no new IRD number, in either order (NZ)', async () => {
  const { id: nz } = await aCompany(owner, { jurisdiction: 'NZ' })
  const withdrawn = { no_declaration: true, effective_from: '2026-08-12' }
  const second = { nz_tax_code: 'S', effective_from: '2026-08-05' }
  const quoted = { nz_tax_code: 'SH', ird_number: '49091850', effective_from: '2026-08-07' }
  const send = async (change: object) =>
    (await owner.patch(`/api/company/${nz}/employees/update`, [change])).body[0]
  for (const changes of [
    [second, quoted, withdrawn],
    [withdrawn, second, quoted],
    [quoted, withdrawn, second],
  ]) {
    const { id } = await anEmployee(owner, nz, { country: 'NZ', start_date: '2025-03-03' })
    for (const change of changes) expect((await send({ id, ...change })).errors).toEqual({})
    const codes: unknown[] = []
    for (const on of ['2026-08-04', '2026-08-06', '2026-08-08', '2026-08-13'])
      codes.push((await owner.get(`/api/employees/${id}/terms?on=${on}`)).body.terms.nz_tax_code)
    expect(codes).toEqual(['M', 'S', 'SH', 'ND'])
    const { body: employee } = await owner.get(`/api/employees/${id}`)
    expect([employee.nz_tax_code, employee.ird_number]).toEqual(['ND', null])
    // From a day without a declaration, a code needs the number.
    const { errors } = await send({
      id,
      no_declaration: false,
      nz_tax_code: 'M',
      effective_from: '2026-08-14',
    })
    expect(errors.detail).toContain('ird_number is required')
  }
})

it('a declaration without a date replaces what was sent before it, also when an earlier day is recorded later (NZ)', async () => {
  const { id: nz } = await aCompany(owner, { jurisdiction: 'NZ' })
  const send = async (change: object) =>
    (await owner.patch(`/api/company/${nz}/employees/update`, [change])).body[0].errors
  const { id } = await anEmployee(owner, nz, {
    ...{ country: 'NZ', start_date: '2026-11-02', no_declaration: true, ird_number: undefined },
    nz_tax_code: 'ND',
  })
  expect(await send({ id, nz_tax_code: 'M', effective_from: '2026-11-10' })).toEqual({})
  expect(await send({ id, no_declaration: false, ird_number: '49091850', nz_tax_code: 'S' })).toEqual({})
  expect(await send({ id, pay_rate_per_hour: '41', effective_from: '2026-11-05' })).toEqual({})
  const { body: employee } = await owner.get(`/api/employees/${id}`)
  const { terms } = (await owner.get(`/api/employees/${id}/terms?on=2026-11-12`)).body
  expect([employee.nz_tax_code, terms.nz_tax_code]).toEqual(['S', 'S'])
})

it('a code scheduled without a declaration applies to record and pays alike once there is one (NZ)', async () => {
  const { id: nz } = await aCompany(owner, { jurisdiction: 'NZ' })
  const send = async (change: object) =>
    (await owner.patch(`/api/company/${nz}/employees/update`, [change])).body[0].errors
  const { id } = await anEmployee(owner, nz, {
    ...{ country: 'NZ', start_date: '2026-11-02', no_declaration: true, ird_number: undefined },
    nz_tax_code: 'ND',
  })
  expect(await send({ id, nz_tax_code: 'M', effective_from: '2026-12-01' })).toEqual({})
  expect(await send({ id, no_declaration: false, ird_number: '49091850', nz_tax_code: 'S' })).toEqual({})
  tasman.clock.set(new Date('2026-12-01T02:00:00Z'))
  owner = await tasman.clientFor('owner')
  await applyDueChanges(tasman.service)
  const { body: employee } = await owner.get(`/api/employees/${id}`)
  const { terms } = (await owner.get(`/api/employees/${id}/terms?on=2026-12-01`)).body
  expect([employee.nz_tax_code, terms.nz_tax_code]).toEqual(['M', 'M'])
})

it('a rate that a change of hours derived follows a salary recorded later for an earlier day', async () => {
  const { id } = await anEmployee(owner, company, { start_date: '2025-03-03', annual_salary: '104000' })
  const send = async (change: object) => {
    const { body } = await owner.patch(`/api/company/${company}/employees/update`, [{ id, ...change }])
    expect(body[0].errors).toEqual({})
  }
  const on = async (day: string) => {
    const { terms } = (await owner.get(`/api/employees/${id}/terms?on=${day}`)).body
    return [terms.annual_salary, terms.standard_days_per_week, terms.pay_rate_per_hour]
  }
  await send({ standard_days_per_week: 4, effective_from: '2026-10-26' })
  expect(await on('2026-10-26')).toEqual([104000, 4, 65.78947368])
  await send({ annual_salary: '130000', effective_from: '2026-10-19' })
  // 130,000 ÷ 52 ÷ 38 and ÷ 30.4.
  expect(await on('2026-10-19')).toEqual([130000, 5, 65.78947368])
  expect(await on('2026-10-26')).toEqual([130000, 4, 82.23684211])
  // A rate instead of the salary applies from its day, whatever followed from the salary before.
  await send({ pay_rate_per_hour: '33.33', effective_from: '2026-10-21' })
  expect(await on('2026-10-26')).toEqual([null, 4, 33.33])
})

it('a salary without a date reaches the hours of a coming day, which apply on it', async () => {
  const { id } = await anEmployee(owner, company, { start_date: '2025-03-03', annual_salary: '104000' })
  const path = `/api/company/${company}/employees/update`
  await owner.patch(path, [{ id, standard_days_per_week: 4, effective_from: '2027-01-04' }])
  await owner.patch(path, [{ id, annual_salary: '130000' }])
  const coming = (await owner.get(`/api/employees/${id}/terms?on=2027-01-04`)).body.terms
  expect([coming.annual_salary, coming.pay_rate_per_hour]).toEqual([130000, 82.23684211])
  tasman.clock.set(new Date('2027-01-05T02:00:00Z'))
  await applyDueChanges(tasman.service)
  owner = await tasman.clientFor('owner')
  const { body: today } = await owner.get(`/api/employees/${id}`)
  expect([today.annual_salary, today.standard_days_per_week, today.pay_rate_per_hour]).toEqual([
    130000, 4, 82.23684211,
  ])
})
