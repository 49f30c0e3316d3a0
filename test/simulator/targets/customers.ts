import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { countryOf } from '../../../src/countries/index.ts'
import { seedPeople } from '../../../src/demo/seed-people.ts'
import { issueGrant } from '../../../src/features/access/oauth/index.ts'
import { dueOf } from '../../../src/features/access/sandbox/due.ts'
import { advanceSandbox } from '../../../src/features/access/sandbox/index.ts'
import { actingOf, findWaiting } from '../../../src/features/access/sandbox/queries.ts'
import { TIMED } from '../../../src/jobs.ts'
import { hashPassword, type PasswordHashes } from '../../../src/security/passwords.ts'
import type { Service } from '../../../src/service.ts'
import type { Customer, Tokens } from '../types.ts'

/** The key of every simulation, as random as a real one must look. */
export const KEY = createHash('sha256').update('the key of the simulator').digest()
export const PASSWORD = 'a long life to all companies'
const CAP = 5000
const SCOPES = ['openid', 'payroll.read', 'payroll.write']
let hashing: Promise<PasswordHashes> | undefined

/** The demo applications, to which every customer here is connected. */
export async function prepare(service: Service): Promise<void> {
  const { rows } = await service.database.pool.query('select 1 from customers limit 1')
  if (rows.length === 0) await service.database.transaction((tx) => seedPeople(service, tx))
}

/** Creates what no API call can: a sandbox customer with two officers. */
export async function addCustomer(service: Service, mark: string): Promise<Customer> {
  hashing ??= hashPassword(PASSWORD)
  const hashes = await hashing
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
          ...hashes,
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
  { clientId = 'demo-client', days = 0 }: { clientId?: string; days?: number } = {},
): Promise<Tokens> {
  const userId = customer.users[user] ?? 0
  // A token expires half an hour after it was issued. A token that must last for days gets a later date of issue.
  const born = new Date(service.systemClock.now().getTime() + days * 86_400_000)
  const given = await service.database.transaction((tx) =>
    issueGrant(tx, { clientId, userId, customerId: customer.id, scopes: SCOPES }, born),
  )
  return { access: given.accessToken, refresh: given.refreshToken }
}

/** Advances the clock of a customer to its target. */
export async function arrive(service: Service, { id }: Customer): Promise<void> {
  while (!(await advanceSandbox(service, id, TIMED)));
}

/** Does the work that is due by the clock of a customer: deliveries, lodgements, mails. */
export async function workFor(service: Service, { id }: Customer): Promise<void> {
  const { database, systemClock, settings } = service
  const waited = await findWaiting(database.query, id, countryOf(settings.region).timeZone)
  if (!waited) return
  const due = dueOf(waited, new Date(systemClock.now().getTime() + waited.lead_ms), TIMED)
  if (due.length === 0) return
  const never = new AbortController().signal
  await service.actFor(actingOf(waited), async () => {
    for (const { run } of due) await run(service, never)
  })
}

/** Hashes of the stored data for the documents of each pay. */
export async function snapshotsOf(service: Service, { id }: Customer): Promise<Map<number, string>> {
  const { rows } = await service.database.pool.query<{ id: number; hash: string }>(
    `with hashed as materialized (
       select id, md5(content::text) as hash from snapshots where customer_id = $1)
     select pays.id, own.hash || '|' || coalesce(employer.hash, '') as hash
     from companies join pays on pays.company_id = companies.id
     join hashed own on own.id = pays.snapshot_id left join hashed employer on employer.id = pays.employer_snapshot_id
     where companies.customer_id = $1`,
    [id],
  )
  return new Map(rows.map((row) => [row.id, row.hash]))
}

/** A life is over: its clock is deleted, so no process checks it for due work. */
export async function retire(service: Service, { id }: Customer): Promise<void> {
  await service.database.pool.query('delete from sandboxes where customer_id = $1', [id])
}

/** The simulator's own statements also meet a killed database, or one delayed by a busy machine. */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt > 100) throw error
      await sleep(300)
    }
  }
}
