import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import { insertRows } from '../../../database/insert-rows.ts'
import type { Service } from '../../../service.ts'
import { type ChainedRow, chainOf, FIRST_HASH, linkHash } from './chain.ts'

const PART = 1000
/** Only one process links at a time. The others have nothing to do meanwhile. */
const LINK_LOCK = 1_110_001

type Head = { position: number; hash: Buffer }

/** Links the new audit rows to the customers' chains. Writers never wait for it. */
export async function linkAudit(service: Service, stopped?: AbortSignal): Promise<number> {
  let linked = 0
  for (;;) {
    const count = await service.database.transaction((tx) => linkPart(tx, service.clock.now()))
    linked += count
    if (count < PART || stopped?.aborted) return linked
  }
}

async function linkPart(tx: Tx, now: Date): Promise<number> {
  const lock = await sql<{
    is_mine: boolean
  }>`select pg_try_advisory_xact_lock(${LINK_LOCK}) as is_mine`.execute(tx)
  if (!lock.rows[0]?.is_mine) return 0
  const { rows } = await sql<ChainedRow>`
    with taken as (
      delete from audit_unlinked where audit_id in (select audit_id from audit_unlinked order by 1 limit ${sql.lit(PART)})
      returning audit_id
    )
    select a.* from taken join audit_log a on a.id = taken.audit_id order by a.id`.execute(tx)
  if (rows.length === 0) return 0
  const heads = await readHeads(tx, [...new Set(rows.map((row) => chainOf(row.customer_id)))])
  const links = rows.map((row) => {
    const chain = chainOf(row.customer_id)
    const head = heads.get(chain) ?? { position: 0, hash: FIRST_HASH }
    const next = { position: head.position + 1, hash: linkHash(head.hash, row) }
    heads.set(chain, next)
    return [row.id, chain, next.position, `\\x${next.hash.toString('hex')}`, now.toISOString()]
  })
  await insertRows(
    tx,
    'audit_links',
    [
      ['audit_id', 'int8'],
      ['chain', 'int'],
      ['position', 'int8'],
      ['hash', 'bytea'],
      ['linked_at', 'timestamptz'],
    ],
    links,
  )
  return rows.length
}

/** The head of each chain: its last link, or the hash kept when old rows were deleted. */
async function readHeads(tx: Tx, chains: readonly number[]): Promise<Map<number, Head>> {
  const { rows } = await sql<Head & { chain: number }>`
    select wanted.chain, head.position, head.hash from unnest(${chains}::int[]) as wanted (chain)
    cross join lateral (
      (select position, hash from audit_links l where l.chain = wanted.chain order by position desc limit 1)
      union all
      (select position, hash from audit_checkpoints c where c.chain = wanted.chain)
      order by position desc limit 1) head`.execute(tx)
  return new Map(rows.map(({ chain, position, hash }) => [chain, { position, hash }]))
}
