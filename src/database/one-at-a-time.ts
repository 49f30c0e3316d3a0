import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { monotonicMs } from '../kernel/clock.ts'
import { StartError } from './embedded/start-error.ts'

const START_LOCK = 31
const ASK_EVERY_MS = 250

export type WaitOptions = { waitMs: number; log: (line: string) => void }

/**
 * Runs the work while no other process does the same on this database. The lock belongs to a transaction:
 * when a client leaves one open, a pooler ends the session. A failed start therefore cannot leave its lock
 * behind.
 */
export async function oneAtATime<T>(url: string, options: WaitOptions, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'tasman-start' })
  // If this connection breaks, the lock is released and the work continues without it.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    await client.query(
      `select set_config(name, '0', true) from pg_settings
       where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`,
    )
    await acquire(client, options)
    return await work()
  } finally {
    await client.query('rollback').catch(() => {})
    await client.end().catch(() => {})
  }
}

async function acquire(client: pg.Client, { waitMs, log }: WaitOptions): Promise<void> {
  const untilMs = monotonicMs() + waitMs
  const seconds = Math.round(waitMs / 1000)
  for (let tries = 0; !(await tryLock(client)); tries += 1) {
    if (tries === 0) log(`waiting for another process that is starting (at most ${seconds} s)`)
    if (monotonicMs() >= untilMs)
      throw new StartError(
        `Another process has been starting on this database for ${seconds} s${await holderOf(client)}. Stop it, or wait longer with START_WAIT_SECONDS, and start again.`,
      )
    await sleep(ASK_EVERY_MS)
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_ours: boolean }>(
    'select pg_try_advisory_xact_lock($1, 0) as is_ours',
    [START_LOCK],
  )
  return rows[0]?.is_ours ?? false
}

/** The server process that has the lock, for the operator who has to end it. */
async function holderOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and classid = $1 and objid = 0 and granted
       and database = (select oid from pg_database where datname = current_database())`,
    [START_LOCK],
  )
  return rows[0] ? ` (PostgreSQL process ${rows[0].pid})` : ''
}
