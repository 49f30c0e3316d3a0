import { sql } from 'kysely'
import type { Service } from '../../../service.ts'

/**
 * Deletes entries older than AUDIT_RETENTION_MONTHS (thirteen at least). From each chain it removes the
 * leading linked entries that are all old enough, and keeps their last hash. Only the keeper's role may do
 * so. The database refuses to delete any entry of the last twelve months.
 */
export async function forgetOldAudit(service: Service): Promise<void> {
  const now = service.clock.now()
  const before = new Date(now)
  before.setUTCMonth(before.getUTCMonth() - service.settings.auditRetentionMonths)
  await service.database.transaction(async (tx) => {
    const keeper = await sql<{ is_there: boolean }>`select not audit_keeper_missing() as is_there`.execute(tx)
    await sql
      .raw(keeper.rows[0]?.is_there ? 'set local role tasman_audit_keeper' : 'set local role none')
      .execute(tx)
    await sql`
      with old as (
        select distinct l.chain from audit_log a join audit_links l on l.audit_id = a.id
        where a.at < least(${before}::timestamptz, now() - interval '13 months')
      ), last as (
        select old.chain, l.position, l.hash from old cross join lateral (
          select position, hash from audit_links l where l.chain = old.chain and l.position < coalesce((
            select min(young.position) from audit_links young join audit_log a on a.id = young.audit_id
            where young.chain = old.chain and a.at >= least(${before}::timestamptz, now() - interval '13 months')
          ), ${Number.MAX_SAFE_INTEGER}) order by position desc limit 1) l
      )
      insert into audit_checkpoints as c (chain, position, hash, removed_at)
      select chain, position, hash, ${now}::timestamptz from last
      on conflict (chain) do update set position = excluded.position, hash = excluded.hash,
        removed_at = excluded.removed_at
      where excluded.position > c.position`.execute(tx)
    await sql`
      delete from audit_log a using audit_links l, audit_checkpoints c
      where l.audit_id = a.id and c.chain = l.chain and l.position <= c.position`.execute(tx)
    await sql`
      delete from audit_links l using audit_checkpoints c
      where c.chain = l.chain and l.position <= c.position`.execute(tx)
  })
}
