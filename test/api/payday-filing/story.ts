import type { AnyJson, TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

/** A New Zealand company with everything that payday filing requires of an employer. */
export function anEmployer(client: TestClient, overrides: Record<string, unknown> = {}): Promise<AnyJson> {
  return aCompany(client, {
    jurisdiction: 'NZ',
    address1: '8 Mackenzie Drive',
    city: 'Twizel',
    state: 'CAN',
    country: 'NZ',
    postcode: '7901',
    phone: '03 555 0188',
    email_address: 'pay@kereru.example',
    contact_name: 'Kim Payroll',
    ...overrides,
  })
}

export function aWorker(
  client: TestClient,
  companyId: number,
  overrides: Record<string, unknown> = {},
): Promise<AnyJson> {
  return anEmployee(client, companyId, { country: 'NZ', ...overrides })
}

/** Pays one employee for 40 hours and returns the pay. */
export async function aPay(
  client: TestClient,
  companyId: number,
  employeeId: number,
  payDate: string,
  more: Record<string, unknown> = {},
): Promise<AnyJson> {
  const { status, body } = await client.put(`/api/company/${companyId}/pays/create?pay_date=${payDate}`, [
    {
      employee_id: employeeId,
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 40 }],
      ...more,
    },
  ])
  if (status !== 201) throw new Error(`aPay: ${status} ${JSON.stringify(body)}`)
  return body[0]
}
