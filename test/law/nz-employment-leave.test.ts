import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee } from '../support/make.ts'
import { textsOf2028 } from '../support/nz-2028.ts'
import { aPay, expectInvariants } from '../support/pays.ts'
import { install, signed } from './story.ts'

/*
 * The change from the Holidays Act 2003 to the Employment Leave Act 2026, over HTTP. A bundle provides the
 * tax tables of 2028, which are not published yet: here they equal those of 2026.
 */

describe('the change of the leave Act', () => {
  let tasman: TestApp
  let owner: TestClient
  let company: AnyJson
  let employee: AnyJson

  beforeAll(async () => {
    tasman = await startTestApp({ now: '2028-11-30T01:00:00' })
    await install(tasman, signed(textsOf2028('2028.8.1')))
    owner = await tasman.clientFor('owner')
    company = await aCompany(owner, { jurisdiction: 'NZ' })
    employee = await anEmployee(owner, company.id, {
      ...{ country: 'NZ', start_date: '2028-06-05', pay_rate_per_hour: '30', kiwisaver_status_code: 'NK' },
      ...{ standard_hours_per_day: 8, nz_work_pattern: 'MO 8,TU 8,WE 8,TH 8,FR 8', nz_tax_code: 'M' },
    })
  })
  afterAll(() => tasman.close())

  const pay = (payDate: string, rows: AnyJson) =>
    aPay(owner, company.id, payDate, { employee_id: employee.id, ...rows })
  const held = ({ leave_balance_rows }: AnyJson) => leave_balance_rows.map(({ hours }: AnyJson) => hours)
  const read = async () => (await owner.get(`/api/employees/${employee.id}`)).body
  const week = { hours: [{ description: 'Work', units: 'hours', value: 40 }] }

  it('keeps the Holidays Act for a period that began before the first day', async () => {
    const paid = await pay('2028-08-06', week)
    expect(paid.warnings.join(' ')).not.toContain('Employment Leave Act')
    expect([held(paid), paid.gross]).toEqual([[0, 0, 0], 1200])
  })

  it('converts what is held with the first pay, and accrues hours from then on', async () => {
    const paid = await pay('2028-08-13', week)
    // 160 × 63 ÷ 366 = 27.54098, and 3.076. 80 × 63 ÷ 366 = 13.77049, and 1.54.
    expect(held(paid)).toEqual([30.617, 15.3105, 0])
    expect(paid.warnings.join(' ')).toContain('read in a transcription')
    const { annual_leave_hours, sick_hours, annual_holidays_weeks } = await read()
    expect([annual_leave_hours, sick_hours, annual_holidays_weeks]).toEqual([30.61698, 15.31049, 0])
  })

  it('pays leave at the agreed rate, and compensation for overtime as a row of its own', async () => {
    const paid = await pay('2028-08-20', {
      hours: [
        { description: 'Work', units: 'hours', value: 32 },
        { description: 'Overtime', units: 'hours', value: 4, rate: 45, is_overtime: true },
      ],
      leave: [{ description: 'Holiday', leave_type: 'ANNUAL_HOLIDAYS', date: '2028-08-18', hours: 8 }],
    })
    expect(
      paid.allowances.map(({ description, total_amount }: AnyJson) => [description, total_amount]),
    ).toEqual([['Leave compensation (12.5%)', 15]])
    // 960 + 180 + 240 + 15.
    expect([paid.gross, held(paid)[0]]).toEqual([1395, 25.693])
    const { body } = await owner.get(`/api/company/${company.id}/pays/${paid.id}/explanation`)
    const names = body.steps.map(({ name }: AnyJson) => name)
    expect(names).toEqual(
      expect.arrayContaining(['employment-leave.hourly-rate', 'employment-leave.compensation']),
    )
  })

  it('adds the row to a rebuilt pay, and takes it back with the hours', async () => {
    const paid = await pay('2028-08-27', week)
    const path = `/api/company/${company.id}/pays/${paid.id}`
    const item = { employee_id: employee.id }
    const longer = await owner.put(path, {
      ...item,
      hours: [{ description: 'Work', units: 'hours', value: 42 }],
    })
    expect([longer.status, longer.body.gross]).toEqual([200, 1267.5])
    const again = await owner.put(path, { ...item, ...week })
    expect([again.body.gross, again.body.allowances]).toEqual([1200, []])
  })

  it('rebuilds and deletes the pay that converted, without a trace', async () => {
    const other = await anEmployee(owner, company.id, {
      ...{
        country: 'NZ',
        start_date: '2028-06-05',
        pay_rate_per_hour: '30',
        kiwisaver_status_code: 'NK',
        nz_tax_code: 'M',
      },
    })
    const before = (await owner.get(`/api/employees/${other.id}`)).body
    const item = { employee_id: other.id, ...week }
    const paid = await aPay(owner, company.id, '2028-08-13', item)
    const path = `/api/company/${company.id}/pays/${paid.id}`
    const rebuilt = await owner.put(path, item)
    expect(held(rebuilt.body)).toEqual(held(paid))
    await expectInvariants(tasman, other.id)
    expect((await owner.delete(path)).status).toBe(204)
    const after = (await owner.get(`/api/employees/${other.id}`)).body
    expect([after.annual_leave_hours, after.sick_hours]).toEqual([
      before.annual_leave_hours,
      before.sick_hours,
    ])
  })

  it('shows the hours in the leave ledger, and days that became hours', async () => {
    const long = await anEmployee(owner, company.id, {
      ...{ country: 'NZ', start_date: '2027-08-02', pay_rate_per_hour: '30', kiwisaver_status_code: 'NK' },
      ...{ standard_hours_per_day: 8, nz_work_pattern: 'MO 8,TU 8,WE 8,TH 8,FR 8', nz_tax_code: 'M' },
    })
    const ofLong = (payDate: string, rows: AnyJson) =>
      aPay(owner, company.id, payDate, { employee_id: long.id, ...rows })
    // Four weeks arise on 2 August 2028, and one day is taken.
    const day = { description: 'Holiday', leave_type: 'ANNUAL_HOLIDAYS', date: '2028-08-04', hours: 8 }
    await ofLong('2028-08-06', {
      hours: [{ description: 'Work', units: 'hours', value: 32 }],
      leave: [day],
    })
    await ofLong('2028-08-13', week)
    await ofLong('2028-08-20', {
      hours: [{ description: 'Work', units: 'hours', value: 32 }],
      leave: [{ ...day, date: '2028-08-18' }],
    })
    const { body } = await owner.get(`/api/employees/${long.id}/leave-ledger`)
    const [weeks] = body.balances
    const hours = body.balances.find(({ balance }: AnyJson) => balance === 'annual_leave_hours')
    // 3.8 weeks of 40 h are 152 h. Five days of the new year: 160 × 5 ÷ 366 = 2.18579, and 3.076 of each week.
    expect([weeks.left, weeks.lots[0].taken, weeks.lots[0].converted]).toEqual([0, 0.2, 3.8])
    expect(weeks.lots[0].entries.at(-1)).toMatchObject({ kind: 'converted', date: '2028-08-07' })
    const record = (await owner.get(`/api/employees/${long.id}`)).body
    expect([hours.unit, hours.lots.length, hours.lots[0].taken]).toEqual(['hours', 1, 8])
    expect(hours.lots[0].arisen).toBeCloseTo(152 + (160 * 5) / 366 + 2 * 3.076, 4)
    expect(hours.left).toBeCloseTo(record.annual_leave_hours, 5)
    expect(body.differences).toEqual([])
  })

  it('pays out what is left when the employment ends', async () => {
    const { annual_leave_hours } = await read()
    const { status, body } = await owner.post(`/api/employees/${employee.id}/terminate`, {
      ...{ termination_date: '2028-09-01', pay_date: '2028-09-03' },
    })
    expect([status, body.detail]).toEqual([200, undefined])
    const { unused_holiday_amount, non_etp_amount } = body
    expect([unused_holiday_amount, non_etp_amount]).toEqual([Number((annual_leave_hours * 30).toFixed(2)), 0])
    expect((await read()).annual_leave_hours).toBe(0)
    await expectInvariants(tasman, employee.id)
  })
})
