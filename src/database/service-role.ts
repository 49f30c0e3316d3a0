import { Client } from 'pg'

const SERVICE_ROLE = 'tasman_service'

/**
 * The restricted role of the service, which may not change the audit log. Undefined if the signed-in user may
 * not switch to it, for example on a server whose operator creates no roles. Then only the triggers protect
 * the log.
 */
export async function findServiceRole(url: string): Promise<string | undefined> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ is_ready: boolean }>(
      `select has_table_privilege(oid, 'audit_log', 'insert') and pg_has_role(session_user, oid, 'member') as is_ready
       from pg_roles where rolname = $1`,
      [SERVICE_ROLE],
    )
    return rows[0]?.is_ready ? SERVICE_ROLE : undefined
  } finally {
    await client.end()
  }
}
