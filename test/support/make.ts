import type { AnyJson, TestClient } from './app.ts'

/** Creates a company that can run pays in its country: `await aCompany(owner, { jurisdiction: 'NZ' })`. */
export async function aCompany(
  client: TestClient,
  overrides: Record<string, unknown> = {},
): Promise<AnyJson> {
  const isNz = overrides.jurisdiction === 'NZ'
  const { status, body } = await client.put('/api/company/create', {
    legal_name: isNz ? 'Kererū Cafe Ltd' : 'Kookaburra Cafe Pty Ltd',
    jurisdiction: 'AU',
    ...(isNz ? { ird_number: '49091850' } : { abn: '51824753556' }),
    ...overrides,
  })
  if (status !== 201) throw new Error(`aCompany: ${status} ${JSON.stringify(body)}`)
  return body
}

/** Creates an employee who can be paid under the rules of the given country (`AU` by default). */
export async function anEmployee(
  client: TestClient,
  companyId: number,
  overrides: Record<string, unknown> = {},
): Promise<AnyJson> {
  const { status, body } = await client.put(`/api/company/${companyId}/employees/create`, [
    employeeBody(overrides),
  ])
  if (status !== 201) throw new Error(`anEmployee: ${status} ${JSON.stringify(body)}`)
  return body[0].employee
}

/** The request body for that employee. */
export function employeeBody(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const isNz = overrides.country === 'NZ'
  return {
    first_name: 'Mia',
    last_name: 'Nguyen',
    date_of_birth: '1994-03-21',
    address1: '4 Harbour Street',
    city: isNz ? 'Auckland' : 'Sydney',
    state: isNz ? 'AUK' : 'NSW',
    country: 'AU',
    postcode: isNz ? '1010' : '2000',
    start_date: '2025-07-01',
    employment_status: 'Full-time',
    pay_rate_per_hour: '40.00',
    ...(isNz
      ? { nz_tax_code: 'M', ird_number: '49091850' }
      : {
          tax_file_number: '123456782',
          is_foreign_resident: false,
          has_claimed_tax_free_threshold: true,
          has_stsl_liability: false,
          is_closely_held: false,
        }),
    ...overrides,
  }
}
