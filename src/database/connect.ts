import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { PreparedClient } from './prepared-client.ts'
import type { Tables } from './tables/index.ts'

/** The database inside one transaction; every query function takes it first. */
export type Tx = Transaction<Tables>

/** The database outside a transaction, or inside one: for reads that do not care. */
export type Queryable = Kysely<Tables>

export type Database = {
  query: Kysely<Tables>
  pool: pg.Pool
  /** One request, one transaction. A dry run does the same work and rolls it back at the end. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: { dryRun?: boolean | undefined }): Promise<T>
  close(): Promise<void>
}

export type DatabaseOptions = {
  url: string
  poolSize: number
  statementTimeoutMs: number
  onError?: (error: Error) => void
}

/** A dry run's result travels out of its transaction as an error, so that the transaction rolls back. */
class DryRunDone<T> {
  readonly result: T
  constructor(result: T) {
    this.result = result
  }
}

const { builtins } = pg.types
const PARSERS: Record<number, (text: string) => unknown> = {
  [builtins.DATE]: (text) => text,
  [builtins.INT8]: (text) => Number(text),
  [builtins.NUMERIC]: (text) => text,
}

/** Opens the pool; dates stay text, big integers become numbers, numerics stay text until they become decimals. */
export function connect(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    Client: PreparedClient,
    connectionString: options.url,
    max: options.poolSize,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: options.statementTimeoutMs,
    options: '-c timezone=UTC',
    types: {
      getTypeParser: (oid: number, format?: string) =>
        (format !== 'binary' && PARSERS[oid]) || pg.types.getTypeParser(oid, format as 'text'),
    } as pg.CustomTypesConfig,
  })
  let isClosing = false
  // An idle connection that breaks must not end the process; while closing, all of them do.
  pool.on('error', (error) => {
    if (!isClosing) options.onError?.(error)
  })
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    query,
    pool,
    async transaction(work, { dryRun } = {}) {
      if (!dryRun) return query.transaction().execute(work)
      try {
        return await query.transaction().execute(async (tx) => {
          throw new DryRunDone(await work(tx))
        })
      } catch (error) {
        if (error instanceof DryRunDone) return error.result
        throw error
      }
    },
    async close() {
      isClosing = true
      await query.destroy()
      // Kysely ends the pool only when it has used it.
      if (!pool.ended) await pool.end()
    },
  }
}

/** Waits for all of them, also when one fails: nothing may be asked of a transaction that has ended. */
export async function allOf<const T extends readonly unknown[]>(
  asked: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(asked)
  return Promise.all(asked)
}
