import { createHash, type Hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '../../../database/connect.ts'
import { type ChainedRow, FIRST_HASH, linkHash } from './chain.ts'

/** The result of checking all chains. `broken` names the first row that does not match. */
export type AuditProof = {
  chains: number
  rows: number
  waiting: number
  /** One hash over the heads of all chains. */
  heads: string
  broken: string | null
}

type Link = ChainedRow & { audit_id: number; position: number; hash: Buffer }

const PAGE = 5000

/**
 * Verifies the audit log: recalculates every chain from its checkpoint and looks for rows outside any chain.
 */
export function verifyAudit(database: Database): Promise<AuditProof> {
  return database.query
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const chains = await sql<{ chain: number }>`
        select chain from audit_links union select chain from audit_checkpoints order by 1`.execute(tx)
      const proof: AuditProof = { chains: chains.rows.length, rows: 0, waiting: 0, heads: '', broken: null }
      const heads = createHash('sha256')
      for (const { chain } of chains.rows) {
        proof.broken = await walkChain(tx, chain, proof, heads)
        if (proof.broken) return proof
      }
      const { rows } = await sql<{ id: number }>`
        select id from audit_log a where not exists (select from audit_links where audit_id = a.id)
          and not exists (select from audit_unlinked where audit_id = a.id) order by id limit 1`.execute(tx)
      if (rows[0]) proof.broken = `Row ${rows[0].id} is outside every chain: it was inserted by hand.`
      const waiting = await sql<{ count: number }>`select count(*) as count from audit_unlinked`.execute(tx)
      proof.heads = heads.digest('hex')
      proof.waiting = waiting.rows[0]?.count ?? 0
      return proof
    })
}

async function walkChain(tx: Tx, chain: number, proof: AuditProof, heads: Hash): Promise<string | null> {
  const kept = await sql<{ position: number; hash: Buffer }>`
    select position, hash from audit_checkpoints where chain = ${chain}`.execute(tx)
  let { position, hash } = kept.rows[0] ?? { position: 0, hash: FIRST_HASH }
  for (;;) {
    const { rows } = await sql<Link>`
      select l.audit_id, l.position, l.hash, a.* from audit_links l left join audit_log a on a.id = l.audit_id
      where l.chain = ${chain} and l.position > ${position} order by l.position limit ${sql.lit(PAGE)}`.execute(
      tx,
    )
    for (const link of rows) {
      const where = `chain ${chain}, position ${link.position}`
      if (link.position !== position + 1)
        return `The link of position ${position + 1} in chain ${chain} is missing.`
      if (link.id === null) return `Row ${link.audit_id} (${where}) is missing.`
      hash = linkHash(hash, link)
      if (!hash.equals(link.hash))
        return `Row ${link.audit_id} (${where}, ${link.at.toISOString()}, ${link.action}) was changed.`
      position = link.position
    }
    proof.rows += rows.length
    if (rows.length < PAGE) {
      heads.update(`${chain}/${position}\n`).update(hash)
      return null
    }
  }
}
