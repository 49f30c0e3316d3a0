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

/** Terminates with only the required fields. The test adds everything else. */
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

/** Subscribes to every event of the owner. `eventsOf` reads the queued events back. */
export async function listen(tasman: TestApp): Promise<void> {
  await tasman.service.database.pool.query(
    `insert into webhook_endpoints (customer_id, url, events, secret, created_at, updated_at)
     select customer_id, 'https://listener.example', array['employee.created', 'employee.updated', 'employee.deleted',
       'pay.created', 'pay.updated', 'pay.deleted'], 'secret', $1, $1
     from users where email = 'owner@demo.example'`,
    [tasman.clock.now()],
  )
}

/** The events queued for an employee or a pay since the last call, oldest first. */
export async function takeEvents(
  tasman: TestApp,
  entity: 'employee' | 'pay',
  id: number,
): Promise<{ type: string; data: AnyJson }[]> {
  const { rows } = await tasman.service.database.pool.query<{ event_type: string; body: string }>(
    'delete from webhook_deliveries where entity_type = $1 and entity_id = $2 returning event_type, body, id',
    [entity, id],
  )
  return rows.map((row) => ({ type: row.event_type, data: JSON.parse(row.body).data }))
}
