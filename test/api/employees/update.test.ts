import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee, employeeBody } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let au: number
let nz: number
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  au = (await aCompany(owner)).id
  nz = (await aCompany(owner, { jurisdiction: 'NZ' })).id
})
afterAll(() => tasman.close())

const update = (items: AnyJson, { companyId = au, query = '', headers = {} } = {}) =>
  owner.patch(`/api/company/${companyId}/employees/update${query}`, items, headers)
const read = async (id: number) => owner.get(`/api/employees/${id}`)

describe('200', () => {
  it('changes what is sent and leaves the rest', async () => {
    const before = await anEmployee(owner, au, { number: 'A1' })
    const { status, body } = await update([
      { id: before.id, pay_rate_per_hour: '45.50', position: ' Barista ', state: 'vic' },
    ])
    expect(status).toBe(200)
    expect(body).toEqual([
      { employee: { ...before, pay_rate_per_hour: 45.5, position: 'Barista', state: 'VIC' }, errors: {} },
    ])
    expect((await read(before.id)).body).toEqual(body[0].employee)
  })

  it('clears with null what may be empty', async () => {
    const { id } = await anEmployee(owner, au, {
      middle_name: 'Ann',
      super_rate: 0.15,
      primary_bank_bsb: '062000',
    })
    const { body } = await update([{ id, middle_name: null, super_rate: null, primary_bank_bsb: '' }])
    expect(body[0].employee).toMatchObject({ middle_name: null, super_rate: 0.12, primary_bank_bsb: null })
  })

  it('lets the reported status and leave follow a new employment status, and nothing else', async () => {
    const before = await anEmployee(owner, au, { employment_status: 'Full-time' })
    const { body } = await update([{ id: before.id, employment_status: 'casual' }])
    const casual = { employment_status: 'Casual', stp_employment_status: 'C' }
    const withoutLeave = {
      accrue_holiday_leave_per_hour: 0,
      accrue_sick_leave_per_hour: 0,
      accrue_lsl_per_hour: 0,
      is_lsl_enabled: false,
    }
    expect(body[0].employee).toEqual({
      ...before,
      ...casual,
      ...withoutLeave,
      readable_stp_employment_status: 'Casual',
    })
    const sent = await update([
      { id: before.id, employment_status: 'Part-time', stp_employment_status: 'F' },
      { id: before.id, employment_status: 'Part-time' },
    ])
    expect(sent.body[1].employee).toMatchObject({
      employment_status: 'Part-time',
      stp_employment_status: 'F',
    })
  })

  it('finds employees by number, which it does not change', async () => {
    const one = await anEmployee(owner, au, { number: 'N1' })
    const { status, body } = await update([{ number: 'N1', department: 'Bar' }], {
      query: '?identifier_type=employee_number',
    })
    expect(status).toBe(200)
    expect(body[0].employee).toMatchObject({ id: one.id, number: 'N1', department: 'Bar' })
  })

  it('applies two items for one employee in their order', async () => {
    const { id } = await anEmployee(owner, au)
    const { body } = await update([
      { id, position: 'First', department: 'Bar' },
      { id, position: 'Second' },
    ])
    expect(body.map((result: AnyJson) => result.employee.position)).toEqual(['First', 'Second'])
    expect((await read(id)).body).toMatchObject({ position: 'Second', department: 'Bar' })
  })

  it('lets one employee take the number another gives up in the same request', async () => {
    const one = await anEmployee(owner, au, { number: 'S1' })
    const two = await anEmployee(owner, au, { number: 'S2' })
    const { status } = await update([
      { id: two.id, number: 'S3' },
      { id: one.id, number: 'S2' },
    ])
    expect(status).toBe(200)
    expect((await read(one.id)).body.number).toBe('S2')
    expect((await read(two.id)).body.number).toBe('S3')
  })

  it('settles a New Zealand declaration again', async () => {
    const { id } = await anEmployee(owner, nz, { country: 'NZ' })
    const change = async (fields: AnyJson) =>
      (await update([{ id, ...fields }], { companyId: nz })).body[0].employee
    expect(await change({ nz_tax_code: 'S SL' })).toMatchObject({ nz_tax_code: 'S', has_student_loan: true })
    expect(await change({ no_declaration: true })).toMatchObject({
      nz_tax_code: 'ND',
      has_student_loan: false,
      ird_number: null,
    })
  })

  it('changes a deleted employee, so that a number can be given up', async () => {
    const { id } = await anEmployee(owner, au, { number: 'GIVEUP' })
    await owner.delete(`/api/employees/${id}`)
    expect((await update([{ id, number: null }])).status).toBe(200)
    expect((await anEmployee(owner, au, { number: 'GIVEUP' })).number).toBe('GIVEUP')
  })

  it('leaves no trace when nothing really changes', async () => {
    const { id } = await anEmployee(owner, au, { pay_rate_per_hour: '40.00' })
    const before = await read(id)
    await update([{ id, pay_rate_per_hour: 40, first_name: 'Mia', tax_file_number: '123 456 782' }])
    expect((await read(id)).headers.etag).toBe(before.headers.etag)
  })

  it('changes hundreds of employees in one call', async () => {
    const companyId = (await aCompany(owner)).id
    const items = Array.from({ length: 600 }, (_, i) => employeeBody({ number: `H${i}` }))
    const { body: created } = await owner.put(`/api/company/${companyId}/employees/create`, items)
    const { status, body } = await update(
      created.map((result: AnyJson, i: number) => ({
        id: result.employee.id,
        number: `I${i}`,
        pay_rate_per_hour: i,
      })),
      { companyId },
    )
    expect(status).toBe(200)
    expect(body[599].employee).toMatchObject({ number: 'I599', pay_rate_per_hour: 599 })
  })
})

describe('207', () => {
  it('says which employee is unknown and changes the others', async () => {
    const { id } = await anEmployee(owner, au)
    const elsewhere = await anEmployee(owner, nz, { country: 'NZ' })
    const { status, body } = await update([
      { id: 987_654, position: 'X' },
      { id: elsewhere.id, position: 'X' },
      { id: 99_999_999_999, position: 'X' },
      { id, position: 'Y' },
    ])
    expect(status).toBe(207)
    expect(body.map((result: AnyJson) => Object.keys(result.errors))).toEqual([
      ['detail'],
      ['detail'],
      ['detail'],
      [],
    ])
    expect(body[3].employee.position).toBe('Y')
  })

  it('refuses a number that another employee of the account holds', async () => {
    await anEmployee(owner, nz, { country: 'NZ', number: 'T1' })
    const { id } = await anEmployee(owner, au)
    const { body } = await update([{ id, number: 'T1', position: 'Z' }])
    expect(body[0].errors.number).toBe(
      'Employee number T1 is already used in another company of the account.',
    )
    expect((await read(id)).body.position).toBe(null)
  })

  const FAULTS: [object, string][] = [
    [{ tax_file_number: null }, 'tax_file_number'],
    [{ is_closely_held: null }, 'is_closely_held'],
    [{ default_employee_fund_usi: 'NOSUCHFUND' }, 'default_employee_fund_usi'],
    [{ employment_type: 'Nobody' }, 'employment_type'],
    [{ ird_number: '49091851' }, 'detail'],
  ]
  for (const [sent, key] of FAULTS)
    it(`puts ${JSON.stringify(sent)} under ${key}`, async () => {
      const { id } = await anEmployee(owner, au)
      const { status, body } = await update([{ id, ...sent }])
      expect(status).toBe(207)
      expect(Object.keys(body[0].errors)).toEqual([key])
    })

  it('asks a New Zealand employee for the IRD number their code needs', async () => {
    const { id } = await anEmployee(owner, nz, { country: 'NZ' })
    const { body } = await update([{ id, ird_number: null }], { companyId: nz })
    expect(Object.keys(body[0].errors)).toEqual(['detail'])
  })
})

describe('400, 404', () => {
  it('refuses an empty list and an unknown company', async () => {
    expect((await update([])).status).toBe(400)
    expect(await update([{ id: 1 }], { companyId: 999_999 })).toMatchObject({
      status: 404,
      body: { detail: 'Company not found' },
    })
  })
})

describe('412', () => {
  it('refuses a change made for another version', async () => {
    const { id } = await anEmployee(owner, au)
    const { etag } = (await read(id)).headers
    const first = await update([{ id, position: 'One' }], { headers: { 'if-match': etag as string } })
    expect(first.status).toBe(200)
    const second = await update([{ id, position: 'Two' }], { headers: { 'if-match': etag as string } })
    expect(second.status).toBe(412)
    expect((await read(id)).body.position).toBe('One')
  })

  it('takes If-Match only with a single item', async () => {
    const items = [{ id: 1 }, { id: 2 }]
    expect((await update(items, { headers: { 'if-match': '"1"' } })).status).toBe(422)
  })
})

describe('422', () => {
  it('asks for the key of the mode, and refuses the other one’s id', async () => {
    const byNumber = { query: '?identifier_type=employee_number' }
    expect((await update([{ position: 'X' }])).body.data[0].loc).toEqual(['body', 0, 'id'])
    expect((await update([{ position: 'X' }], byNumber)).body.data[0].loc).toEqual(['body', 0, 'number'])
    expect((await update([{ id: 1, number: 'X' }], byNumber)).status).toBe(422)
    expect((await update([{ id: 1 }], { query: '?identifier_type=name' })).status).toBe(422)
  })

  it('rejects the whole batch for one bad field, and writes nothing', async () => {
    const { id } = await anEmployee(owner, au)
    expect(
      (
        await update([
          { id, position: 'X' },
          { id, postcode: '1' },
        ])
      ).status,
    ).toBe(422)
    expect((await update([{ id, is_terminated: true }])).status).toBe(422)
    expect((await update([{ id, first_name: null }])).status).toBe(422)
    expect((await read(id)).body.position).toBe(null)
  })
})
