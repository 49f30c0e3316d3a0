import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

/* Claims of an Australian declaration other than the threshold, and the leave that a state gives. */

let tasman: TestApp
let owner: TestClient
let company: AnyJson

beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
})
afterAll(() => tasman.close())

const OLD = { date_of_birth: '1955-04-02' }

describe('claims of a declaration', () => {
  it('are part of the tax treatment code, in one employee and in the list', async () => {
    const senior = await anEmployee(owner, company.id, {
      ...OLD,
      seniors_offset: 'COUPLE',
      medicare_levy_exemption: 'HALF',
      medicare_levy_reduction_children: 3,
    })
    expect(senior).toMatchObject({ seniors_offset: 'COUPLE', tax_treatment_code: 'SMXXH3' })
    const list = await owner.get(`/api/company/${company.id}/employees`)
    const listed = list.body.find((row: AnyJson) => row.id === senior.id)
    expect(listed).toMatchObject({ tax_treatment_code: 'SMXXH3', medicare_levy_reduction_children: 3 })
  })

  it('may change: the next pay remembers the new code, the one before keeps the old', async () => {
    const { id } = await anEmployee(owner, company.id, OLD)
    const payOn = (date: string) =>
      owner.put(`/api/company/${company.id}/pays/create?pay_date=${date}`, [
        { employee_id: id, hours: [{ description: 'Hours', units: 'hours', value: 22.5 }] },
      ])
    // On 900, scale 2 withholds 106 and Schedule 9 for a single person 76.
    expect((await payOn('2026-09-04')).body[0].tax).toBe(106)
    const changed = await owner.patch(`/api/company/${company.id}/employees/update`, [
      { id, seniors_offset: 'SINGLE' },
    ])
    expect(changed.body[0].employee.tax_treatment_code).toBe('SSXXXX')
    expect((await payOn('2026-09-11')).body[0].tax).toBe(76)
    const codes = await tasman.service.database.query
      .selectFrom('snapshots')
      .select(['content'])
      .where('employee_id', '=', id)
      .orderBy('id')
      .execute()
    expect(codes.map(({ content }) => (content as AnyJson).tax_treatment_code)).toEqual(['RTXXXX', 'SSXXXX'])
  })
})

describe('long service leave', () => {
  it('starts at the rate of the state, unless a rate is sent or the employment has no leave', async () => {
    const rate = async (fields: AnyJson) => (await anEmployee(owner, company.id, fields)).accrue_lsl_per_hour
    expect(await rate({ state: 'SA' })).toBe(0.025)
    expect(await rate({ state: 'NT' })).toBe(0.025)
    expect(await rate({ state: 'VIC' })).toBe(0.016667)
    expect(await rate({ state: 'SA', accrue_lsl_per_hour: '0.02' })).toBe(0.02)
    expect(await rate({ state: 'SA', lsl_x_years: 10, lsl_accrued_x_years: 13 })).toBe(0.025)
    expect(await rate({ state: 'SA', employment_status: 'Casual' })).toBe(0)
    expect(await rate({ state: 'SA', employment_status: 'Casual', is_lsl_enabled: true })).toBe(0.025)
  })
})
