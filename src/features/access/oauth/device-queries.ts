import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'

/** Whether the person has signed in with this browser before, and with any browser at all. */
export async function findDevice(query: Queryable, userId: number, deviceHash: Buffer | null) {
  const { rows } = await sql<{ is_known: boolean | null; has_any: boolean }>`
    select bool_or(device_hash = ${deviceHash}) as is_known, count(*) > 0 as has_any
    from known_devices where user_id = ${userId}`.execute(query)
  return { isKnown: rows[0]?.is_known === true, hasAny: rows[0]?.has_any === true }
}

export type SeenDevice = {
  userId: number
  customerId: number
  deviceHash: Buffer
  userAgent: string | null
  ip: string
}

export async function rememberDevice(tx: Tx, device: SeenDevice, now: Date): Promise<void> {
  const seen = { user_agent: device.userAgent, ip: device.ip, last_seen_at: now }
  await tx
    .insertInto('known_devices')
    .values({
      user_id: device.userId,
      customer_id: device.customerId,
      device_hash: device.deviceHash,
      first_seen_at: now,
      ...seen,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet(seen))
    .execute()
}
