import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { countPays, terminate } from './story.ts'

type Country = 'AU' | 'NZ'

/*
 * Every line of the tables of 2.9 and 7.4 that refuses a request. Each case is sent twice: to the terminate
 * route, and as the termination block of a pay. Both respond alike and create no pay. The published
 * description of a field gives its country and whether it needs manual amounts, so the test checks what
 * callers are promised.
 */

let tasman: TestApp
let owner: TestClient
let companies: Record<Country, number>
let employees: Record<Country, number>
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  companies = { AU: (await aCompany(owner)).id, NZ: (await aCompany(owner, { jurisdiction: 'NZ' })).id }
  employees = {
    AU: (await anEmployee(owner, companies.AU)).id,
    NZ: (await anEmployee(owner, companies.NZ, { country: 'NZ' })).id,
  }
})
afterAll(() => tasman.close())

type Case = [name: string, country: Country, body: Record<string, unknown>, names: string[]]

const notice = { is_payment_in_lieu_paid: true }
const manual = { is_manual_leave_amounts: true }

const UNPROCESSABLE: Case[] = [
  ['an unknown field', 'AU', { favourite_colour: 'red' }, ['favourite_colour']],
  ['an unknown reason', 'AU', { reason: 'BORED' }, ['reason']],
  ['reason EARLY_RETIREMENT, with a hint', 'AU', { reason: 'EARLY_RETIREMENT' }, ['reason', 'REDUNDANCY']],
  ['an unknown cessation code', 'AU', { cessation_type_code: 'X' }, ['cessation_type_code']],
  ['a derived cessation code I', 'AU', { cessation_type_code: 'I' }, ['cessation_type_code']],
  ['a derived cessation code D', 'AU', { cessation_type_code: 'D' }, ['cessation_type_code']],
  ['a derived cessation code R', 'AU', { cessation_type_code: 'R' }, ['cessation_type_code']],
  [
    'a cessation code with another reason',
    'AU',
    { reason: 'REDUNDANCY', cessation_type_code: 'V' },
    ['cessation_type_code'],
  ],
  [
    'another kind of notice',
    'AU',
    { ...notice, payment_in_lieu_type: 'END_OF_NOTICE_DATE' },
    ['payment_in_lieu_type'],
  ],
  [
    'a notice type while no notice is paid',
    'AU',
    { payment_in_lieu_type: 'NOTICE_HOURS' },
    ['payment_in_lieu_type'],
  ],
  [
    'notice hours while no notice is paid',
    'AU',
    { notice_hours: '38' },
    ['notice_hours', 'is_payment_in_lieu_paid'],
  ],
  [
    'a notice lump sum while notice is turned off',
    'AU',
    { is_payment_in_lieu_paid: false, notice_lump_sum: 100 },
    ['notice_lump_sum'],
  ],
  [
    'NZ notice pay while no notice is paid',
    'NZ',
    { payment_in_lieu_amount: '100' },
    ['payment_in_lieu_amount'],
  ],
  [
    'notice hours and a notice lump sum',
    'AU',
    { ...notice, payment_in_lieu_type: 'NOTICE_HOURS', notice_hours: 1, notice_lump_sum: 1 },
    ['notice_hours', 'notice_lump_sum'],
  ],
  [
    'a tax-free notice component without a redundancy',
    'AU',
    { redundancy_tax_free_pilon_component: '10' },
    ['redundancy_tax_free_pilon_component'],
  ],
  [
    'a manual-only field with the flag off',
    'AU',
    { is_manual_leave_amounts: false, unused_sick_amount: 1 },
    ['unused_sick_amount'],
  ],
  [
    'a negative tax-free notice component',
    'AU',
    { reason: 'REDUNDANCY', redundancy_tax_free_pilon_component: -1 },
    ['redundancy_tax_free_pilon_component'],
  ],
  [
    'a negative NZ notice payment',
    'NZ',
    { ...notice, payment_in_lieu_amount: -1 },
    ['payment_in_lieu_amount'],
  ],
  [
    'a negative tax summary',
    'AU',
    { ...manual, tax_summaries: [{ etp_code: 'O', tax_withheld: -1 }] },
    ['tax_withheld'],
  ],
  ['a tax summary without its code', 'AU', { ...manual, tax_summaries: [{ tax_withheld: 1 }] }, ['etp_code']],
  [
    'a tax summary with an unknown code',
    'AU',
    { ...manual, tax_summaries: [{ etp_code: 'X' }] },
    ['etp_code'],
  ],
  [
    'an unknown field of a tax summary',
    'AU',
    { ...manual, tax_summaries: [{ etp_code: 'O', tax: 1 }] },
    ['tax'],
  ],
  ['an amount that is no number', 'AU', { etp_amount: 'lots' }, ['etp_amount']],
  ['an amount beyond all measure', 'AU', { etp_amount: 1e300 }, ['etp_amount']],
  ['a flag that is no boolean', 'AU', { is_unused_sick_paid: 'yes' }, ['is_unused_sick_paid']],
  ['a date that does not exist', 'AU', { termination_date: '2026-02-30' }, ['termination_date']],
  ['no termination date', 'AU', { termination_date: undefined }, ['termination_date']],
  ['a null termination date', 'AU', { termination_date: null }, ['termination_date']],
]

const BAD_REQUEST: Case[] = [
  [
    'payment_in_lieu_amount alone for an Australian company',
    'AU',
    { payment_in_lieu_amount: '5' },
    ['payment_in_lieu_amount'],
  ],
  ['a last day before the start', 'AU', { termination_date: '2025-06-30' }, ['2025-06-30']],
  ['a last day before the start in New Zealand', 'NZ', { termination_date: '2025-06-30' }, ['start date']],
  ['notice without its type', 'AU', notice, ['payment_in_lieu_type']],
  ['notice hours left out', 'AU', { ...notice, payment_in_lieu_type: 'NOTICE_HOURS' }, ['notice_hours']],
  [
    'no notice hours',
    'AU',
    { ...notice, payment_in_lieu_type: 'NOTICE_HOURS', notice_hours: 0 },
    ['notice_hours'],
  ],
  [
    'negative notice hours',
    'AU',
    { ...notice, payment_in_lieu_type: 'NOTICE_HOURS', notice_hours: '-1' },
    ['notice_hours'],
  ],
  [
    'the lump sum where hours are asked',
    'AU',
    { ...notice, payment_in_lieu_type: 'NOTICE_HOURS', notice_lump_sum: 10 },
    ['notice_hours'],
  ],
  [
    'the lump sum left out',
    'AU',
    { ...notice, payment_in_lieu_type: 'NOTICE_LUMP_SUM' },
    ['notice_lump_sum'],
  ],
  [
    'a lump sum of nothing',
    'AU',
    { ...notice, payment_in_lieu_type: 'NOTICE_LUMP_SUM', notice_lump_sum: '0.00' },
    ['notice_lump_sum'],
  ],
  ['NZ notice without its amount', 'NZ', notice, ['payment_in_lieu_amount']],
  ['NZ notice of nothing', 'NZ', { ...notice, payment_in_lieu_amount: 0 }, ['payment_in_lieu_amount']],
  ['NZ non_etp_amount without the manual flag', 'NZ', { non_etp_amount: '10' }, ['non_etp_amount']],
  [
    'negative unused holidays in Australia',
    'AU',
    { ...manual, unused_holiday_amount: '-1' },
    ['unused_holiday_amount'],
  ],
  [
    'a tax-free component above the notice',
    'AU',
    {
      ...notice,
      reason: 'REDUNDANCY',
      payment_in_lieu_type: 'NOTICE_LUMP_SUM',
      notice_lump_sum: 100,
      redundancy_tax_free_pilon_component: '100.01',
    },
    ['redundancy_tax_free_pilon_component'],
  ],
  [
    'a tax-free component without notice',
    'AU',
    { reason: 'REDUNDANCY', redundancy_tax_free_pilon_component: 1 },
    ['redundancy_tax_free_pilon_component'],
  ],
]

type Field = { name: string; description: string; value: unknown; isNeverNegative: boolean }

/** The fields of a termination as the OpenAPI document describes them, each with a valid value. */
async function publishedFields(): Promise<Field[]> {
  const { body: document } = await owner.get('/api/openapi.json')
  const { properties } = document.components.schemas.TerminationCreate
  return Object.entries(properties as Record<string, AnyJson>)
    .filter(([name]) => name !== 'termination_date')
    .map(([name, { description, anyOf }]) => {
      const [kind] = anyOf
      const numbers = [kind, ...(kind.anyOf ?? [])].filter(({ type }) => type === 'number')
      const value = kind.enum?.[0] ?? { boolean: true, array: [] }[kind.type as string] ?? 1
      return { name, description, value, isNeverNegative: numbers.some(({ minimum }) => minimum === 0) }
    })
}

/** A request with the flags that the field may need, so that only the country is wrong. */
const allowing = ({ name, value }: Field) => ({ ...notice, ...manual, [name]: value })

const asBlock = (country: Country, body: Record<string, unknown>) =>
  owner.put(`/api/company/${companies[country]}/pays/create?pay_date=2026-11-01`, [
    { employee_id: employees[country], termination: { termination_date: '2026-10-30', ...body } },
  ])

async function nothingHappened(country: Country): Promise<void> {
  expect(await countPays(tasman, employees[country])).toBe(0)
  const employee = await owner.get(`/api/employees/${employees[country]}`)
  expect(employee.body).toMatchObject({ is_terminated: false, termination_date: null })
  expect((await owner.get(`/api/employees/${employees[country]}/termination`)).status).toBe(404)
}

describe('422: what the request alone decides', () => {
  it.each(UNPROCESSABLE)('%s', async (_name, country, body, names) => {
    const answer = await terminate(owner, employees[country], body)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ status_code: 10_422, data: expect.any(Array) })
    for (const name of names) expect(JSON.stringify(answer.body)).toContain(name)
    expect(answer.body.data[0].loc[0]).toBe('body')

    const block = await asBlock(country, body)
    expect(block.status).toBe(422)
    expect(block.body.data[0].loc.slice(0, 3)).toEqual(['body', 0, 'termination'])
    await nothingHappened(country)
  })

  it('pay_date is required on terminate', async () => {
    const answer = await terminate(owner, employees.AU, { pay_date: undefined })
    expect(answer).toMatchObject({
      status: 422,
      body: { data: [{ loc: ['body', 'pay_date'], type: 'missing' }] },
    })
    expect((await terminate(owner, employees.AU, { pay_date: null })).status).toBe(422)
  })

  it('pay_date is unknown in the block of a pay, which has its own date', async () => {
    const answer = await asBlock('AU', { pay_date: '2026-11-01' })
    expect(answer).toMatchObject({
      status: 422,
      body: { data: [{ loc: ['body', 0, 'termination', 'pay_date'], type: 'extra_forbidden' }] },
    })
  })

  it('every place that breaks a rule is named', async () => {
    const answer = await terminate(owner, employees.AU, {
      notice_hours: 1,
      normal_earnings: 1,
      cessation_type_code: 'V',
      reason: 'INVALIDITY',
    })
    expect(answer.body.data.map((place: { loc: string[] }) => place.loc.at(-1))).toEqual([
      'cessation_type_code',
      'notice_hours',
      'normal_earnings',
    ])
  })

  it.each([
    [{ etp_amount: 'lots' }, 'etp_amount must be a number or decimal string that is not negative'],
    [
      { unused_holiday_amount: 'x' },
      'unused_holiday_amount must be a number, or a decimal string such as "1250.50"',
    ],
    [{ is_unused_sick_paid: 'yes' }, 'is_unused_sick_paid must be boolean'],
    [{ termination_date: 'today' }, 'termination_date must be a date of the form YYYY-MM-DD'],
    [
      { is_manual_leave_amounts: true, tax_summaries: [{ etp_code: 'X' }] },
      'etp_code must be one of R, O, S, P, D, N, B, T',
    ],
    [{ notice_hours: 1 }, 'notice_hours needs is_payment_in_lieu_paid to be true'],
  ])('%j is refused in words: %s', async (body, sentence) => {
    expect((await terminate(owner, employees.AU, body)).body.message).toBe(sentence)
  })

  it('one employee is terminated at most once in a request', async () => {
    const pay = { employee_id: employees.AU, termination: { termination_date: '2026-10-30' } }
    const answer = await owner.put(`/api/company/${companies.AU}/pays/create?pay_date=2026-11-01`, [pay, pay])
    expect(answer).toMatchObject({ status: 422, body: { data: [{ loc: ['body', 1, 'termination'] }] } })
    await nothingHappened('AU')
  })

  it('a query that is no boolean, a path that is no number', async () => {
    expect((await terminate(owner, employees.AU, {}, '?dry_run=perhaps')).status).toBe(422)
    expect((await owner.post('/api/employees/seven/terminate', {})).status).toBe(422)
  })
})

describe('every field, as it is described', () => {
  it('of the other country is refused with 400', async () => {
    const fields = await publishedFields()
    for (const [country, other] of [
      ['AU', 'NZ'],
      ['NZ', 'AU'],
    ] as const) {
      const foreign = fields.filter(({ description }) => new RegExp(`^${other}[.,]`).test(description))
      expect(foreign.length).toBeGreaterThan(0)
      for (const field of foreign) {
        const answer = await terminate(owner, employees[country], allowing(field))
        expect([field.name, answer.status]).toEqual([field.name, 400])
        expect(answer.body.detail).toContain(field.name)
      }
      const all = Object.assign({}, ...foreign.map((field) => allowing(field)))
      const { status, body } = await terminate(owner, employees[country], all)
      expect(status).toBe(400)
      for (const { name } of foreign) expect(body.detail).toContain(name)
      expect((await asBlock(country, all)).body.detail).toContain(foreign[0]?.name)
      await nothingHappened(country)
    }
  })

  it('for manual amounts only is refused with 422 without the flag', async () => {
    const fields = (await publishedFields()).filter(({ description }) => /manual only/i.test(description))
    expect(fields.length).toBeGreaterThan(0)
    for (const field of fields)
      for (const country of ['AU', 'NZ'] as const) {
        if (!field.description.startsWith(country) && /^(AU|NZ)/.test(field.description)) continue
        const body = { [field.name]: field.value }
        for (const answer of [
          await terminate(owner, employees[country], body),
          await asBlock(country, body),
        ]) {
          expect([field.name, answer.status]).toEqual([field.name, 422])
          expect(answer.body.data[0]).toMatchObject({
            loc: expect.arrayContaining([field.name]),
            msg: expect.stringContaining('is_manual_leave_amounts'),
          })
        }
      }
    await nothingHappened('AU')
  })

  it('that is never negative is refused with 422 below zero', async () => {
    const fields = (await publishedFields()).filter(({ isNeverNegative }) => isNeverNegative)
    expect(fields.length).toBeGreaterThan(0)
    for (const { name, description } of fields) {
      const country = description.startsWith('NZ') ? 'NZ' : 'AU'
      const answer = await terminate(owner, employees[country], { ...manual, [name]: '-0.01' })
      expect([name, answer.status]).toEqual([name, 422])
      expect(JSON.stringify(answer.body.data)).toContain(name)
    }
    await nothingHappened('AU')
  })
})

describe('400: what needs stored data, or is named in the list', () => {
  it.each(BAD_REQUEST)('%s', async (_name, country, body, names) => {
    const answer = await terminate(owner, employees[country], body)
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.any(String) } })
    for (const name of names) expect(answer.body.detail).toContain(name)

    const block = await asBlock(country, body)
    expect(block).toMatchObject({ status: 400, body: { detail: expect.any(String) } })
    for (const name of names) expect(block.body.detail).toContain(name)
    await nothingHappened(country)
  })

  it('a date of birth that is not known', async () => {
    await tasman.administer('alter table employees alter column date_of_birth drop not null')
    const { id } = await anEmployee(owner, companies.AU)
    await tasman.administer('update employees set date_of_birth = null where id = $1', [id])
    const answer = await terminate(owner, id)
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining('date of birth') } })
    expect(await countPays(tasman, id)).toBe(0)
    expect((await terminate(owner, id, {}, '?dry_run=true')).status).toBe(400)
  })

  it('a pay date that no table covers', async () => {
    for (const pay_date of ['1990-01-01', '2099-01-01', '2199-12-31']) {
      const answer = await terminate(owner, employees.AU, { pay_date })
      expect(answer).toMatchObject({ status: 400, body: { detail: expect.any(String) } })
    }
    await nothingHappened('AU')
  })

  it('an unknown employee, another customer’s, and one of a deleted company', async () => {
    for (const id of [999_999, 0, -1, 99_999_999_999]) expect((await terminate(owner, id)).status).toBe(400)
    const other = await tasman.clientFor('other')
    expect((await terminate(other, employees.AU)).status).toBe(400)
    const company = (await aCompany(owner)).id
    const { id } = await anEmployee(owner, company)
    await owner.delete(`/api/company/${company}`)
    expect((await terminate(owner, id)).status).toBe(400)
  })
})

describe('what counts as sent', () => {
  it('null is the same as left out, in either country', async () => {
    for (const country of ['AU', 'NZ'] as const) {
      const body = Object.fromEntries(
        [
          'reason',
          'cessation_type_code',
          'notice_hours',
          'payment_in_lieu_amount',
          'unused_holiday_amount',
          'tax_summaries',
          'nz_ytd_taxable',
          'is_unused_lsl_paid',
          'is_manual_leave_amounts',
          'is_payment_in_lieu_paid',
        ].map((field) => [field, null]),
      )
      expect((await terminate(owner, employees[country], body, '?dry_run=true')).status).toBe(200)
    }
  })

  it('decimal strings and numbers mean the same', async () => {
    const asText = await terminate(owner, employees.AU, { etp_amount: '1250.50' }, '?dry_run=true')
    const asNumber = await terminate(owner, employees.AU, { etp_amount: 1250.5 }, '?dry_run=true')
    expect(asText.status).toBe(200)
    expect(asNumber.body).toEqual(asText.body)
    expect(asText.body.etp_amount).toBe(1250.5)
  })
})
