import type { AnyJson, TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

/** An Australian company with everything that Single Touch Payroll requires of a payer. */
export function aPayer(client: TestClient, overrides: Record<string, unknown> = {}): Promise<AnyJson> {
  return aCompany(client, {
    address1: '1 Rocks Lane',
    city: 'Sydney',
    state: 'NSW',
    country: 'AU',
    postcode: '2000',
    phone: '+61 2 5550 1234',
    email_address: 'pay@kookaburra.example',
    contact_name: 'Kim Payroll',
    ...overrides,
  })
}

/** Pays one employee for hours at their rate and returns the pay. */
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
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 38 }],
      ...more,
    },
  ])
  if (status !== 201) throw new Error(`aPay: ${status} ${JSON.stringify(body)}`)
  return body[0]
}

/** A payer with one employee and one weekly pay on this date. */
export async function aPaidEmployee(client: TestClient, payDate = '2026-07-10') {
  const company = await aPayer(client)
  const employee = await anEmployee(client, company.id)
  const pay = await aPay(client, company.id, employee.id, payDate)
  const submit = (body: object) => client.post(`/api/single-touch/${company.id}/submit-stp-pays`, body)
  return { company, employee, pay, submit }
}
