import type { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from './database/connect.ts'
import type { EventDelivery, EventRecorder } from './events/record.ts'
import type { CurrentLaw } from './features/platform/law/current-law.ts'
import type { Acting, Sandbox } from './kernel/acting.ts'
import type { Clock } from './kernel/clock.ts'
import type { RateBook } from './load-rates.ts'
import type { Ports } from './ports/index.ts'
import type { FieldCipher } from './security/field-encryption.ts'
import type { Settings } from './settings/index.ts'
import type { Tracing } from './tracing/spans.ts'

/** An operation that can run in a worker. The call and the result are plain data. */
export type Verb<Call, Result> = (service: Service, call: Call) => Promise<Result>

/** The threads that run large calls. */
export type Workers = {
  threads(): readonly Worker[]
  /** Waits for running calls, then ends the threads. */
  close(): Promise<void>
}

/** The services that features use. Built once by create-service.ts and passed to every operation. */
export type Service = {
  settings: Settings
  /** The time for the current customer: the sandbox clock in a sandbox, and otherwise the service's clock. */
  clock: Clock
  /** The service's own time, for anything that outside systems compare with their own. */
  systemClock: Clock
  /** Runs work on behalf of a customer. Its clock, its simulators and its database concurrency limit apply. */
  actFor<T>(acting: Acting, work: () => T): T
  /** The sandbox of the current work, or null for all other customers. */
  sandbox(): Sandbox | null
  log: FastifyBaseLogger
  database: Database
  /** The statutory figures of the bundle in use. */
  readonly rates: RateBook
  law: CurrentLaw
  events: EventRecorder
  /** The recorded events, for webhook delivery and metrics. */
  eventDelivery: EventDelivery
  cipher: FieldCipher
  ports: Ports
  /** Tracing, if enabled. */
  tracing: Tracing | undefined
  /** Set during shutdown. The process still answers requests but reports itself as not ready for new ones. */
  readiness: { isDraining: boolean }
  /** Runs an operation here or, if the call covers many pays (`size`), in a worker. */
  runVerb<Call, Result>(verb: Verb<Call, Result>, call: Call, size: number): Promise<Result>
  workers: Workers
}
