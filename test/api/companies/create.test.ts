import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const create = (body: object, client = owner) => client.put('/api/company/create', body)

describe('201', () => {
  it('answers the company with every field and what the service adds', async () => {
    const { status, body } = await create({
      legal_name: '  Gum Tree Cafe Pty Ltd ',
      abn: '51 824 753 556',
      state: 'nsw',
      bank_bsb: '062-000',
      bank_account_number: '12345678',
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      jurisdiction: 'AU',
      legal_name: 'Gum Tree Cafe Pty Ltd',
      trading_name: null,
      abn: '51824753556',
      branch_number: null,
      ird_number: null,
      nzbn: null,
      address1: null,
      address2: null,
      city: null,
      state: 'NSW',
      country: null,
      postcode: null,
      contact_name: null,
      email_address: null,
      phone: null,
      bank_bsb: '062-000',
      bank_account_number: '12345678',
      bank_account_name: null,
      bank_name_code: null,
      direct_entry_user_id: null,
      pay_cycle_anchor: '2024-06-30',
      days_in_arrears: 0,
      default_pay_period: 'WEEKLY',
      is_stp_enabled: true,
      is_payday_filing_enabled: true,
      created_at: expect.stringMatching(/^2026-11-02T00:00:\d\d$/),
      updated_at: expect.stringMatching(/^2026-11-02T00:00:\d\d$/),
      employees: [],
      // The service accepts values that the tax office would refuse, with a warning.
      warnings: [
        expect.stringMatching(/^phone: .*CMN\.ATO\.GEN\.XML03/),
        expect.stringMatching(/^postcode: .*CMN\.ATO\.GEN\.000009/),
      ],
    })
    expect((await owner.get(`/api/company/${body.id}`)).body).toEqual(body)
  })

  it('says what an authority would refuse, on create, read and update, until it is put right', async () => {
    const fields = (body: { warnings?: string[] }) => (body.warnings ?? []).map((each) => each.split(':')[0])
    const au = (await create({ legal_name: 'Gum £ Tree', jurisdiction: 'AU', postcode: '0100' })).body
    expect(fields(au)).toEqual(['legal_name', 'abn', 'phone', 'postcode'])
    const path = `/api/company/${au.id}`
    const listed = (await owner.get('/api/company')).body.find(({ id }: { id: number }) => id === au.id)
    expect(listed.warnings).toEqual(au.warnings)
    // Sent back without a change: the warning is repeated.
    expect(fields((await owner.patch(path, {})).body)).toEqual(fields(au))
    expect(fields((await owner.patch(path, { phone: '02 5550 1234', country: 'NZ' })).body)).toEqual([
      'legal_name',
      'abn',
    ])
    const right = await owner.patch(path, { legal_name: 'Gum Tree', abn: '51824753556' })
    expect(right.body.warnings).toBeUndefined()
    expect((await owner.get(path)).body.warnings).toBeUndefined()
    const off = await create({ legal_name: 'No Reports', jurisdiction: 'AU', is_stp_enabled: false })
    expect(off.body.warnings).toBeUndefined()

    const nz = (
      await create({
        legal_name: 'Kōwhai Ltd',
        jurisdiction: 'NZ',
        contact_name: 'Alexandrina Featherstonehaugh',
        email_address: 'pay+nz@kowhai.example',
      })
    ).body
    expect(fields(nz)).toEqual(['ird_number', 'phone', 'contact_name', 'email_address'])
  })

  it('keeps the account number encrypted at rest', async () => {
    const { body } = await create({ legal_name: 'Sealed Pty Ltd', bank_account_number: '998877' })
    const row = await tasman.service.database.query
      .selectFrom('companies')
      .select('bank_account_number')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow()
    expect(row.bank_account_number).toMatch(/^s2\.test\./)
    expect(row.bank_account_number).not.toContain('998877')
  })

  it('ignores id and employees, whatever they are', async () => {
    const { status, body } = await create({
      id: 99_999,
      employees: [{ first_name: 'Mia' }],
      legal_name: 'Ignoring Pty Ltd',
    })
    expect(status).toBe(201)
    expect(body.id).not.toBe(99_999)
    expect(body.employees).toEqual([])
    expect((await create({ id: 'x', employees: null, legal_name: 'Ignoring Pty Ltd' })).status).toBe(201)
  })

  it.each([
    [{ jurisdiction: 'NZ', abn: '51824753556' }, 'NZ'],
    [{ abn: '51824753556', ird_number: '49091850' }, 'AU'],
    [{ ird_number: '49-091-850' }, 'NZ'],
    [{ nzbn: '9429041234563' }, 'AU'],
    [{}, 'AU'],
  ])(
    'takes the country from the body, else from a tax number, else from the deployment: %j',
    async (fields, country) => {
      const { body } = await create({ legal_name: 'Where Ltd', ...fields })
      expect(body.jurisdiction).toBe(country)
    },
  )

  it('makes the first company the default of the customer, and no later one', async () => {
    const other = await tasman.clientFor('other')
    const first = await create({ legal_name: 'First Pty Ltd' }, other)
    await create({ legal_name: 'Second Pty Ltd' }, other)
    const { default_company_id } = await tasman.service.database.query
      .selectFrom('customers')
      .select('default_company_id')
      .where('name', '=', 'Other Bakery')
      .executeTakeFirstOrThrow()
    expect(default_company_id).toBe(first.body.id)
  })

  it('works for a customer whose subscription has lapsed', async () => {
    expect((await create({ legal_name: 'Late Pty Ltd' }, await tasman.clientFor('lapsed'))).status).toBe(201)
  })

  it('records company.created with the read model', async () => {
    const record = vi.spyOn(tasman.service.events, 'record')
    const { body } = await create({ legal_name: 'Heard Pty Ltd' })
    const event = record.mock.calls[0]?.[1]
    record.mockRestore()
    expect(event?.type).toBe('company.created')
    const entities = event && 'entities' in event ? await event.entities : []
    expect(entities.map((entity) => [entity.id, entity.data?.()])).toEqual([[body.id, body]])
  })
})

describe('NZ deployment', () => {
  it('makes an NZ company when nothing else tells', async () => {
    const wellington = await startTestApp({ env: { REGION: 'NZ' } })
    const client = await wellington.clientFor('owner')
    const { body } = await create({ legal_name: 'Tūī Ltd' }, client)
    await wellington.close()
    expect(body).toMatchObject({ jurisdiction: 'NZ', legal_name: 'Tūī Ltd' })
  })
})

describe('401', () => {
  it('answers without a token', async () => {
    expect(await create({ legal_name: 'X' }, tasman.clientWith())).toMatchObject({
      status: 401,
      body: { detail: 'Not authenticated' },
    })
  })
})

describe('403', () => {
  it('needs payroll.write', async () => {
    const reader = await tasman.clientFor('owner', { scope: 'openid payroll.read' })
    expect(await create({ legal_name: 'X' }, reader)).toMatchObject({
      status: 403,
      body: { detail: 'Missing required scope: payroll.write' },
    })
  })
})

describe('422', () => {
  it.each([
    [{}, 'legal_name', 'legal_name is required'],
    [{ legal_name: null }, 'legal_name', 'legal_name must be string'],
    [{ legal_name: '   ' }, 'legal_name', 'legal_name must be 1 to 200 characters, not blank'],
    [{ legal_name: 'x'.repeat(201) }, 'legal_name', 'legal_name must be 1 to 200 characters, not blank'],
    [{ abn: '51824753557' }, 'abn', 'abn: The ABN fails its checksum.'],
    [{ abn: '123' }, 'abn', 'abn: An ABN has 11 digits.'],
    [{ ird_number: '49091851' }, 'ird_number', 'ird_number: The check digit of the IRD number is wrong.'],
    [{ nzbn: '9429041234560' }, 'nzbn', 'nzbn: The check digit of the NZBN is wrong.'],
    [{ postcode: '20421' }, 'postcode', 'postcode must be exactly 4 digits'],
    [{ state: 'N' }, 'state', 'state must be 2 or 3 characters'],
    [{ country: 'AUS' }, 'country', 'country must be a country code of 2 letters'],
    [{ email_address: 'nobody' }, 'email_address', 'email_address must be an e-mail address'],
    [{ phone: '123' }, 'phone', 'phone must be 8 to 15 characters of digits, spaces, +, (, ) and -'],
    [
      { bank_bsb: '0620' },
      'bank_bsb',
      'bank_bsb: A BSB has 6 digits, with or without a hyphen after the third.',
    ],
    [{ jurisdiction: 'UK' }, 'jurisdiction', 'jurisdiction must be one of AU, NZ'],
    [
      { pay_cycle_anchor: '2024-06-31' },
      'pay_cycle_anchor',
      'pay_cycle_anchor must be a date of the form YYYY-MM-DD',
    ],
    [{ is_stp_enabled: 'yes' }, 'is_stp_enabled', 'is_stp_enabled must be boolean'],
    [{ colour: 'red' }, 'colour', 'Unknown field: colour'],
    [{ created_at: '2026-01-01T00:00:00' }, 'created_at', 'Unknown field: created_at'],
  ])('refuses %j', async (fields, field, sentence) => {
    const body = 'legal_name' in fields || field === 'legal_name' ? fields : { legal_name: 'Good', ...fields }
    const answer = await create(body)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ status_code: 10_422, message: sentence })
    expect(answer.body.data[0].loc).toEqual(['body', field])
  })

  it('refuses a body that is no object', async () => {
    expect((await create([])).status).toBe(422)
  })
})
