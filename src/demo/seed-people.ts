import type { Tx } from '../database/connect.ts'
import { hashPassword, type PasswordHashes } from '../security/passwords.ts'
import { hashSecret } from '../security/tokens.ts'
import type { Service } from '../service.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE, demoClients } from './people.ts'

/** Creates the demo customers, users and OAuth clients, which no API call can create. */
export async function seedPeople(
  service: Service,
  tx: Tx,
  hashes: PasswordHashes | Promise<PasswordHashes> = hashPassword(DEMO_PASSWORD),
): Promise<void> {
  const now = service.clock.now()
  const stored = await hashes
  const customerIds = new Map<string, number>()
  for (const person of DEMO_PEOPLE) {
    const { id } = await tx
      .insertInto('customers')
      .values({
        name: person.customer,
        employee_cap: person.cap,
        subscription: person.subscription,
        is_api_admin: person.isApiAdmin,
        is_reseller: person.isReseller,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    customerIds.set(person.key, id)
    if (person.key === 'sandbox')
      await tx.insertInto('sandboxes').values({ customer_id: id, created_at: now }).execute()
    await tx
      .insertInto('users')
      .values({
        customer_id: id,
        email: person.email,
        name: person.name,
        role: 'owner',
        ...stored,
        created_at: now,
      })
      .execute()
  }
  for (const client of demoClients(service.settings))
    await tx
      .insertInto('oauth_clients')
      .values({
        client_id: client.client_id,
        customer_id: customerIds.get(client.owner) ?? null,
        name: client.name,
        secret_hash: hashSecret(client.secret),
        redirect_uris: [...client.redirect_uris],
        allows_loopback: true,
        created_at: now,
      })
      .execute()
}
