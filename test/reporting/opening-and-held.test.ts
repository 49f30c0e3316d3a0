import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPaidEmployee, aPay, aPayer } from '../api/single-touch/story.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { anEmployee } from '../support/make.ts'

/* Opening figures count in every related figure, and an authority holds only what it accepted. */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-10-20T00:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

it('opening super goes with the earnings behind it: L and Q fit, though no earnings were entered', async () => {
  const company = await aPayer(owner)
  const employee = await anEmployee(owner, company.id)
  const figures = { as_at: '2026-09-27', year_to_date: { gross: 15200, tax: 2850, super: 1824 } }
  expect((await owner.put(`/api/employees/${employee.id}/opening-balances`, figures)).status).toBe(200)
  const pay = await aPay(owner, company.id, employee.id, '2026-10-16')

  const event = await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, { pay_ids: [pay.id] })
  const xml = String(
    (await owner.get(`/api/single-touch/${company.id}/submissions/${event.body.id}/xml`)).body,
  )
  const told = [
    ...xml.matchAll(/<tns:SuperannuationContribution>([\s\S]*?)<\/tns:SuperannuationContribution>/g),
  ]
  const amounts = Object.fromEntries(
    told.map(([, row = '']) => [
      /EntitlementTypeC>(\w)</.exec(row)?.[1],
      Number(/YearToDateA>([\d.]+)</.exec(row)?.[1]),
    ]),
  )
  expect(amounts).toEqual({ L: 1824 + pay.super, Q: 15200 + pay.gross })
})

it('the authority reconciliation compares gross, and counts nothing as held that is not answered', async () => {
  const { company, pay } = await aPaidEmployee(owner, '2026-10-16')
  const row = async () =>
    (await owner.get(`/api/company/${company.id}/reports/authority-reconciliation?format=json`)).body.rows[0]
  await owner.put('/api/demo/gateways', { stp: 'down' })
  const sent = await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, { pay_ids: [pay.id] })
  expect(sent.body.status).toBe('queued')
  expect(await row()).toMatchObject({
    gross_pays: pay.gross,
    gross_held: 0,
    gross_difference: pay.gross,
    tax_held: 0,
  })
  expect((await row()).status).not.toBe('agrees')

  await owner.put('/api/demo/gateways', { stp: 'accept' })
  await owner.post(`/api/single-touch/${company.id}/submissions/${sent.body.id}/resend`)
  expect(await row()).toMatchObject({ gross_held: pay.gross, gross_difference: 0, status: 'agrees' })
})

describe('opening figures that change after they were lodged', () => {
  async function lodged() {
    const { company, employee, pay } = await aPaidEmployee(owner, '2026-10-16')
    const opening = `/api/employees/${employee.id}/opening-balances`
    const figures = (gross: number) => ({
      ...{ as_at: '2026-09-27', leave_balances: { sick_hours: 8 } },
      year_to_date: { gross, tax: 2850, super: 1824 },
    })
    const set = async (gross: number) => expect((await owner.put(opening, figures(gross))).status).toBe(200)
    await set(15200)
    const path = `/api/single-touch/${company.id}`
    expect((await owner.post(`${path}/submit-stp-pays`, { pay_ids: [pay.id] })).status).toBe(201)
    const updates = async () =>
      (await owner.get(`/api/company/${company.id}/obligations`)).body.filter(
        (row: AnyJson) => row.kind === 'stp-update' && row.status !== 'done',
      )
    const open = async () =>
      (
        await owner.get(`/api/company/${company.id}/proof?from_date=2026-07-01&to_date=2026-10-31`)
      ).body.open_points
        .filter(({ kind }: AnyJson) => kind === 'report')
        .map(({ employee_id }: AnyJson) => employee_id)
    const update = () => owner.post(`${path}/update`, { year: 2027 })
    return { employee, opening, figures, set, updates, open, update }
  }

  it('are due to be corrected, by name, until an update event has them', async () => {
    const { employee, set, updates, open, update } = await lodged()
    expect([await updates(), await open()]).toEqual([[], []])
    await set(16000)
    expect(await updates()).toMatchObject([
      { reference: '2027', status: 'open', employees: [{ id: employee.id }] },
    ])
    expect(await open()).toEqual([employee.id])
    expect((await update()).status).toBe(201)
    expect([await updates(), await open()]).toEqual([[], []])
  })

  it('are due too where they were removed, but not where only leave changed', async () => {
    const { opening, figures, updates, update } = await lodged()
    await owner.put(opening, { ...figures(15200), leave_balances: { sick_hours: 4 } })
    expect(await updates()).toEqual([])
    expect((await owner.delete(opening)).status).toBe(200)
    expect(await updates()).toHaveLength(1)
    expect((await update()).status).toBe(201)
    expect(await updates()).toEqual([])
  })
})
