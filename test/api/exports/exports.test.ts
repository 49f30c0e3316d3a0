import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, civilDate } from '../../../src/kernel/values/dates.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'
import { unzip } from '../../support/unzip.ts'
import { aPerson, PAYER } from '../payments/story.ts'
import { aPayer as lodgingPayer } from '../single-touch/story.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-10-20T00:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const download = async (url: string) => {
  const answer = await owner.get(url)
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  return unzip(answer.raw)
}
const text = (files: Map<string, Buffer>, name: string) => files.get(name)?.toString('utf8') ?? ''
const KINDS = [
  'employees',
  'payees',
  'pay-rates',
  'company-allowances',
  'opening-balances',
  'pay-history',
  'standing-items',
  'bank-accounts',
  'super-funds',
]

const send = (company: AnyJson, kind: string, file: string) =>
  tasman.app.inject({
    method: 'POST',
    url: `/api/company/${company.id}/imports/${kind}`,
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'text/csv' },
    payload: file,
  })

/** Records of the company that its pays use: a payee, rates, an allowance. */
async function theCompanysOwn(company: AnyJson, { id }: AnyJson, isAu: boolean) {
  const path = `/api/company/${company.id}`
  const payee = await owner.post(`${path}/payees`, {
    kind: 'union',
    name: 'Baristas Union',
    ...(isAu ? { bsb: '062-000', account_number: '10203040' } : { account_number: '01-0902-0068389-00' }),
  })
  expect(payee.status, JSON.stringify(payee.body)).toBe(201)
  await owner.post(`/api/employees/${id}/deductions`, {
    description: 'Dues',
    amount: 7.5,
    amount_type: 'FIXED',
    classification: 'UNION_FEES',
    auto_apply_to_pay: true,
    payee_id: payee.body.id,
    payee_reference: 'M 17',
  })
  await owner.post(`${path}/pay-rates`, {
    description: 'Sunday',
    multiplier: 1.75,
    award_name: 'Cafe Award',
    classification_name: 'Level 2',
    employee_ids: [id],
  })
  await owner.post(`/api/employees/${id}/pay-rates`, { description: 'Night', rate: 55.5 })
  await owner.post(`${path}/allowances`, {
    description: 'Laundry',
    amount: 6.25,
    auto_apply_to_pay: true,
    employee_ids: [id],
    ...(isAu ? { allowance_category: 'LD' } : {}),
  })
}

async function importAll(company: AnyJson, files: Map<string, Buffer>) {
  for (const kind of KINDS) {
    const file = text(files, `${kind}.csv`)
    if (file.trim().split('\n').length < 2) continue
    const sent = await send(company, kind, file)
    expect([kind, sent.statusCode, sent.statusCode === 200 ? 0 : sent.body]).toEqual([kind, 200, 0])
  }
}

const figuresOf = (pay: AnyJson) =>
  JSON.parse(
    JSON.stringify(pay, (key, value) =>
      key === 'id' || key.endsWith('_id') || key.startsWith('employee_') ? 0 : value,
    ),
  )

/** The items of the next weeks' pays, with leave and a bonus. */
async function nextPays(company: AnyJson, id: number, from: string, leaveType: string) {
  const bonus = {
    bonuses: [
      {
        description: 'Bonus',
        amount: 900,
        ...(leaveType === 'HOLIDAY' ? { tax_method: 'METHOD_B2' } : { tax_as_nz_extra_pay: true }),
      },
    ],
  }
  const leave = {
    hours: [],
    leave: [{ description: 'Holiday', leave_type: leaveType, date: addDays(civilDate(from), 9), hours: 38 }],
  }
  const pays = [
    await aPay(owner, company.id, addDays(civilDate(from), 7), aWeek(id)),
    await aPay(owner, company.id, addDays(civilDate(from), 14), aWeek(id, leave)),
    await aPay(owner, company.id, addDays(civilDate(from), 21), aWeek(id, bonus)),
  ]
  return pays.map(figuresOf)
}

describe('an export of a company', () => {
  it('of New Zealand has the figures of last tax year, from pays and from the earlier system', async () => {
    const company = await aCompany(owner, { jurisdiction: 'NZ' })
    const number = `L-${company.id}`
    const member = { country: 'NZ', start_date: '2024-01-08', kiwisaver_status_code: 'AK' }
    const { id } = await anEmployee(owner, company.id, { ...member, number })
    const year_to_date = { gross: 50_000, kiwisaver_employer: 1500, complying_fund_employer: 250 }
    await owner.put(`/api/employees/${id}/opening-balances`, { as_at: '2026-02-22', year_to_date })
    const march = await aPay(owner, company.id, '2026-03-08', aWeek(id))
    await aPay(owner, company.id, '2026-05-10', aWeek(id))
    const files = await download(`/api/company/${company.id}/export`)
    const [opening] = JSON.parse(text(files, 'opening-balances.json'))
    const { gross, kiwisaver_employer_amount } = march
    expect(opening.year_to_date).toMatchObject({
      last_year_gross: 50_000 + gross,
      last_year_employer_contributions: 1750 + kiwisaver_employer_amount,
    })
  })

  it.each([
    ['AU', {}, 'HOLIDAY'],
    ['NZ', { country: 'NZ', has_student_loan: true, start_date: '2025-06-03' }, 'ANNUAL_HOLIDAYS'],
  ] as const)(
    'of %s gives the same figures when it is imported into an empty company',
    async (jurisdiction, more, leaveType) => {
      const first = await aCompany(owner, { jurisdiction })
      const number = `X-${first.id}`
      const mia = await anEmployee(owner, first.id, {
        ...more,
        number,
        position: '=Boss',
        last_name: 'O’Neill, "Jo"',
      })
      const item = jurisdiction === 'AU' ? { allowance_category: 'TD' } : {}
      await owner.post(`/api/employees/${mia.id}/allowances`, {
        description: 'Tools',
        amount: '18.50',
        auto_apply_to_pay: true,
        ...item,
      })
      if (jurisdiction === 'AU')
        await owner.put(`/api/employees/${mia.id}/bank-accounts`, [
          { account_name: 'Mia', bsb: '062-000', account_number: '12345678', amount_type: 'REMAINDER' },
        ])
      await theCompanysOwn(first, mia, jurisdiction === 'AU')
      const last = '2026-08-30'
      for (let week = 13; week >= 0; week--)
        await aPay(owner, first.id, addDays(civilDate(last), -7 * week), aWeek(mia.id))
      const files = await download(`/api/company/${first.id}/export`)
      expect([...files.keys()]).toEqual(
        expect.arrayContaining([
          'README.md',
          'pays.json',
          'company.json',
          'employees.json',
          ...KINDS.map((kind) => `${kind}.csv`),
        ]),
      )
      expect(text(files, 'README.md')).toContain('`pay_rate_per_hour`')
      expect(text(files, 'employees.csv')).toContain("'=Boss")
      expect(JSON.parse(text(files, 'pays.json'))).toHaveLength(14)
      expect(JSON.parse(text(files, 'payslips.json'))).toHaveLength(14)
      for (const name of ['lodgements', 'bank-files', 'super-files', 'settlements', 'journals'])
        expect(JSON.parse(text(files, `${name}.json`))).toEqual([])
      const there = await nextPays(first, mia.id, last, leaveType)

      await owner.delete(`/api/company/${first.id}`)
      const second = await aCompany(owner, { jurisdiction })
      await importAll(second, files)
      const [moved] = (await owner.get(`/api/company/${second.id}/employees`)).body
      expect(moved).toMatchObject({
        number,
        position: '=Boss',
        last_name: 'O’Neill, "Jo"',
        start_date: mia.start_date,
      })
      const here = await nextPays(second, moved.id, last, leaveType)
      const plain = (pays: AnyJson[]) => pays.map((pay) => ({ ...pay, warnings: [] }))
      expect(plain(here)).toEqual(plain(there))
      expect(here[0].allowances).toHaveLength(2)
      const rates = (await owner.get(`/api/employees/${moved.id}/pay-rates`)).body
      expect(rates.map((rate: AnyJson) => [rate.description, rate.multiplier, rate.award_name])).toEqual(
        expect.arrayContaining([
          ['Sunday', 1.75, 'Cafe Award'],
          ['Night', null, null],
        ]),
      )
      const [payee] = (await owner.get(`/api/company/${second.id}/payees`)).body
      expect(payee).toMatchObject({ kind: 'union', name: 'Baristas Union' })
      const [dues] = (await owner.get(`/api/employees/${moved.id}/deductions`)).body
      expect(dues).toMatchObject({ payee_id: payee.id, payee_reference: 'M 17' })
      // Existing records are not created twice.
      for (const kind of ['payees', 'pay-rates', 'company-allowances']) {
        const again = await send(second, kind, text(files, `${kind}.csv`))
        expect([kind, again.statusCode]).toEqual([kind, 422])
      }
    },
    120_000,
  )

  it('holds what left: messages, files, settlements and payslips', async () => {
    const company = await lodgingPayer(owner, PAYER)
    const [ann, bob] = [await aPerson(owner, company.id), await aPerson(owner, company.id)]
    const pays = [
      await aPay(owner, company.id, '2026-10-16', aWeek(ann.id)),
      await aPay(owner, company.id, '2026-10-16', aWeek(bob.id)),
    ]
    const api = `/api/company/${company.id}`
    const made = [
      await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, {
        pay_ids: pays.map(({ id }) => id),
      }),
      await owner.post(`/api/super-payments/${company.id}/files`, { all_open: true }),
      await owner.post(`${api}/payments/files`, { pay_ids: [pays[0]?.id] }),
      await owner.post(`${api}/payments/settlements`, {
        method: 'cash',
        settled_on: '2026-10-19',
        items: [{ pay_id: pays[1]?.id }],
      }),
    ]
    expect(made.map(({ status, body }) => [status, JSON.stringify(body).slice(0, 99)])).toEqual(
      made.map(() => [201, expect.any(String)]),
    )
    const files = await download(`${api}/export`)
    const counts = ['lodgements', 'super-files', 'bank-files', 'settlements', 'payslips'].map(
      (name) => JSON.parse(text(files, `${name}.json`)).length,
    )
    expect(counts).toEqual([1, 1, 1, 1, 2])
    const [lodged] = JSON.parse(text(files, 'lodgements.json'))
    expect([lodged.status, lodged.receipt]).toEqual(['accepted', expect.stringMatching(/^SIMULATED/)])
  })

  it('is for the company’s own customer, and recorded in the audit log', async () => {
    const company = await aCompany(owner)
    const other = await tasman.clientFor('other')
    expect((await other.get(`/api/company/${company.id}/export`)).status).toBe(403)
    expect((await download(`/api/company/${company.id}/export`)).size).toBeGreaterThan(8)
    const { body } = await owner.get('/api/audit-log?limit=50')
    expect(JSON.stringify(body)).toContain('company.exported')
  })
})

describe('an export of an employee', () => {
  it('holds what is kept of them and nothing of others', async () => {
    const company = await aCompany(owner)
    const mia = await anEmployee(owner, company.id, { first_name: 'Miriam' })
    const ben = await anEmployee(owner, company.id, { first_name: 'Benedikt' })
    for (const each of [mia, ben]) await aPay(owner, company.id, '2026-10-18', aWeek(each.id))
    const files = await download(`/api/employees/${mia.id}/export`)
    const all = [...files.values()].map((file) => file.toString('utf8')).join('\n')
    expect(all).toContain('Miriam')
    expect(all).not.toContain('Benedikt')
    expect(JSON.parse(text(files, 'pays.json'))).toHaveLength(1)
    const other = await tasman.clientFor('other')
    expect((await other.get(`/api/employees/${mia.id}/export`)).status).toBe(404)
  })
})
