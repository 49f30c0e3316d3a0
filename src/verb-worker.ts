import { AsyncLocalStorage } from 'node:async_hooks'
import { workerData } from 'node:worker_threads'
import { countryOf } from './countries/index.ts'
import { createService, type ServiceParts } from './create-service.ts'
import { inCell } from './database/current-cell.ts'
import { transactionHooks } from './database/transaction-hooks.ts'
import { auditHandover } from './features/platform/audit/index.ts'
import { createClock } from './kernel/clock.ts'
import { boundHeapGrowth } from './kernel/memory.ts'
import type { Service, Verb } from './service.ts'
import { createTracing } from './tracing/index.ts'
import { toPlainError } from './worker-errors.ts'
import { VERBS, type WorkerAnswer, type WorkerCall } from './worker-verbs.ts'

/* The entry point of a worker. Runs an operation for a request from the main thread. */

/** Each call needs a connection for its transaction and, now and then, one to write progress. */
const CONNECTIONS = 8

const given: ServiceParts = workerData
const { settings, encryptionKeys, ...parts } = given
const clock = createClock(countryOf(settings.region).timeZone)
const requestIds = new AsyncLocalStorage<string | undefined>()

boundHeapGrowth()
const tracing = await createTracing(settings)
const service: Service = createService({
  ...parts,
  settings: { ...settings, poolSize: Math.min(CONNECTIONS, settings.poolSize) },
  // Buffers arrive as plain byte arrays.
  encryptionKeys: encryptionKeys.map(({ id, key }) => ({ id, key: Buffer.from(key) })),
  clock,
  tracing,
  mixin: () => ({ reqId: requestIds.getStore() }),
})

const verbs = new Map(Object.entries(VERBS) as [string, Verb<unknown, unknown>][])

export async function runVerb(task: WorkerCall): Promise<WorkerAnswer> {
  const { verb, call, acting, cell, audit, now, law, requestId, traceparent } = task
  clock.set(now)
  await service.law.follow(service.database.query, law)
  const run = verbs.get(verb)
  if (!run) throw new Error(`no verb is named ${verb}`)
  const hook = audit ? auditHandover(audit) : undefined
  const span = tracing?.begin('job', `worker ${verb}`, {}, traceparent)
  const work = () =>
    acting ? service.actFor(acting, () => run(service, call)) : inCell(cell, () => run(service, call))
  const hooked = () => (hook ? transactionHooks.run(hook, work) : work())
  try {
    const traced = () => (tracing && span ? tracing.within(span, hooked) : hooked())
    const result = await requestIds.run(requestId, traced)
    span?.end()
    return answerOf({ result }, hook?.writtenAs)
  } catch (error) {
    span?.end({}, error)
    return answerOf({ error: toPlainError(error) }, hook?.writtenAs)
  }
}

function answerOf(outcome: WorkerAnswer['outcome'], auditedAs: number | undefined): WorkerAnswer {
  const eventCounts = new Map(service.eventDelivery.counts)
  service.eventDelivery.counts.clear()
  return { outcome, auditedAs, eventCounts }
}
