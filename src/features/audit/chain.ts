import { createHash } from 'node:crypto'

/** The columns of a row that its hash covers. */
export type ChainedRow = {
  id: number
  at: Date
  customer_id: number | null
  user_id: number | null
  client_id: string | null
  action: string
  target: string | null
  outcome: number
  ip: string | null
  request_id: string | null
}

/** The hash before the first row of a chain. */
export const FIRST_HASH = Buffer.alloc(32)

/** Rows of nobody, such as a sign-in with an unknown address, have a chain of their own. */
export const chainOf = (customerId: number | null) => customerId ?? 0

/** The next hash of a chain: over the hash before it and everything the row says. */
export function linkHash(previous: Buffer, row: ChainedRow): Buffer {
  const said = [
    row.id,
    row.at.toISOString(),
    row.customer_id,
    row.user_id,
    row.client_id,
    row.action,
    row.target,
    row.outcome,
    row.ip,
    row.request_id,
  ]
  return createHash('sha256').update(previous).update(JSON.stringify(said)).digest()
}
