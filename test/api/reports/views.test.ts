import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverDueReports } from '../../../src/features/reports/report-views/index.ts'
import { rowName } from '../../../src/security/sealed-columns.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { mailsTo } from '../../support/mail.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'
import { personOfAccount, tokenFor } from '../trust/two-people.ts'

/* Reports saved by people, and their delivery by e-mail. */

let tasman: TestApp
let owner: TestClient
let member: TestClient
let reader: TestClient
let company: AnyJson
let employeeId: number
const url = (rest = '') => `/api/company/${company.id}/report-views${rest}`
const VIEW = {
  name: 'Cost of last month',
  report_name: 'labour-cost',
  period: 'last-month',
  group_by: 'department',
  is_shared: true,
}

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-18T02:00:00' })
  owner = await tasman.clientFor('owner')
  member = await personOfAccount(tasman, 'member@demo.example', 'member')
  reader = await personOfAccount(tasman, 'reader@demo.example', 'reader')
  company = await aCompany(owner)
  employeeId = (await anEmployee(owner, company.id)).id
  await aPay(owner, company.id, '2026-10-16', aWeek(employeeId))
}, 60_000)
afterAll(() => tasman.close())

const contentOf = async (mailId: number) => {
  const row = await tasman.service.database.query
    .selectFrom('outbox_attachments')
    .selectAll()
    .where('mail_id', '=', mailId)
    .executeTakeFirstOrThrow()
  const text = tasman.service.cipher.open('outbox_attachments.content', rowName(mailId, 0), row.content)
  return { ...row, bytes: Buffer.from(text, 'base64') }
}
const memberRow = () =>
  tasman.service.database.query
    .selectFrom('users')
    .select(['id', 'customer_id'])
    .where('email', '=', 'member@demo.example')
    .executeTakeFirstOrThrow()

/** Tokens have expired by then. The deliveries continue. */
async function goTo(instant: string): Promise<void> {
  tasman.clock.set(new Date(instant))
  owner = await tasman.clientFor('owner')
  member = tasman.clientWith(await tokenFor(tasman, await memberRow(), 'tasman-web'))
}

const auditOf = async (action: string) => (await owner.get(`/api/audit-log?action=${action}`)).body
const deliver = () => deliverDueReports(tasman.service)

describe('suggested dates', () => {
  it('are the month of the last pay, or its tax year, so that a report has rows', async () => {
    const reports = (await owner.get(`/api/company/${company.id}/reports`)).body as AnyJson[]
    const dates = (name: string) => {
      const report = reports.find((each) => each.name === name)
      return [report?.suggested_from_date, report?.suggested_to_date]
    }
    expect(dates('payroll-summary')).toEqual(['2026-10-01', '2026-11-18'])
    expect(dates('employee-year-to-date')).toEqual(['2026-07-01', '2026-11-18'])
    expect(dates('leave-balances')[1]).toBe('2026-11-18')
    expect(dates('employee-list')).toEqual([null, null])
    const [from, to] = dates('payroll-summary')
    const { body } = await owner.get(
      `/api/company/${company.id}/reports/payroll-summary?from_date=${from}&to_date=${to}`,
    )
    expect(body.row_count).toBe(1)
  })

  it('stay in the tax year of the last pay when a new one has begun', async () => {
    const old = await aCompany(owner)
    const person = await anEmployee(owner, old.id, { tax_file_number: '865414088' })
    await aPay(owner, old.id, '2026-06-19', aWeek(person.id))
    const reports = (await owner.get(`/api/company/${old.id}/reports`)).body as AnyJson[]
    const report = reports.find((each) => each.name === 'employee-year-to-date')
    expect([report?.suggested_from_date, report?.suggested_to_date]).toEqual(['2025-07-01', '2026-06-30'])
  })
})

describe('views', () => {
  it('are saved for a person, shared with the company, and changed only by that person', async () => {
    const made = await owner.post(url(), VIEW)
    expect([made.status, made.body.from_date, made.body.to_date]).toEqual([201, '2026-10-01', '2026-10-31'])
    const own = await owner.post(url(), { ...VIEW, name: 'Only mine', is_shared: false })
    expect(own.status).toBe(201)
    const names = async (client: TestClient) =>
      (await client.get(url())).body.map((view: AnyJson) => [view.name, view.is_own])
    expect(await names(owner)).toEqual([
      ['Cost of last month', true],
      ['Only mine', true],
    ])
    expect(await names(member)).toEqual([['Cost of last month', false]])
    expect(await names(reader)).toEqual([['Cost of last month', false]])
    expect((await member.put(url(`/${made.body.id}`), VIEW)).status).toBe(403)
    expect((await member.delete(url(`/${own.body.id}`))).status).toBe(404)
    expect((await reader.post(url(), VIEW)).status).toBe(403)
    const foreign = await tasman.clientFor('other')
    expect((await foreign.get(url())).status).toBe(403)
    const changed = await owner.put(url(`/${own.body.id}`), {
      ...VIEW,
      name: 'Year',
      period: 'this-tax-year',
    })
    expect([changed.status, changed.body.from_date]).toEqual([200, '2026-07-01'])
    expect((await owner.delete(url(`/${own.body.id}`))).status).toBe(204)
    expect((await owner.delete(url(`/${own.body.id}`))).status).toBe(404)
  })

  it.each([
    ['last-week', '2026-11-09', '2026-11-15'],
    ['this-month', '2026-11-01', '2026-11-18'],
    ['last-quarter', '2026-07-01', '2026-09-30'],
    ['last-tax-year', '2025-07-01', '2026-06-30'],
  ])('the period %s is counted from today', async (period, from, to) => {
    const { body } = await owner.post(url(), { ...VIEW, name: period, period, is_shared: false })
    expect([body.from_date, body.to_date]).toEqual([from, to])
    await owner.delete(url(`/${body.id}`))
  })

  it('are refused where the report could not be run with them', async () => {
    for (const wrong of [
      { report_name: 'nothing' },
      { from_date: '2026-01-01' },
      { period: 'dates', from_date: '2026-02-01', to_date: '2026-01-01' },
      { report_name: 'employee-year-to-date', group_by: 'employee', employee_id: 99_999 },
    ])
      expect([wrong, (await owner.post(url(), { ...VIEW, ...wrong })).status]).toEqual([wrong, 400])
    for (const wrong of [{ group_by: 'moon' }, { employee_id: employeeId }, { name: ' ' }])
      expect([wrong, (await owner.post(url(), { ...VIEW, ...wrong })).status]).toEqual([wrong, 422])
  })
})

describe('delivery', () => {
  it('mails the report on its day, as XLSX that says what it is, and records it', async () => {
    const [view] = (await member.get(url())).body
    const set = await member.put(url(`/${view.id}/delivery`), { every: 'month' })
    expect([set.status, set.body.next_delivery_date]).toEqual([200, '2026-12-01'])
    expect((await owner.get(url())).body[0].delivered_every).toBeNull()
    await deliver()
    expect(await mailsTo(tasman.service, 'member@demo.example')).toEqual([])
    await goTo('2026-12-01T01:00:00Z')
    await deliver()
    await deliver()
    const mails = await mailsTo(tasman.service, 'member@demo.example')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('“Cost of last month” of')
    expect(mails[0]?.text).toContain('1 Nov 2026 to 30 Nov 2026')
    expect(mails[0]?.text).toContain(`/reports?view=${view.id}`)
    const file = await contentOf(mails[0]?.id ?? 0)
    expect(file.name).toBe('labour-cost-2026-11-01-to-2026-11-30.xlsx')
    const rows = (await readXlsx(file.bytes)).sheets[0]?.rows ?? []
    expect(rows.slice(0, 3).map((row) => row[0])).toEqual([
      company.legal_name,
      'Labour cost: By department',
      '1 Nov 2026 to 30 Nov 2026, made 1 Dec 2026',
    ])
    const [entry] = await auditOf('report.delivered')
    expect([entry.user_email, entry.target]).toEqual([
      'member@demo.example',
      `/api/company/${company.id}/reports/labour-cost`,
    ])
    const [after] = (await member.get(url())).body
    expect([after.next_delivery_date, after.last_delivered_at]).toEqual(['2027-01-01', '2026-12-01T01:00:00'])
  })

  it('comes on Mondays, can be stopped, and ends for others when the view is no longer shared', async () => {
    const [view] = (await owner.get(url())).body
    const weekly = await owner.put(url(`/${view.id}/delivery`), { every: 'week' })
    expect(weekly.body.next_delivery_date).toBe('2026-12-07')
    const changed = await owner.put(url(`/${view.id}`), { ...VIEW, is_shared: false })
    expect(changed.body.warnings).toEqual(['It is no longer mailed to 1 other person.'])
    expect(changed.body.delivered_every).toBe('week')
    expect((await owner.delete(url(`/${view.id}/delivery`))).status).toBe(204)
    expect((await owner.delete(url(`/${view.id}/delivery`))).status).toBe(404)
    await owner.put(url(`/${view.id}`), VIEW)
  })

  it('ends when the person has lost access, and no mail leaves', async () => {
    const [view] = (await member.get(url())).body
    await member.put(url(`/${view.id}/delivery`), { every: 'week' })
    const before = await mailsTo(tasman.service, 'member@demo.example')
    const { id } = await memberRow()
    await tasman.service.database.query
      .updateTable('users')
      .set({ removed_at: tasman.clock.now() })
      .where('id', '=', id)
      .execute()
    tasman.clock.set(new Date('2026-12-07T01:00:00Z'))
    owner = await tasman.clientFor('owner')
    await deliver()
    expect(await mailsTo(tasman.service, 'member@demo.example')).toHaveLength(before.length)
    expect(await auditOf('report.delivery-ended')).toHaveLength(1)
    const left = await tasman.service.database.query.selectFrom('report_deliveries').selectAll().execute()
    expect(left).toEqual([])
  })
})
