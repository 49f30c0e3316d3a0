import { timestamp } from '../../../http/view.ts'
import type { Service } from '../../../service.ts'
import { readPasskeys } from './queries.ts'

/** A person's passkeys, as the account page shows them. */
export async function listPasskeys(service: Service, userId: number) {
  const rows = await readPasskeys(service.database.query, userId)
  return rows.map(({ id, name, created_at, last_used_at }) => ({
    id,
    name,
    created_at: timestamp(created_at),
    last_used_at: last_used_at && timestamp(last_used_at),
  }))
}
