import { type DatabaseConnection, type Kysely, PostgresDialect, Transaction } from 'kysely'
import type { Tables } from './tables/index.ts'
import type { Tx } from './tx.ts'

/*
 * By default, Kysely sends each statement of a transaction only after the answer to the previous one,
 * including `begin`.
 */

/** Only for the SQL dialect and for begin, commit and rollback. It uses the given connection and opens no other. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction has its connection')),
})
const driver = dialect.createDriver()

/**
 * Runs a transaction that sends its statements to the server as soon as they are issued. Statements sent
 * together need one round trip, and the server starts the next one without waiting for this process. They run
 * and are answered in order. The statement in `last` is sent with the commit. Once `signal` aborts, nothing
 * more is sent and the transaction is rolled back.
 */
export async function transact<T>(
  query: Kysely<Tables>,
  work: (tx: Tx) => Promise<T>,
  last?: (tx: Tx) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<T> {
  let writingLast: Promise<unknown> | undefined
  const executor = query.getExecutor()
  const transacting = executor.provideConnection(async (connection) => {
    const beginning = driver.beginTransaction(connection, {})
    // A failure is reported below, whether or not the work handles it.
    beginning.catch(() => {})
    const own = untilAborted(safelyBegun(connection, beginning), signal)
    const provider = { provideConnection: <R>(use: (given: typeof own) => Promise<R>) => use(own) }
    const tx: Tx = new Transaction({
      config: { dialect },
      dialect,
      driver,
      executor: executor.withConnectionProvider(provider),
    })
    try {
      const result = await work(tx)
      await beginning
      signal?.throwIfAborted()
      writingLast = last?.(tx)
      // A failure is reported below, after the commit has failed too.
      writingLast?.catch(() => {})
      await driver.commitTransaction(connection)
      return result
    } catch (error) {
      await beginning
      await driver.rollbackTransaction(connection)
      throw error
    }
  })
  const [outcome] = await Promise.allSettled([transacting])
  // If this write failed, the server has rolled back the transaction, and its error is the reason.
  await writingLast
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

function untilAborted(connection: DatabaseConnection, signal: AbortSignal | undefined): DatabaseConnection {
  if (!signal) return connection
  return {
    executeQuery: (query, options) =>
      signal.aborted ? Promise.reject(signal.reason) : connection.executeQuery(query, options),
    streamQuery: (query, chunkSize, options) => connection.streamQuery(query, chunkSize, options),
  }
}

const READS = /^\s*select\b/i

/**
 * Reads are sent right after `begin`. Other statements wait for its answer: if the server refused to begin,
 * the write would be permanent. Once one statement waits, later ones wait too.
 */
function safelyBegun(connection: DatabaseConnection, beginning: Promise<void>): DatabaseConnection {
  let isBegun = false
  let isWaiting = false
  beginning.then(
    () => {
      isBegun = true
    },
    () => {},
  )
  return {
    executeQuery(query, options) {
      if (isBegun) return connection.executeQuery(query, options)
      isWaiting ||= !READS.test(query.sql)
      if (!isWaiting) return connection.executeQuery(query, options)
      return beginning.then(() => connection.executeQuery(query, options))
    },
    streamQuery: (query, chunkSize, options) => connection.streamQuery(query, chunkSize, options),
  }
}
