import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

describe('201', () => {
  it('answers the company with every field and what the service adds', async () => {
    const { status, body } = await owner.put('/api/company/create', {
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
      default_pay_period: 'WEEKLY',
      is_stp_enabled: true,
      is_payday_filing_enabled: true,
      created_at: expect.stringMatching(/^2026-11-02T00:00:\d\d$/),
      updated_at: expect.stringMatching(/^2026-11-02T00:00:\d\d$/),
      employees: [],
    })
  })
})
