import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { StartError } from './embedded/start-error.ts'
import { connectQuery } from './session.ts'

/** What is between the service and the server: nothing, a pooler that gives each client a session, or one that shares them. */
export type Pooling = 'none' | 'session' | 'transaction'

const PATIENCE_MS = 5000
const ROUNDS = 4

/**
 * Recognises a pooler before anything is locked or written through it. A pooler hands out a cancel key of its own, so that the process id
 * it announced differs from that of the server's process. Two clients who are given the same process share sessions.
 */
export async function findPooling(url: string): Promise<Pooling> {
  return withClient(url, async (first) => {
    // The driver's types leave out the process id.
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
    // A pool of one session has nothing left for the second client.
    if (/timeout/i.test(error.message)) return false
    // Statement mode: not even a transaction keeps its session.
    if (/transaction blocks not allowed/i.test(error.message)) return true
    throw error
  })
}

/** Whether a pooler in transaction mode finds a prepared statement again on another session (PgBouncer from 1.21 on). */
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

/** Where the pooler's own sessions lack a setting no one else can make it: throws the line to add. */
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
    `The pooler's sessions lack ${lacking.join(', ')}: give its database the line connect_query='${quoted}' and restart it.`,
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
