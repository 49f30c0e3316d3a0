/** Settings of every connection of the service. */
export type SessionWishes = {
  statementTimeoutMs: number
  lockTimeoutMs?: number
  idleTransactionTimeoutMs?: number
  mode?: string
  role?: string | undefined
  /** The search path; the server's default if omitted. */
  searchPath?: string | undefined
}

/** The settings of a session, by PostgreSQL's names. */
export function sessionSettings(wishes: SessionWishes): Record<string, string> {
  const { statementTimeoutMs, lockTimeoutMs, mode, role, searchPath } = wishes
  return {
    timezone: 'UTC',
    statement_timeout: String(statementTimeoutMs),
    ...(lockTimeoutMs ? { lock_timeout: String(lockTimeoutMs) } : {}),
    idle_in_transaction_session_timeout: String(wishes.idleTransactionTimeoutMs ?? statementTimeoutMs),
    ...(mode ? { 'tasman.mode': mode } : {}),
    ...(role ? { role } : {}),
    ...(searchPath ? { search_path: searchPath } : {}),
  }
}

/** The settings as statements, because poolers refuse or drop startup parameters. */
export const connectQuery = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `set ${name} to ${name === 'search_path' ? value : `'${value}'`}`)
    .join('; ')
