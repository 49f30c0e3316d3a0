import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek, expectInvariants } from '../../support/pays.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson

beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
})
afterAll(() => tasman.close())

const cents = (amount: number) => Math.round(amount * 100)

it('simultaneous calls for one employee add up as if they had come one after the other', async () => {
  const [mia, whole] = [await anEmployee(owner, company.id), await anEmployee(owner, company.id)]
  const hours = (value: number) => [{ description: 'Ordinary hours', units: 'hours', value }]
  const one = await aPay(owner, company.id, '2026-10-02', aWeek(whole.id, { hours: hours(40) }))
  const parts = await Promise.all(
    Array.from({ length: 8 }, () =>
      aPay(
        owner,
        company.id,
        '2026-10-02',
        aWeek(mia.id, {
          hours: hours(5),
          allowances: [
            { description: 'New item', amount: 0.01, is_taxable: false, allowance_category: 'OD' },
          ],
        }),
      ),
    ),
  )
  expect(parts.reduce((sum, pay) => sum + cents(pay.tax), 0)).toBe(cents(one.tax))
  expect((await owner.get(`/api/employees/${mia.id}/allowances`)).body).toHaveLength(1)
  await expectInvariants(tasman, mia.id)
})

it('a pay that is rebuilt and deleted at the same time ends in one of the two states', async () => {
  const mia = await anEmployee(owner, company.id)
  const pay = await aPay(owner, company.id, '2026-10-02', aWeek(mia.id))
  const path = `/api/company/${company.id}/pays/${pay.id}`
  const answers = await Promise.all([
    owner.put(path, aWeek(mia.id)),
    owner.delete(path),
    owner.put(path, aWeek(mia.id)),
    owner.delete(path),
  ])
  expect(answers.filter((answer) => answer.status === 204)).toHaveLength(1)
  expect(answers.every((answer) => [200, 204, 404].includes(answer.status))).toBe(true)
  await expectInvariants(tasman, mia.id)
})
