import { createHash } from 'node:crypto'
import { seedPeople } from '../../../src/demo/seed-people.ts'
import { issueGrant } from '../../../src/features/oauth/index.ts'
import { hashPassword } from '../../../src/security/passwords.ts'
import type { Service } from '../../../src/service.ts'
import type { Customer, Tokens } from '../types.ts'

/** The key of every simulation, as random as a real one must look. */
export const KEY = createHash('sha256').update('the key of the simulator').digest()
export const PASSWORD = 'a long life to all companies'
const CAP = 5000
const SCOPES = ['openid', 'payroll.read', 'payroll.write']
let passwordHash: Promise<string> | undefined

/** The applications of the demo, which every customer here is connected with. */
export async function prepare(service: Service): Promise<void> {
  const { rows } = await service.database.pool.query('select 1 from customers limit 1')
  if (rows.length === 0) await service.database.transaction((tx) => seedPeople(service, tx))
}

/** What no call of the API can make: a sandbox customer with two officers. */
export async function addCustomer(service: Service, mark: string): Promise<Customer> {
  passwordHash ??= hashPassword(PASSWORD)
  const password_hash = await passwordHash
  const created_at = service.systemClock.now()
  return service.database.transaction(async (tx) => {
    const customer = await tx
      .insertInto('customers')
      .values({ name: `Customer ${mark}`, employee_cap: CAP, is_api_admin: true, created_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('sandboxes').values({ customer_id: customer.id, created_at }).execute()
    const users: number[] = []
    for (const role of ['owner', 'admin'] as const) {
      const user = await tx
        .insertInto('users')
        .values({
          customer_id: customer.id,
          email: `${role}.${customer.id}@${mark.toLowerCase()}.example`,
          name: `${role} ${mark}`,
          role,
          password_hash,
          created_at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      users.push(user.id)
    }
    return { id: customer.id, mark, users }
  })
}

export async function grant(
  service: Service,
  customer: Customer,
  user: number,
  clientId: string,
): Promise<Tokens> {
  const userId = customer.users[user] ?? 0
  const given = await service.database.transaction((tx) =>
    issueGrant(tx, { clientId, userId, customerId: customer.id, scopes: SCOPES }, service.systemClock.now()),
  )
  return { access: given.accessToken, refresh: given.refreshToken }
}
