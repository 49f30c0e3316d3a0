import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { anEmployee, employeeBody } from '../../support/make.ts'
import { aPay, aPayer } from './story.ts'

/* A super-only contractor is not reported. The pays of someone who became an employee, or was one, keep their kind. */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const submit = (companyId: number, pay_ids: number[]) =>
  owner.post(`/api/single-touch/${companyId}/submit-stp-pays`, { pay_ids })
const periodOf = async (companyId: number, id: number): Promise<AnyJson> =>
  (await owner.get(`/api/single-touch/${companyId}/submissions/${id}`)).body.document.PAYEVNTEMP[0].Payee
    .PayrollPeriod
const grossOf = async (companyId: number, id: number) => {
  const period = await periodOf(companyId, id)
  return {
    gross: period.RemunerationCollection.Remuneration.map((income: AnyJson) => income.GrossA),
    super: period.SuperannuationContributionCollection.SuperannuationContribution.map(
      (row: AnyJson) => row.EmployerContributionsYearToDateA,
    ),
  }
}
const change = (companyId: number, id: number, fields: object) =>
  owner.patch(`/api/company/${companyId}/employees/update`, [{ id, effective_from: '2026-07-06', ...fields }])
const w1Of = async (companyId: number) => {
  const path = `/api/company/${companyId}/reports/activity-statement?from_date=2026-07-01&to_date=2026-07-31&group_by=month`
  return (await owner.get(path)).body.rows.map((row: AnyJson) => row.w1)
}

it('a contractor who becomes an employee is reported without the fees from before', async () => {
  const company = await aPayer(owner)
  const { tax_file_number } = employeeBody()
  const mia = await anEmployee(owner, company.id, {
    is_super_only_contractor: true,
    tax_file_number: null,
    abn: '51824753556',
  })
  await aPay(owner, company.id, mia.id, '2026-07-05')
  expect(
    (await change(company.id, mia.id, { is_super_only_contractor: false, tax_file_number })).status,
  ).toBe(200)
  const pay = await aPay(owner, company.id, mia.id, '2026-07-12')
  const { body } = await submit(company.id, [pay.id])
  expect(await grossOf(company.id, body.id)).toEqual({ gross: ['1520.00'], super: ['182.40', '1520.00'] })
  expect(await w1Of(company.id)).toEqual([1520])
})

it('an employee who becomes a contractor stays reported with the wages from before', async () => {
  const company = await aPayer(owner)
  const ben = await anEmployee(owner, company.id, { abn: '51824753556' })
  const pay = await aPay(owner, company.id, ben.id, '2026-07-05')
  await change(company.id, ben.id, { is_super_only_contractor: true })
  await aPay(owner, company.id, ben.id, '2026-07-12')
  const { body } = await submit(company.id, [pay.id])
  expect(await grossOf(company.id, body.id)).toEqual({ gross: ['1520.00'], super: ['182.40', '1520.00'] })
  expect(await w1Of(company.id)).toEqual([1520])
})
