import pg from 'pg'

const START_LOCK = 31

/** Does the work while no other process does the same on this database: processes that start together take turns. */
export async function oneAtATime<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'tasman-start' })
  // Without this connection the lock is gone, and the work goes on as it would have without a lock.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1, 0)', [START_LOCK])
    return await work()
  } finally {
    await client.end().catch(() => {})
  }
}
