import { availableParallelism } from 'node:os'
import { currentCell } from './database/current-cell.ts'
import { createCustomerConcurrency } from './database/customer-concurrency.ts'
import { DatabaseFault } from './database/faults.ts'
import { type AuditHandover, transactionHooks } from './database/transaction-hooks.ts'
import {
  changeDrafts,
  createPays,
  createPaysOnce,
  draftRun,
  editDrafts,
  processRun,
  recalculatePays,
  redraftRun,
} from './features/pays/pays/index.ts'
import { checkRun } from './features/workflows/run-review/index.ts'
import type { Acting } from './kernel/acting.ts'
import { requestContext } from './kernel/request-context.ts'
import { createWorkerPool } from './kernel/worker-pool.ts'
import type { Service, Verb, Workers } from './service.ts'
import type { Settings } from './settings/index.ts'
import { fromPlainError, type PlainError } from './worker-errors.ts'

/*
 * A large call runs entirely in a worker with its own Service and database connections. The main thread stays free to
 * answer other callers. The code of an operation does not depend on where it runs.
 */

/** Calls for fewer pays run in the main thread, because handing them over would cost more than it saves. */
const LARGE_CALL = 200
/** One core is left for requests. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1))
/** Calls waiting for a company's lock must not block those of other customers. */
const CALLS_PER_THREAD = 16
/** Workers keep their rates and connections for this long after the last large call. */
const IDLE_MS = 300_000
/** The number of large calls of one customer that run at once. Waiting calls do not count towards its concurrency limit. */
const CALLS_PER_CUSTOMER = 2
/** Calculated pays live until they are stored. A larger young generation would copy hardly less and is never released. */
const YOUNG_MB = 24

/** The operations that a worker can run. */
export const VERBS = {
  changeDrafts,
  checkRun,
  createPays,
  createPaysOnce,
  draftRun,
  editDrafts,
  processRun,
  recalculatePays,
  redraftRun,
}

/** A call with its request context from the main thread. */
export type WorkerCall = {
  verb: string
  call: unknown
  acting: Acting | null
  /** The cell for a job that acts for no customer. */
  cell: string
  audit: AuditHandover | null
  /** The service's time, which tests and the CLOCK setting can move. */
  now: Date
  /** The digest of the bundle in use. */
  law: string
  requestId: string | undefined
  traceparent: string | undefined
}

export type WorkerAnswer<Result = unknown> = {
  outcome: { result: Result } | { error: PlainError }
  /** The status in the audit entry, if the worker has written one. */
  auditedAs: number | undefined
  /** Events recorded since the last response, for the metrics of the main thread. */
  eventCounts: ReadonlyMap<string, number>
}

export type VerbWorkers = Workers & { runVerb: Service['runVerb'] }

/** `workerData` has the parts from which a worker builds its Service. */
export function createVerbWorkers(
  serviceOf: () => Service,
  acting: () => Acting | null,
  workerData: { settings: Settings },
): VerbWorkers {
  const largeCalls = createCustomerConcurrency(CALLS_PER_CUSTOMER, workerData.settings.lockWaitMs)
  const pool = createWorkerPool({
    file: new URL('./verb-worker.ts', import.meta.url),
    threads: THREADS,
    tasksPerThread: CALLS_PER_THREAD,
    idleMs: IDLE_MS,
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    onError: (error) => serviceOf().log.error({ err: error }, 'a worker failed'),
  })

  const handOver = async <Result>(verb: string, call: unknown): Promise<Result> => {
    const service = serviceOf()
    const hook = transactionHooks.getStore()
    const task: WorkerCall = {
      verb,
      call,
      acting: acting(),
      cell: currentCell(),
      audit: hook?.handOver?.() ?? null,
      now: service.systemClock.now(),
      law: service.rates.bundle.digest,
      requestId: requestContext()?.id,
      traceparent: service.tracing?.traceparent(),
    }
    const answer = await pool.run<WorkerAnswer<Result>>('runVerb', task).catch((error: unknown) => {
      // The worker ended. Its connection is gone, and the database rolls back anything uncommitted.
      throw new DatabaseFault('lost', error)
    })
    const { counts } = service.eventDelivery
    for (const [event, count] of answer.eventCounts) counts.set(event, (counts.get(event) ?? 0) + count)
    if (answer.auditedAs !== undefined) hook?.written?.(answer.auditedAs)
    if ('error' in answer.outcome) throw fromPlainError(answer.outcome.error)
    return answer.outcome.result
  }

  return {
    async runVerb<Call, Result>(verb: Verb<Call, Result>, call: Call, size: number): Promise<Result> {
      const service = serviceOf()
      if (size < LARGE_CALL) return verb(service, call)
      // The call counts towards its customer's concurrency limit, as if it used a connection here.
      const work = () => service.database.withinLimit(() => handOver<Result>(nameOf(verb), call))
      const leave = await largeCalls.actFor(acting()?.customerId ?? 0, () => largeCalls.enter())
      return work().finally(leave)
    },
    threads: pool.threads,
    close: pool.close,
  }
}

function nameOf(verb: unknown): string {
  const found = Object.entries(VERBS).find(([, each]) => each === verb)
  if (!found) throw new Error('this verb is not listed in worker-verbs.ts')
  return found[0]
}
