import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, employeeBody } from '../../support/make.ts'

/* A change between casual and permanent sets the leave settings and names the employer's legal duties. */

let tasman: TestApp
let owner: TestClient
let company: AnyJson

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-18T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner, { jurisdiction: 'AU' })
})
afterAll(() => tasman.close())

async function hired(fields: Record<string, unknown>): Promise<AnyJson> {
  const { body } = await owner.put(`/api/company/${company.id}/employees/create`, [
    employeeBody({ pay_period: 'WEEKLY', ...fields }),
  ])
  return body[0]
}

async function changed(id: number, fields: Record<string, unknown>): Promise<AnyJson> {
  const { body } = await owner.patch(`/api/company/${company.id}/employees/update`, [{ id, ...fields }])
  return body[0]
}

async function accruedIn(id: number, date: string): Promise<number[]> {
  const { body } = await owner.put(`/api/company/${company.id}/pays/create?pay_date=${date}`, [
    { employee_id: id, hours: [{ description: 'Hours', units: 'hours', value: 30 }] },
  ])
  return body[0].leave_balance_rows.map(({ hours }: AnyJson) => hours)
}

describe('a change of employment status', () => {
  it('from casual to full-time accrues leave by the standard, and says so', async () => {
    const { employee, warnings } = await hired({ employment_status: 'Casual', state: 'VIC' })
    expect(warnings.join()).toContain('The long service leave Act of VIC gives it to casuals too.')
    expect(await accruedIn(employee.id, '2026-11-06')).toEqual([0, 0, 0])
    const after = await changed(employee.id, { employment_status: 'Full-time' })
    expect(after.warnings.join()).toContain('s 66AAC')
    expect(after.warnings.join()).toContain('accrue_holiday_leave_per_hour changed as a result')
    // 30 × 0.076923, 30 × 0.038462, 30 ÷ 60.
    expect(await accruedIn(employee.id, '2026-11-13')).toEqual([2.30769, 1.15386, 0.50001])
  })

  it('from part-time to casual stops it', async () => {
    const { employee } = await hired({ employment_status: 'Part-time' })
    const after = await changed(employee.id, { employment_status: 'Casual' })
    expect(after.warnings.join()).toContain('s 125B')
    expect(await accruedIn(employee.id, '2026-11-13')).toEqual([0, 0, 0])
  })

  it('keeps a setting of the same call', async () => {
    const { employee } = await hired({ employment_status: 'Casual' })
    const own = { accrue_holiday_leave_per_hour: '0.1', is_lsl_enabled: false }
    await changed(employee.id, { employment_status: 'Full-time', ...own })
    expect((await accruedIn(employee.id, '2026-11-13')).slice(0, 2)).toEqual([3, 1.15386])
  })

  it('changes nothing between full-time and part-time', async () => {
    const { employee } = await hired({ accrue_holiday_leave_per_hour: '0.09' })
    await changed(employee.id, { employment_status: 'Part-time' })
    expect((await accruedIn(employee.id, '2026-11-13'))[0]).toBe(2.7)
  })
})
