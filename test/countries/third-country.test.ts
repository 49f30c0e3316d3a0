import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import type { CountryDefinition } from '../../src/countries/contract/country.ts'
import { SHIPPED, setCountries } from '../../src/countries/index.ts'
import { createCompanyIn, findCompany } from '../../src/features/employer/companies/index.ts'
import { listObligations } from '../../src/features/lodgements/obligations/list.ts'
import { present } from '../../src/kernel/values/present.ts'
import { readTexts } from '../api/payslips/read-pdf.ts'
import { zealandia } from '../fixtures/third-country/country.ts'
import type { ZzTypes } from '../fixtures/third-country/law.ts'
import { zealandiaPays } from '../fixtures/third-country/pays.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { anEmployee } from '../support/make.ts'
import { aPay, aWeek } from '../support/pays.ts'

/*
 * A country that the service does not ship, with a law, a migration and nothing in `features`: everything
 * follows from the country object.
 */

const MIGRATION = join(import.meta.dirname, '../fixtures/third-country/migration.sql')

let tasman: TestApp
let owner: TestClient
let company: AnyJson
let pay: AnyJson
beforeAll(async () => {
  tasman = await startTestApp({
    now: '2026-11-18T00:00:00',
    countries: [{ country: zealandia, pays: zealandiaPays }],
  })
  await tasman.administer(readFileSync(MIGRATION, 'utf8'))
  owner = await tasman.clientFor('owner')
  const { customer_id: customerId } = await tasman.service.database.query
    .selectFrom('users')
    .select('customer_id')
    .where('email', 'like', 'owner%')
    .executeTakeFirstOrThrow()
  company = await tasman.service.database.transaction((tx) =>
    createCompanyIn(tasman.service, tx, customerId, {
      legal_name: 'Takahē Bakery',
      jurisdiction: 'ZZ',
      bank_account_number: '0001',
      bank_account_name: 'TAKAHE BAKERY',
    }),
  )
  const employee = await anEmployee(owner, company.id, {
    country: 'ZZ',
    pay_rate_per_hour: '25.00',
    ...{ tax_file_number: undefined, is_foreign_resident: undefined },
  })
  const accounts = [{ account_name: 'Mia', account_number: '0042', amount_type: 'REMAINDER' }]
  const put = await owner.put(`/api/employees/${employee.id}/bank-accounts`, accounts)
  expect(put.body).toMatchObject([{ account_number: '0042' }])
  pay = await aPay(owner, company.id, '2026-11-18', aWeek(employee.id))
})
afterAll(async () => {
  await tasman.close()
  setCountries(SHIPPED)
})

describe('a third country', () => {
  it('calculates, stores and explains a pay by its own law', async () => {
    // 38 hours at 25.00; a fifth is tax, and 8% goes to the fund.
    expect(pay).toMatchObject({ gross: 950, tax: 190, net: 760, super: 76 })
    const { status, body } = await owner.get(`/api/company/${company.id}/pays/${pay.id}/explanation`)
    expect(status).toBe(200)
    expect(body.steps.map(({ name }: AnyJson) => name)).toEqual(
      expect.arrayContaining(['tax', 'provident-fund']),
    )
  })

  it('writes a payslip in its own words', async () => {
    const { status, raw } = await owner.get(`/api/company/${company.id}/pays/${pay.id}/payslip`)
    expect(status).toBe(200)
    const texts = readTexts(raw).map(({ text }) => text)
    expect(texts).toEqual(
      expect.arrayContaining([
        'Takahē Bakery',
        'Income tax',
        '190.00',
        'National Provident Fund',
        'Paid by your employer',
        '76.00',
        '$760.00',
      ]),
    )
    expect(texts.join(' ')).not.toMatch(/PAYG|PAYE|KiwiSaver|Superannuation|super fund/)
  })

  it('has the reports that every country has, with its own figures; its authority takes one as a CSV', async () => {
    const listed = await owner.get(`/api/company/${company.id}/reports`)
    const names = listed.body.map(({ name }: AnyJson) => name)
    expect(names).toContain('payroll-summary')
    for (const own of SHIPPED.flatMap(({ reports }) => reports.own)) expect(names).not.toContain(own)
    const path = `/api/company/${company.id}/reports/payroll-summary`
    const { body } = await owner.get(path)
    expect(body.columns.map(({ title }: AnyJson) => title)).toEqual(
      expect.arrayContaining(['Income tax', 'Provident fund']),
    )
    const csv = await owner.get(`${path}?format=csv`)
    expect(csv.raw.toString('utf8')).toMatch(/Income tax.*Provident fund[\s\S]*190[\s\S]*76/)
  })

  it('writes its bank file', async () => {
    const { status, raw, headers } = await owner.get(
      `/api/company/${company.id}/pay-runs/${pay.pay_run_id}/bank-file`,
    )
    expect(status).toBe(200)
    expect(raw.toString('utf8')).toBe('from,0001,2026-11-18\nto,0042,Mia,760.00\n')
    expect(headers['content-disposition']).toContain(`pay-run-${pay.pay_run_id}.csv`)
  })

  it('is followed through its stages, obligations and statements', async () => {
    const run = `/api/company/${company.id}/pay-runs/${pay.pay_run_id}`
    const { body } = await owner.get(`${run}/stages`)
    expect(body.stages.map(({ stage, status }: AnyJson) => `${stage} ${status}`)).toEqual(
      expect.arrayContaining(['processed done', 'super not-needed', 'lodged open']),
    )
    const { query } = tasman.service.database
    const row = present(await findCompany(query, tasman.service.cipher, company.id))
    // Calls the verb, because the schema of the route lists only the authorities of the shipped countries.
    expect(await listObligations(tasman.service, row, {})).toMatchObject([
      { kind: 'payday-filing', authority: 'TREASURY', due_date: '2026-11-18', status: 'open' },
    ])
    const statement = await owner.get(
      `/api/company/${company.id}/employees/${pay.employee_id}/year-to-date-statement`,
    )
    expect(readTexts(statement.raw).map(({ text }) => text)).toContain('Provident fund')
  })

  it('answers with a sentence where it lacks a capability', async () => {
    const answers = [
      await owner.get(`/api/super-payments/${company.id}/contributions`),
      await owner.get(
        `/api/company/${company.id}/holidays-act-report?from_date=2026-01-01&to_date=2026-11-18`,
      ),
    ]
    expect(answers.map(({ status, body }) => [status, body.detail])).toEqual([
      [
        400,
        'Super payments are for Australian companies; Zealandia has the National Provident Fund, paid with Income tax.',
      ],
      [400, 'The Holidays Act 2003 is New Zealand law: this company is Zealandian.'],
    ])
  })
})

/** The members that may be left out. */
type Optional<T> = { [K in keyof T]-?: Omit<T, K> extends T ? K : never }[keyof T]

describe('a country that is not whole', () => {
  it('does not compile', () => {
    type Definition = CountryDefinition<ZzTypes>
    expectTypeOf<Optional<Definition>>().toEqualTypeOf<never>()
    expectTypeOf<Optional<Definition['words']>>().toEqualTypeOf<never>()
    expectTypeOf<Optional<Definition['employee']>>().toEqualTypeOf<never>()
    expectTypeOf<Optional<Definition['leave']>>().toEqualTypeOf<never>()
    expectTypeOf<Optional<Definition['opening']>>().toEqualTypeOf<never>()
    expectTypeOf<Optional<Definition['payslip']>>().toEqualTypeOf<never>()
    expectTypeOf<Optional<Definition['finalPay']>>().toEqualTypeOf<never>()
    expectTypeOf<Optional<Definition['authority']>>().toEqualTypeOf<never>()
    expectTypeOf<Optional<Definition['retirement']>>().toEqualTypeOf<never>()
    expectTypeOf<Optional<Definition['reports']>>().toEqualTypeOf<never>()
    // Most countries answer these five questions of the law.
    expectTypeOf<Optional<Definition['law']>>().toEqualTypeOf<
      'leaveSince' | 'paysSince' | 'splitLeave' | 'draftHolidays' | 'readsDetailsOf'
    >()
  })

  it('cannot be compared by its authority or scheme', () => {
    // @ts-expect-error An authority is an object: ask it for a member.
    expect(zealandia.authority === 'ATO').toBe(false)
    // @ts-expect-error So is the retirement scheme.
    expect(zealandia.retirement === 'super').toBe(false)
  })
})
