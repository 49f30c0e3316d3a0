import type pg from 'pg'

/** What every connection of the service has set, whoever opens it. */
export type SessionWishes = {
  statementTimeoutMs: number
  lockTimeoutMs?: number
  idleTransactionTimeoutMs?: number
  mode?: string
  role?: string | undefined
}

/** The settings of a session, by PostgreSQL's names. */
export function sessionSettings(wishes: SessionWishes): Record<string, string> {
  const { statementTimeoutMs, lockTimeoutMs, mode, role } = wishes
  return {
    timezone: 'UTC',
    statement_timeout: String(statementTimeoutMs),
    ...(lockTimeoutMs ? { lock_timeout: String(lockTimeoutMs) } : {}),
    idle_in_transaction_session_timeout: String(wishes.idleTransactionTimeoutMs ?? statementTimeoutMs),
    ...(mode ? { 'tasman.mode': mode } : {}),
    ...(role ? { role } : {}),
  }
}

/** The settings as a connection sends them when it is opened. */
export const startupOptions = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** The settings as PgBouncer's `connect_query` makes them. */
export const connectQuery = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `set ${name} to '${value}'`)
    .join('; ')

/** Behind a pooler nobody but the pooler can set them; answers a sentence when a session lacks one. */
export async function checkPooledSessions(
  pool: pg.Pool,
  settings: Record<string, string>,
): Promise<string | undefined> {
  const names = Object.keys(settings)
  const { rows } = await pool.query<{ name: string; value: string | null }>(
    'select name, coalesce((select setting from pg_settings s where lower(s.name) = n.name), current_setting(n.name, true)) as value from unnest($1::text[]) as n(name)',
    [names],
  )
  const lacking = rows.filter(({ name, value }) => value !== settings[name]).map(({ name }) => name)
  if (lacking.length === 0) return undefined
  const quoted = connectQuery(settings).replaceAll("'", "''")
  return `The pooler's sessions lack ${lacking.join(', ')}: give its database the line connect_query='${quoted}' and restart it.`
}
