import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { StartError } from './embedded/start-error.ts'
import { connectQuery } from './session.ts'

/** The pooler between the service and the server: none, one session for each client, or shared sessions. */
export type Pooling = 'none' | 'session' | 'transaction'

const PATIENCE_MS = 5000
const ROUNDS = 4

/**
 * Detects a pooler before anything is locked or written through it. A pooler issues its own cancel key, so
 * the process id it announces differs from that of the server process. Two clients with the same server
 * process share sessions.
 */
export async function findPooling(url: string): Promise<Pooling> {
  return withClient(url, async (first) => {
    // The driver's types omit the process id.
    if ((await processOf(first)) === Reflect.get(first, 'processID')) return 'none'
    return (await isShared(url, first)) ? 'transaction' : 'session'
  })
}

async function isShared(url: string, first: pg.Client): Promise<boolean> {
  return withClient(url, async (second) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await processOf(first)
      await second.query('begin')
      if ((await processOf(second)) === before) return true
      if ((await processOf(first)) !== before) return true
      await second.query('rollback')
    }
    return false
  }).catch((error: Error) => {
    // A pool of one session has none left for the second client.
    if (/timeout/i.test(error.message)) return false
    // Statement mode: even a transaction does not keep its session.
    if (/transaction blocks not allowed/i.test(error.message)) return true
    throw error
  })
}

/** Whether a pooler in transaction mode finds a prepared statement on another session (PgBouncer 1.21 or later). */
export async function keepsPreparedStatements(url: string): Promise<boolean> {
  const name = `tasman_probe_${randomBytes(6).toString('hex')}`
  const prepared = { name, text: 'select $1::int as number', values: [1] }
  return withClient(url, (first) =>
    withClient(url, async (second) => {
      await first.query(prepared)
      await second.query('begin')
      await second.query('select 1')
      await first.query(prepared)
      await second.query(prepared)
      await second.query('rollback')
      return true
    }),
  ).catch((error: Error & { code?: string }) => {
    if (error.code === '26000' || error.code === '42P05') return false
    throw error
  })
}

/** Throws the configuration line to add if the pooler's sessions lack a setting, because only the pooler can set it. */
export async function checkPooledSessions(url: string, settings: Record<string, string>): Promise<void> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ name: string; value: string | null }>(
      'select name, coalesce((select setting from pg_settings s where lower(s.name) = n.name), current_setting(n.name, true)) as value from unnest($1::text[]) as n(name)',
      [Object.keys(settings)],
    ),
  )
  const lacking = rows.filter(({ name, value }) => value !== settings[name]).map(({ name }) => name)
  if (lacking.length === 0) return
  const quoted = connectQuery(settings).replaceAll("'", "''")
  throw new StartError(
    `The pooler's sessions lack ${lacking.join(', ')}: add to its database the line connect_query='${quoted}' and restart it.`,
  )
}

async function processOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    application_name: 'tasman-start',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
