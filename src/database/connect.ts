import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { createCellPools } from './cell-pools.ts'
import { createCompanyLocks } from './company-lock.ts'
import { type Condition, createCondition } from './condition.ts'
import { inCell, searchPathOf } from './current-cell.ts'
import { createCustomerConcurrency } from './customer-concurrency.ts'
import { asFault, type DatabaseFault } from './faults.ts'
import { transact } from './pipelined.ts'
import { SharedPool } from './pool.ts'
import { createReplica } from './replica.ts'
import { connectQuery, sessionSettings } from './session.ts'
import { createStatementNames } from './statement-names.ts'
import type { Tables } from './tables/index.ts'
import { transactionHooks, whileRollingBack } from './transaction-hooks.ts'
import type { Tx } from './tx.ts'
import { watchServer } from './watch-server.ts'

export type { Queryable, Tx } from './tx.ts'

export type Database = {
  query: Kysely<Tables>
  /**
   * Where a long list, a report or an export reads: the replica when it holds all that is committed by now, else the
   * primary. Never for a read that a write depends on.
   */
  reader(): Promise<Kysely<Tables>>
  pool: pg.Pool
  /** One request, one transaction. A dry run does the same work and rolls it back at the end; so does one whose `signal` aborts. */
  transaction<T>(
    work: (tx: Tx) => Promise<T>,
    options?: { dryRun?: boolean | undefined; signal?: AbortSignal | undefined },
  ): Promise<T>
  /** Everything that this work asks of the database counts as one customer's, who gets no more than a share of it. */
  actFor<T>(who: { customerId: number; cell: string }, work: () => T): T
  /** The names of the cells; known for a few seconds, so that jobs may ask all the time. */
  listCells(): Promise<readonly string[]>
  /** Does work that uses connections elsewhere; it counts for the customer's concurrency limit as if it used one here. */
  withinLimit<T>(work: () => Promise<T>): Promise<T>
  /** Whether the database can be used now, and if not, why. */
  condition(): Promise<Condition>
  close(): Promise<void>
}

export type DatabaseOptions = {
  url: string
  poolSize: number
  statementTimeoutMs: number
  lockTimeoutMs?: number
  idleTransactionTimeoutMs?: number
  connectTimeoutMs?: number
  poolWaitMs?: number
  silenceTimeoutMs?: number
  lockWaitMs?: number
  /** Requests of one customer that may hold connections at the same time. */
  customerConnections?: number
  /** The mode that grants and sessions written here carry. */
  mode?: string
  /** The role that the connections work under, instead of the one they sign in with. */
  role?: string | undefined
  /** True behind a pooler in transaction mode: nothing is set on the session. */
  isPooled?: boolean
  /** Cells that a migration could not bring up to date: their customers are answered 503. */
  closedCells?: ReadonlySet<string> | undefined
  /** Whether statements are prepared. Default: not behind such a pooler. */
  isPrepared?: boolean
  /** A streaming standby for heavy reads, and how long a read waits for it to catch up. */
  readUrl?: string
  replicaWaitMs?: number
  /** Statements that take longer are reported to `onSlow`. 0: none. */
  slowQueryMs?: number
  onSlow?: (text: string, ms: number) => void
  /** Called for every statement, without its values; the function it returns is called at the end. */
  onQuery?: (text: string) => ((error: unknown) => void) | undefined
  onError?: (error: Error) => void
  /** Told when the server stops to answer at all, and when it answers again. */
  onSilence?: (isSilent: boolean) => void
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

const TYPES = {
  getTypeParser: (oid: number, format?: string) =>
    (format !== 'binary' && PARSERS[oid]) || pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

/**
 * A statement is planned once for a connection, not for each call: most of ours look rows up by numbers, for which every call has the
 * same plan, and the server planned a tenth of its time. Optional conditions are left out of a statement for it (`conditions.ts`).
 */
const PLANS_KEPT = { plan_cache_mode: 'force_generic_plan' }

/** Opens the pool; dates stay text, big integers become numbers, numerics stay text until they become decimals. */
export function connect(options: DatabaseOptions): Database {
  const { statementTimeoutMs, poolSize, connectTimeoutMs = 5000, poolWaitMs = 10_000 } = options
  const concurrency = createCustomerConcurrency(
    Math.min(options.customerConnections ?? poolSize, poolSize),
    poolWaitMs,
  )
  const locks = createCompanyLocks(options.lockWaitMs ?? 300_000)
  const openPool = (onFault: (fault: DatabaseFault) => void, searchPath?: string) =>
    new SharedPool(
      {
        connectionString: options.url,
        max: poolSize,
        idleTimeoutMillis: 30_000,
        connectionTimeoutMillis: poolWaitMs,
        connectTimeoutMs,
        onFault,
        keepAlive: true,
        pipeline: true,
        ...((options.isPrepared ?? !options.isPooled) ? { statementNames: createStatementNames() } : {}),
        ...(options.isPooled
          ? {}
          : { setUp: connectQuery({ ...sessionSettings({ ...options, searchPath }), ...PLANS_KEPT }) }),
        slowMs: options.slowQueryMs ?? 0,
        ...(options.onSlow ? { onSlow: options.onSlow } : {}),
        ...(options.onQuery ? { onQuery: options.onQuery } : {}),
        types: TYPES,
      },
      concurrency,
    )
  const pool = openPool((fault) => condition.note(fault))
  const condition = createCondition(pool)
  let isClosing = false
  // An idle connection that breaks must not end the process; while closing, all of them do.
  pool.on('error', (error) => {
    if (!isClosing) options.onError?.(error)
  })
  const watching = {
    silenceMs: options.silenceTimeoutMs ?? 5000,
    connectTimeoutMs,
    statementTimeoutMs,
    onChange: (isSilent: boolean) => options.onSilence?.(isSilent),
  }
  const watch = watchServer(pool, watching)
  // A fault in a cell says nothing about the others, so it does not count for the condition of the service.
  const cells = createCellPools((cell) => {
    const opened = openPool(() => {}, searchPathOf(cell))
    opened.on('error', (error) => void (isClosing || options.onError?.(error)))
    // A pooler in transaction mode keeps no search path, and a cell at another version has other tables.
    opened.isSilent = options.isPooled === true || options.closedCells?.has(cell) === true
    return opened.isSilent ? { pool: opened } : { pool: opened, watch: watchServer(opened, watching) }
  })
  pool.poolInstead = cells.current
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const { readUrl, replicaWaitMs = 100, ...own } = options
  const replica =
    readUrl && createReplica(pool, connect({ ...own, url: readUrl, isPooled: false }), replicaWaitMs)
  return {
    query,
    reader: async () => (replica && (await replica.isCurrent()) ? replica.database.query : query),
    pool,
    actFor: ({ customerId, cell }, work) => inCell(cell, () => concurrency.actFor(customerId, work)),
    listCells: cells.lister(query),
    async withinLimit(work) {
      const leave = await concurrency.enter()
      return work().finally(leave)
    },
    condition: condition.find,
    async transaction(work, { dryRun, signal } = {}) {
      const execute = <R>(part: (tx: Tx) => Promise<R>, last?: (tx: Tx) => Promise<unknown>) =>
        locks.run((register) =>
          transact(
            query,
            async (tx) => {
              register(tx)
              const result = await part(tx)
              if (dryRun) throw new DryRunDone(result)
              await transactionHooks.getStore()?.beforeCommit?.(tx)
              return result
            },
            last,
            signal,
          ),
        )
      try {
        const hook = dryRun ? undefined : transactionHooks.getStore()
        if (dryRun) return await whileRollingBack(() => execute(work))
        return await (hook ? hook.wrapTransaction(work, execute) : execute(work))
      } catch (error) {
        if (error instanceof DryRunDone) return error.result
        throw asFault(error)
      }
    },
    async close() {
      isClosing = true
      watch.stop()
      await cells.close()
      if (replica) await replica.database.close()
      await query.destroy()
      // Kysely ends the pool only when it has used it.
      if (!pool.ended) await pool.end()
    },
  }
}

/** Waits for all of them, also when one fails: nothing may be asked of a transaction that has ended. */
export async function settleAll<const T extends readonly unknown[]>(
  asked: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(asked)
  return Promise.all(asked)
}
