import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { createCellPools } from './cell-pools.ts'
import { createCompanyLocks } from './company-lock.ts'
import { type Condition, createCondition } from './condition.ts'
import { inCell, MAIN_CELL, searchPathOf } from './current-cell.ts'
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

/** The connections of one pool. Each cell has its own, and so does each cell of the replica. */
export type PoolLoad = {
  cell: string
  server: 'primary' | 'replica'
  waiting: number
  used: number
  max: number
}

export type Database = {
  query: Kysely<Tables>
  /**
   * The connection for long lists, reports and exports: the replica if it has everything committed so far,
   * otherwise the primary. Never use it for a read that a write depends on.
   */
  reader(): Promise<Kysely<Tables>>
  pool: pg.Pool
  /** The load of every opened pool. */
  poolLoads(): PoolLoad[]
  /**
   * One transaction for each request. A dry run does the same work and rolls it back at the end, as does one
   * whose `signal` aborts.
   */
  transaction<T>(
    work: (tx: Tx) => Promise<T>,
    options?: { dryRun?: boolean | undefined; signal?: AbortSignal | undefined },
  ): Promise<T>
  /** Counts all database work inside `work` towards one customer's concurrency limit. */
  actFor<T>(who: { customerId: number; cell: string }, work: () => T): T
  /** The names of the cells, cached for a few seconds because jobs ask often. */
  listCells(): Promise<readonly string[]>
  /**
   * Runs work that uses connections elsewhere. It counts towards the customer's concurrency limit as if it
   * used one here.
   */
  withinLimit<T>(work: () => Promise<T>): Promise<T>
  /** Whether the database can be used now, and the reason if not. */
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
  /** The number of a customer's requests that may use connections at the same time. */
  customerConnections?: number
  /** The mode recorded with grants and sessions. */
  mode?: string
  /** The role that connections switch to after signing in. */
  role?: string | undefined
  /** True behind a pooler in transaction mode, where nothing can be set on the session. */
  isPooled?: boolean
  /** Cells that could not be migrated. Requests of their customers get a 503. */
  closedCells?: ReadonlySet<string> | undefined
  /** Whether statements are prepared. By default they are, except behind such a pooler. */
  isPrepared?: boolean
  /** A streaming standby for heavy reads, and how long a read waits for it to catch up. */
  readUrl?: string
  replicaWaitMs?: number
  /** Statements that take longer are reported to `onSlow`; 0 turns this off. */
  slowQueryMs?: number
  onSlow?: (text: string, ms: number) => void
  /** Called for every statement, without its values. The returned function is called when the statement ends. */
  onQuery?: (text: string) => ((error: unknown) => void) | undefined
  onError?: (error: Error) => void
  /** Called when the server stops responding, and when it responds again. */
  onSilence?: (isSilent: boolean) => void
}

/** Thrown to roll back a dry run's transaction; carries the result out of it. */
class DryRunDone<T> {
  readonly result: T
  constructor(result: T) {
    this.result = result
  }
}

const { builtins } = pg.types
/** Types that `builtins` does not name. */
const INT4_ARRAY: number = 1007

/** A plain list of numbers is valid JSON with other brackets. The general parser takes twenty times as long. */
function parseIntegers(text: string): unknown {
  if (/^\{[\d,-]*\}$/.test(text)) return JSON.parse(`[${text.slice(1, -1)}]`)
  return pg.types.getTypeParser(INT4_ARRAY)(text)
}

const PARSERS: Record<number, (text: string) => unknown> = {
  [INT4_ARRAY]: parseIntegers,
  [builtins.DATE]: (text) => text,
  [builtins.INT8]: (text) => Number(text),
  [builtins.NUMERIC]: (text) => text,
}

const TYPES = {
  getTypeParser: (oid: number, format?: string) =>
    (format !== 'binary' && PARSERS[oid]) || pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

/**
 * Each connection plans a statement once rather than for every call. Most statements look rows up by id, and
 * every call has the same plan. Planning took a tenth of the server's time. For this reason, optional
 * conditions are omitted from statements (`conditions.ts`). Citus finds the worker of a statement by its
 * values and refuses some statements without them, so there the server decides.
 */
const KEEP_PLANS = `select set_config('plan_cache_mode',
  case when to_regproc('citus_version') is null then 'force_generic_plan' else 'auto' end, false)`

/** Opens the pool. Dates stay text, big integers become numbers, and numerics stay text until they become decimals. */
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
          : { setUp: `${connectQuery(sessionSettings({ ...options, searchPath }))}; ${KEEP_PLANS}` }),
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
  // A broken idle connection must not end the process. While closing, all connections break.
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
  // A fault in one cell does not affect the others, so it does not change the state of the service.
  const cells = createCellPools((cell) => {
    const opened = openPool(() => {}, searchPathOf(cell))
    opened.on('error', (error) => void (isClosing || options.onError?.(error)))
    // A pooler in transaction mode does not keep the search path, and a cell at another version has other tables.
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
    poolLoads: () => [
      loadOf(MAIN_CELL, pool),
      ...cells.opened().map(([cell, opened]) => loadOf(cell, opened)),
      ...(replica
        ? replica.database.poolLoads().map((load): PoolLoad => ({ ...load, server: 'replica' }))
        : []),
    ],
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
      // Kysely ends the pool only if it has used it.
      if (!pool.ended) await pool.end()
    },
  }
}

const loadOf = (cell: string, pool: pg.Pool): PoolLoad => ({
  cell,
  server: 'primary',
  waiting: pool.waitingCount,
  used: pool.totalCount - pool.idleCount,
  max: pool.options.max,
})

/** Waits for all promises, even if one fails, because no query may be sent after the transaction has ended. */
export async function settleAll<const T extends readonly unknown[]>(
  asked: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(asked)
  return Promise.all(asked)
}
