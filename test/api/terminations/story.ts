import type { Answer, AnyJson, TestApp, TestClient } from '../../support/app.ts'

/** A pay of ordinary hours that is processed at once. */
export async function aPay(
  client: TestClient,
  companyId: number,
  employeeId: number,
  payDate: string,
  overrides: Record<string, unknown> = {},
): Promise<AnyJson> {
  const { status, body } = await client.put(`/api/company/${companyId}/pays/create?pay_date=${payDate}`, [
    {
      employee_id: employeeId,
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 38 }],
      ...overrides,
    },
  ])
  if (status !== 201) throw new Error(`aPay: ${status} ${JSON.stringify(body)}`)
  return body[0]
}

/** Terminates with the least that is needed; everything else is given by the test. */
export function terminate(
  client: TestClient,
  employeeId: number,
  overrides: Record<string, unknown> = {},
  query = '',
): Promise<Answer> {
  return client.post(`/api/employees/${employeeId}/terminate${query}`, {
    termination_date: '2026-10-30',
    pay_date: '2026-11-01',
    ...overrides,
  })
}

/** Balances that years of pays would have built up. */
export function setBalances(
  tasman: TestApp,
  employeeId: number,
  balances: Record<string, number>,
): Promise<unknown> {
  const names = Object.keys(balances)
  return tasman.service.database.pool.query(
    `update employees set ${names.map((name, index) => `${name} = $${index + 2}`).join(', ')} where id = $1`,
    [employeeId, ...Object.values(balances)],
  )
}

/** How many pays an employee has, whatever their status. */
export async function countPays(tasman: TestApp, employeeId: number): Promise<number> {
  const { rows } = await tasman.service.database.pool.query<{ count: number }>(
    'select count(*)::int as count from pays where employee_id = $1',
    [employeeId],
  )
  return rows[0]?.count ?? 0
}
