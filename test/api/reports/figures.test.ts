import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { anEmployee } from '../../support/make.ts'
import { aWeek } from '../../support/pays.ts'
import { readTexts } from '../payslips/read-pdf.ts'
import { aPayer } from '../single-touch/story.ts'
import { aNewZealandStory, anAustralianStory, cents, type Story, total } from './story.ts'

/* Compares each report with the pays as the API shows them. The tests add up the sums themselves. */

let tasman: TestApp
let owner: TestClient
let au: Story
let nz: Story
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-09-10T02:00:00' })
  owner = await tasman.clientFor('owner')
  au = await anAustralianStory(owner)
  nz = await aNewZealandStory(owner)
}, 180_000)
afterAll(() => tasman.close())

const lines = (story: Story, name: string): AnyJson[] => story.pays.flatMap((pay) => pay[name])
const sacrificed = (pay: AnyJson, isSuper?: boolean) =>
  total(
    pay.pay_sacrifices.filter((line: AnyJson) => isSuper === undefined || line.is_super === isSuper),
    (line) => line.amount,
  )
const hoursOf = (pays: AnyJson[], isOvertime: boolean, figure: string) =>
  total(
    pays.flatMap((pay) => pay.hours).filter((line: AnyJson) => line.is_overtime === isOvertime),
    (line) => line[figure],
  )
const byMonth = (story: Story, month: string) =>
  story.pays.filter((pay) => pay.processed_date.startsWith(month))
const byId = (rows: AnyJson[], id: number) => rows.filter((row) => row.employee_id === id)

describe('earnings', () => {
  it('of the year to date are those of each employee’s pays', async () => {
    for (const story of [au, nz]) {
      const { rows, from_date } = await story.report('employee-year-to-date')
      expect(from_date).toBe(story === au ? '2026-07-01' : '2026-04-01')
      expect(rows).toHaveLength(story.people.length)
      for (const row of rows) {
        const own = story.pays.filter((pay) => pay.employee_id === row.employee_id)
        expect(row).toMatchObject({
          pays: own.length,
          gross: total(own, (pay) => pay.gross),
          tax: total(own, (pay) => pay.tax),
          net: total(own, (pay) => pay.net),
          ordinary: hoursOf(own, false, 'pay_amount'),
          overtime: hoursOf(own, true, 'pay_amount'),
          sacrifices: -total(own, (pay) => sacrificed(pay)) + 0,
          last_pay_date: own
            .map((pay) => pay.processed_date)
            .sort()
            .at(-1),
        })
      }
    }
  })

  it('paid elsewhere are in the year to date, and reconciled with what the authority holds', async () => {
    const company = await aPayer(owner, { legal_name: 'Moved In Pty Ltd' })
    const brought = { gross: 5000, tax: 900, super: 600, super_earnings: 5000, deductions: 40 }
    const people = [
      await anEmployee(owner, company.id, { last_name: 'Abel' }),
      await anEmployee(owner, company.id, { last_name: 'Baker' }),
      await anEmployee(owner, company.id, { last_name: 'Cole' }),
    ]
    for (const { id } of people.slice(0, 2)) {
      const set = { as_at: '2026-07-10', year_to_date: brought }
      expect((await owner.put(`/api/employees/${id}/opening-balances`, set)).status).toBe(200)
    }
    const pays: AnyJson[] = []
    for (const { id } of [people[0], people[2]])
      pays.push(
        ...(await owner.put(`/api/company/${company.id}/pays/create?pay_date=2026-07-17`, [aWeek(id)])).body,
      )
    const read = async (name: string, query = '') =>
      (await owner.get(`/api/company/${company.id}/reports/${name}${query}`)).body
    const { rows, totals } = await read('employee-year-to-date')
    const parts = ['ordinary', 'overtime', 'leave', 'allowances', 'bonuses', 'other', 'sacrifices', 'brought']
    for (const row of rows) expect(total(parts, (name) => row[name])).toBe(row.gross)
    expect(rows).toMatchObject([
      {
        pays: 1,
        brought: 5000,
        gross: 5000 + pays[0].gross,
        tax: 900 + pays[0].tax,
        super: 600 + pays[0].super,
      },
      { pays: 0, brought: 5000, gross: 5000, net: 4100, deductions: 40, first_pay_date: null },
      { pays: 1, brought: 0, gross: pays[1].gross },
    ])
    expect(totals.gross).toBe(total(rows, (row) => row.gross))
    expect((await read('employee-year-to-date', '?from_date=2026-07-11')).totals.brought).toBe(0)
    expect((await read('employee-year-to-date', '?group_by=employee-month')).rows).toHaveLength(2)

    const lodge = `/api/single-touch/${company.id}`
    await owner.post(`${lodge}/submit-stp-pays`, { pay_ids: pays.map((pay) => pay.id) })
    const statuses = async () =>
      (await read('authority-reconciliation')).rows.map((row: AnyJson) => [row.pays, row.status])
    expect(await statuses()).toEqual([
      [1, 'agrees'],
      [1, 'agrees'],
      [0, 'differs'],
    ])
    expect((await owner.post(`${lodge}/update`, {})).status).toBe(201)
    expect((await statuses()).map(([, status]: string[]) => status)).toEqual(Array(3).fill('agrees'))
    // The authority holds a deleted pay, so it still counts.
    await owner.delete(`/api/company/${company.id}/pays/${pays[1].id}`)
    expect(await statuses()).toContainEqual([0, 'differs'])
  })

  it('line by line come to the gross before salary sacrifice', async () => {
    for (const story of [au, nz])
      for (const grouping of ['line', 'item']) {
        const { rows, totals } = await story.report('earnings-history', `?group_by=${grouping}`)
        const expected = total(story.pays, (pay) => pay.gross + sacrificed(pay))
        expect([grouping, totals.amount]).toEqual([grouping, expected])
        expect(total(rows, (row) => row.amount)).toBe(expected)
      }
    const [mia] = au.people
    const { rows } = await au.report('earnings-history', `?employee_id=${mia.id}`)
    const tools = rows.filter((row: AnyJson) => row.description === 'Tools')
    expect(tools.map((row: AnyJson) => [row.kind, row.amount])).toEqual(Array(4).fill(['allowance', 18.35]))
  })

  it('cost the employer gross, contributions and what is sacrificed to others', async () => {
    for (const grouping of ['month-department', 'month', 'department']) {
      const { totals } = await au.report('labour-cost', `?group_by=${grouping}`)
      expect(totals).toEqual({
        gross: total(au.pays, (pay) => pay.gross),
        contributions: total(au.pays, (pay) => pay.super),
        sacrificed: total(au.pays, (pay) => sacrificed(pay, false)),
        cost: total(au.pays, (pay) => pay.gross + pay.super + sacrificed(pay, false)),
      })
    }
    const { totals } = await nz.report('labour-cost')
    expect(totals.cost).toBe(total(nz.pays, (pay) => pay.gross + pay.kiwisaver_employer_amount))
  })

  it('of overtime are a share of hourly pay', async () => {
    for (const story of [au, nz]) {
      const { rows, totals } = await story.report('overtime')
      expect(totals).toMatchObject({
        ordinary_hours: hoursOf(story.pays, false, 'value'),
        overtime_hours: hoursOf(story.pays, true, 'value'),
        overtime: hoursOf(story.pays, true, 'pay_amount'),
      })
      for (const row of rows) {
        const own = byMonth(story, row.month)
        const extra = hoursOf(own, true, 'pay_amount')
        expect(row.overtime_share).toBeCloseTo(extra / (extra + hoursOf(own, false, 'pay_amount')), 4)
      }
    }
  })

  it('by rate hold every hour and every leave', async () => {
    for (const story of [au, nz])
      for (const grouping of ['rate', 'day']) {
        const { totals } = await story.report('hours-worked', `?group_by=${grouping}`)
        const worked = total(lines(story, 'hours'), (line) => line.value)
        expect(totals.hours).toBe(cents(worked + total(lines(story, 'leave'), (line) => line.hours)))
        expect(totals.amount).toBe(
          cents(
            total(lines(story, 'hours'), (line) => line.pay_amount) +
              total(lines(story, 'leave'), (line) => line.amount + line.leave_loading_amount),
          ),
        )
      }
  })
})

describe('leave', () => {
  it('is what the employee holds, at the rate of the last pay', async () => {
    const { rows } = await au.report('leave-balances', '?from_date=2026-07-01')
    for (const person of au.people) {
      const { body: employee } = await owner.get(`/api/employees/${person.id}`)
      const held = Object.fromEntries(byId(rows, person.id).map((row) => [row.leave, row]))
      const annual = held['Annual leave']
      expect(annual?.closing ?? 0).toBeCloseTo(employee.holiday_hours, 6)
      if (!annual) continue
      expect(annual.liability).toBe(
        cents(
          employee.holiday_hours *
            Number(employee.pay_rate_per_hour) *
            (1 + employee.leave_loading_percentage),
        ),
      )
      expect(annual.opening + annual.accrued + annual.taken + annual.paid_out).toBeCloseTo(annual.closing, 6)
      expect(held['Personal or sick leave']?.liability ?? 0).toBe(0)
    }
  })

  it('on an earlier day is without what later pays moved', async () => {
    const [mia] = au.people
    const closing = async (query: string) => {
      const { rows } = await au.report('leave-balances', `?employee_id=${mia.id}${query}`)
      return rows.find((row: AnyJson) => row.leave === 'Annual leave').closing
    }
    const { rows } = await au.report('leave-movements', `?employee_id=${mia.id}`)
    const upTo = (day: string) =>
      rows
        .filter((row: AnyJson) => row.leave === 'Annual leave' && row.pay_date <= day)
        .reduce((sum: number, row: AnyJson) => sum + row.amount, 0)
    expect(await closing('&to_date=2026-07-10')).toBeCloseTo(upTo('2026-07-10'), 6)
    expect(await closing('')).toBeCloseTo(upTo('2026-09-10'), 6)
    const { rows: months } = await au.report('leave-liability', '?from_date=2026-07-01')
    expect(months.map((row: AnyJson) => row.day)).toEqual(['2026-07-31', '2026-08-31', '2026-09-10'])
    const { totals } = await au.report('leave-balances')
    expect(months.at(-1).liability).toBe(totals.liability)
    const july = await au.report('leave-balances', '?to_date=2026-07-31')
    expect(months[0].liability).toBe(july.totals.liability)
  })

  it('of New Zealand holds weeks and the eight per cent since the anniversary', async () => {
    const { rows, totals } = await nz.report('leave-balances')
    const [mia, tui] = nz.people
    const eight = (id: number) =>
      byId(rows, id).find((row) => row.leave === 'Holiday pay since the anniversary')
    // The second employee has had no anniversary, so all earnings since the start count.
    const earned = total(
      nz.pays.filter((pay) => pay.employee_id === tui.id),
      (pay) => pay.gross,
    )
    expect(eight(tui.id)).toMatchObject({ closing: earned, rate: 0.08, liability: cents(earned * 0.08) })
    const weeks = byId(rows, mia.id).find((row) => row.leave === 'Annual holidays')
    const { body: employee } = await owner.get(`/api/employees/${mia.id}`)
    expect(weeks.closing).toBe(employee.annual_holidays_weeks)
    expect(weeks.rate).toBeGreaterThanOrEqual(40 * 40)
    expect(weeks.liability).toBe(cents(weeks.closing * weeks.rate))
    expect(totals.liability).toBe(total(rows, (row) => row.liability))
  })
})

describe('contributions and deductions', () => {
  it('super by fund is the super of the pays, split as contributions are', async () => {
    const { body: contributions } = await owner.get(
      `/api/company/${au.company.id}/super-payments/contributions`,
    )
    for (const grouping of ['fund', 'member']) {
      const { rows, totals } = await au.report('super-by-fund', `?group_by=${grouping}`)
      expect(totals.total).toBe(total(au.pays, (pay) => pay.super))
      expect(totals.guarantee).toBe(total(au.pays, (pay) => pay.compulsory_super_amount))
      expect(totals.sacrificed).toBe(total(au.pays, (pay) => sacrificed(pay, true)))
      if (!Array.isArray(contributions)) continue
      for (const row of rows.filter((each: AnyJson) => each.usi))
        expect(
          total(
            contributions.filter(
              (each: AnyJson) =>
                each.fund?.usi === row.usi && (grouping === 'fund' || each.employee_id === row.employee_id),
            ),
            (each) => each.amount,
          ),
        ).toBe(row.total)
    }
  })

  it('KiwiSaver and ESCT are those of the pays', async () => {
    for (const grouping of ['employee', 'month']) {
      const { totals } = await nz.report('kiwisaver-and-esct', `?group_by=${grouping}`)
      expect(totals).toMatchObject({
        employee_amount: total(nz.pays, (pay) => pay.kiwisaver_employee_amount),
        employer_amount: total(nz.pays, (pay) => pay.kiwisaver_employer_amount),
        esct: total(nz.pays, (pay) => pay.kiwisaver_esct_amount),
        total: total(nz.pays, (pay) => pay.total_kiwi_saver),
      })
    }
  })

  it('deductions go to their payees', async () => {
    for (const grouping of ['payee', 'employee', 'line']) {
      const { rows, totals } = await au.report('deductions-by-payee', `?group_by=${grouping}`)
      expect(totals.amount).toBe(total(lines(au, 'deductions'), (line) => line.amount))
      const fees = lines(au, 'deductions').filter((line) => line.description === 'Union fees')
      expect(
        total(
          rows.filter((row: AnyJson) => row.payee === 'Bakers Union'),
          (row) => row.amount,
        ),
      ).toBe(total(fees, (line) => line.amount))
    }
  })
})

describe('authorities', () => {
  it('W1 and W2 are what Single Touch Payroll reports for the same pays', async () => {
    const { rows: open } = await au.report('authority-reconciliation')
    expect(open.map((row: AnyJson) => [row.status, row.tax_held])).toEqual(
      Array(3).fill(['not all lodged', 0]),
    )
    for (const grouping of ['month', 'quarter', 'payday']) {
      const { totals } = await au.report('activity-statement', `?group_by=${grouping}`)
      expect(totals.w2).toBe(total(au.pays, (pay) => pay.tax))
      expect(totals.w5).toBe(totals.w2)
    }
    for (const { pay_date: date, w1, w2 } of (await au.report('activity-statement', '?group_by=payday'))
      .rows) {
      const ids = au.pays.filter((pay) => pay.processed_date === date).map((pay) => pay.id)
      const event = await owner.post(`/api/single-touch/${au.company.id}/submit-stp-pays`, { pay_ids: ids })
      expect([date, event.status]).toEqual([date, 201])
      expect(event.body.totals).toMatchObject({ w1_gross: w1, w2_withheld: w2 })
    }
  })

  it('what the authority holds agrees once everything is lodged', async () => {
    const { rows } = await au.report('authority-reconciliation')
    expect(rows.map((row: AnyJson) => [row.status, row.tax_difference])).toEqual(Array(3).fill(['agrees', 0]))
    const own = au.pays.filter((pay) => pay.employee_id === rows[0].employee_id)
    expect(rows[0].tax_held).toBe(total(own, (pay) => pay.tax))
    const ids = nz.pays.map((pay) => pay.id)
    for (const date of [...new Set(nz.pays.map((pay) => pay.processed_date))])
      await owner.post(`/api/payday-filing/${nz.company.id}/submit`, {
        pay_ids: ids.filter((id) => nz.pays.find((pay) => pay.id === id).processed_date === date),
      })
    const filed = await nz.report('authority-reconciliation')
    expect(filed.rows.map((row: AnyJson) => [row.status, row.gross_difference, row.paye_difference])).toEqual(
      Array(2).fill(['agrees', 0, 0]),
    )
    expect(filed.totals.gross_held).toBe(total(nz.pays, (pay) => pay.gross))
  })

  it('PAYE by month is what the obligations name', async () => {
    const { rows, totals } = await nz.report('paye-by-month')
    const parts = (pay: AnyJson) =>
      pay.tax_plus_student_loan + pay.kiwisaver_employee_amount + pay.kiwisaver_employer_amount
    expect(totals.total).toBe(total(nz.pays, parts))
    const { body: obligations } = await owner.get(`/api/company/${nz.company.id}/obligations`)
    const paye = obligations.filter((row: AnyJson) => row.kind === 'paye')
    expect(rows.map((row: AnyJson) => row.total)).toEqual(paye.map((row: AnyJson) => row.amount))
  })

  it('payroll tax and workers compensation wages are by the state of each employee', async () => {
    const { rows, totals } = await au.report('payroll-tax')
    const redundancy = (pay: AnyJson) => pay.termination?.lump_sum_d ?? 0
    const [, sam] = au.people
    const taxable = (pays: AnyJson[]) => total(pays, (pay) => pay.gross + pay.super - redundancy(pay))
    expect(totals.taxable).toBe(taxable(au.pays))
    expect(rows.map((row: AnyJson) => [row.state, row.taxable])).toEqual([
      ['NSW', taxable(au.pays.filter((pay) => pay.employee_id !== sam.id))],
      ['VIC', taxable(au.pays.filter((pay) => pay.employee_id === sam.id))],
    ])
    // Far below every threshold.
    expect(totals.tax).toBe(0)
    const wages = await au.report('workers-compensation-wages')
    expect(wages.totals.wages).toBe(
      total(au.pays, (pay) => pay.gross + sacrificed(pay) - (pay.termination?.total_amount ?? 0)),
    )
    expect(wages.totals.super).toBe(total(au.pays, (pay) => pay.super - sacrificed(pay, true)))
  })

  it('the levy of portable long service leave is of ordinary pay, by the scheme of each employee', async () => {
    const [mia, sam] = au.people
    const ordinaryOf = (id: number) =>
      total(byId(au.pays, id), (pay) => {
        const worked = pay.hours.filter((line: AnyJson) => !line.is_overtime)
        return (
          total(worked, (line: AnyJson) => line.pay_amount) +
          total(pay.leave, (line) => line.amount + line.leave_loading_amount)
        )
      })
    const before = await au.report('portable-long-service-levy')
    expect([...new Set(before.rows.map((row: AnyJson) => row.scheme))]).toEqual(['Not stated'])
    const changes = [
      { id: sam.id, portable_long_service_scheme: 'VIC_COMMUNITY_SERVICES' },
      { id: mia.id, portable_long_service_scheme: 'NONE' },
    ]
    const changed = await owner.patch(`/api/company/${au.company.id}/employees/update`, changes)
    expect(changed.status).toBe(200)
    const { rows, notes } = await au.report('portable-long-service-levy')
    const community = rows.filter((row: AnyJson) => row.scheme === 'VIC Community services')
    expect(total(community, (row) => row.ordinary_pay)).toBe(ordinaryOf(sam.id))
    for (const row of community) expect([row.quarter, row.rate]).toEqual(['2026 Q3', 0.0165])
    expect(total(community, (row) => row.levy)).toBeCloseTo(ordinaryOf(sam.id) * 0.0165, 1)
    const others = rows.filter((row: AnyJson) => row.scheme === 'Not stated')
    const rest = au.people.slice(2)
    expect(total(others, (row) => row.ordinary_pay)).toBe(total(rest, (person) => ordinaryOf(person.id)))
    expect(others.every((row: AnyJson) => row.rate === null && row.levy === null)).toBe(true)
    expect(notes[0]).toContain('no levy was checked')
  })

  it('gender pay adds up people, hours and pay', async () => {
    const { rows, totals } = await au.report('gender-pay')
    expect(rows.map((row: AnyJson) => [row.gender, row.employees])).toEqual([
      ['FEMALE', 2],
      ['MALE', 1],
    ])
    expect(totals.base).toBe(
      total(
        au.pays,
        (pay) =>
          total(
            pay.hours.filter((line: AnyJson) => !line.is_overtime),
            (line) => line.pay_amount,
          ) + total(pay.leave, (line) => line.amount + line.leave_loading_amount),
      ),
    )
    const men = rows[1]
    expect(men.gap).toBe(0)
    expect(rows[0].gap).toBeCloseTo(1 - rows[0].average_total / men.average_total, 3)
  })
})

describe('records', () => {
  it('of the Fair Work Regulations hold pay, overtime, leave, super and the end', async () => {
    const totalsOf = async (part: string) =>
      (await au.report('fair-work-records', `?group_by=${part}`)).totals
    expect((await totalsOf('pay')).net).toBe(total(au.pays, (pay) => pay.net))
    expect((await totalsOf('overtime')).amount).toBe(hoursOf(au.pays, true, 'pay_amount'))
    expect((await totalsOf('leave')).hours).toBe(total(lines(au, 'leave'), (line) => line.hours))
    const contributed = await totalsOf('superannuation')
    expect(cents(contributed.guarantee + contributed.other)).toBe(total(au.pays, (pay) => pay.super))
    const ended = au.pays.find((pay) => pay.termination)
    expect((await totalsOf('termination')).total).toBe(ended.termination.total_amount)
    const { rows } = await au.report('fair-work-records', '?group_by=general')
    expect(rows).toHaveLength(3)
  })

  it('of New Zealand hold wages, hours, and every day of leave', async () => {
    const { totals } = await nz.report('wage-and-time-record')
    expect(totals).toMatchObject({
      gross: total(nz.pays, (pay) => pay.gross),
      net: total(nz.pays, (pay) => pay.net),
    })
    const days = await nz.report('wage-and-time-record', '?group_by=day')
    expect(days.totals.hours).toBe(total(lines(nz, 'hours'), (line) => line.value))
    const leave = await nz.report('holiday-and-leave-record', '?group_by=leave')
    expect(leave.totals).toMatchObject({
      hours: total(lines(nz, 'leave'), (line) => line.hours),
      amount: total(lines(nz, 'leave'), (line) => line.amount),
    })
    const { rows } = await nz.report('holiday-and-leave-record')
    expect(rows.map((row: AnyJson) => row.last_entitled_on).sort()).toEqual(['2026-07-01', null])
  })

  it('put both leave Acts of New Zealand side by side, by the agreed week', async () => {
    const { rows, notes } = await nz.report('employment-leave-comparison')
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      // 4 weeks and 10 days of a five-day week; 0.0769 and 0.0385 for each of 52 weeks of hours, at most 160 of them sick.
      expect(row).toMatchObject({
        annual_now: cents(4 * row.week_hours),
        annual_next: cents(0.0769 * 52 * row.week_hours),
        sick_now: cents(2 * row.week_hours),
        sick_next: cents(Math.min(160, 0.0385 * 52 * row.week_hours)),
        sick_maximum_next: 160,
      })
    }
    expect(notes.join(' ')).toContain('Unverified')
    expect(
      (await owner.get(`/api/company/${au.company.id}/reports/employment-leave-comparison`)).status,
    ).toBe(404)
  })

  it('of people hide their numbers, and changes are for the owner', async () => {
    const { rows } = await au.report('employee-list', '?group_by=all')
    expect(rows).toHaveLength(3)
    expect(JSON.stringify(rows)).not.toContain('123456782')
    const { rows: changes } = await au.report('changes')
    const actions = changes.map((row: AnyJson) => row.action)
    expect(actions).toEqual(expect.arrayContaining(['Create pays', 'Terminate employee', 'Create payee']))
    for (const { company } of [au, nz]) {
      const address = `/api/company/${company.id}/reports/changes`
      const csv = (await owner.get(`${address}?format=csv`)).raw.toString()
      const drawn = readTexts((await owner.get(`${address}?format=pdf`)).raw)
      const pdf = drawn.map(({ text }) => text).join(' ')
      for (const text of [csv, JSON.stringify((await owner.get(address)).body)]) {
        expect(text).toContain('Olivia Owner')
        expect(text).not.toMatch(/createPays|createEmployees|\/api\//)
      }
      expect(pdf).toMatch(/Create\s+pays/)
      expect(pdf).not.toMatch(/createPays|\/api\//)
    }
    await tasman.service.database.query.updateTable('users').set({ role: 'member' }).execute()
    const member = await tasman.clientFor('owner')
    const refused = await member.get(`/api/company/${au.company.id}/reports/changes`)
    await tasman.service.database.query.updateTable('users').set({ role: 'owner' }).execute()
    expect(refused.status).toBe(403)
  })
})

describe('statements', () => {
  const dollars = (amount: number) =>
    new Intl.NumberFormat('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount)
  const words = async (path: string) => {
    const { status, raw } = await owner.get(path)
    expect([path, status]).toEqual([path, 200])
    return readTexts(raw)
      .map((drawn) => drawn.text)
      .join(' ')
  }

  it('say what the employee’s pays say', async () => {
    for (const story of [au, nz]) {
      const [mia] = story.people
      const own = story.pays.filter((pay) => pay.employee_id === mia.id)
      const base = `/api/company/${story.company.id}/employees/${mia.id}`
      const yearToDate = await words(`${base}/year-to-date-statement`)
      const certificate = await words(`${base}/certificate-of-earnings`)
      for (const name of ['gross', 'tax', 'net']) {
        expect(yearToDate).toContain(dollars(total(own, (pay) => pay[name])))
        expect(certificate).toContain(dollars(total(own, (pay) => pay[name])))
      }
      expect(certificate).toContain('since 1 July 2025')
    }
  })

  it('of termination payments say each by its code', async () => {
    const ana = au.people[2]
    const text = await words(`/api/company/${au.company.id}/employees/${ana.id}/etp-summary`)
    const { termination } = au.pays.find((pay) => pay.termination)
    for (const etp of termination.tax_summaries) expect(text).toContain(`ETP code ${etp.etp_code}`)
    expect(text).toContain(dollars(termination.lump_sum_d))
    const [mia] = au.people
    expect((await owner.get(`/api/company/${au.company.id}/employees/${mia.id}/etp-summary`)).status).toBe(
      404,
    )
    expect((await owner.get(`/api/company/${au.company.id}/employees/999999/etp-summary`)).status).toBe(404)
    expect(
      (await owner.get(`/api/company/${nz.company.id}/employees/${mia.id}/year-to-date-statement`)).status,
    ).toBe(404)
  })
})
