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

/** Work that can be done in a worker: `call` and the result are plain data. */
export type Verb<Call, Result> = (service: Service, call: Call) => Promise<Result>

/** The threads that run large calls. */
export type Workers = {
  threads(): readonly Worker[]
  /** Waits for the calls under way, then ends the threads. */
  close(): Promise<void>
}

/** What the features work with. Built once by app.ts, handed to every verb. */
export type Service = {
  settings: Settings
  /** The time of the customer that work is done for: of a sandbox its own, of all others the service's. */
  clock: Clock
  /** The service's own time, for what the outside world compares with its own. */
  systemClock: Clock
  /** Names for whom work is done: its clock, its simulators and its share of the database follow. */
  actFor<T>(acting: Acting, work: () => T): T
  /** The sandbox that work is done for; null for all other customers. */
  sandbox(): Sandbox | null
  log: FastifyBaseLogger
  database: Database
  /** The law's numbers: those of the bundle in use. */
  readonly rates: RateBook
  law: CurrentLaw
  events: EventRecorder
  /** What webhook delivery and metrics need of the recorded events. */
  eventDelivery: EventDelivery
  cipher: FieldCipher
  ports: Ports
  /** Traces, where someone wants them. */
  tracing: Tracing | undefined
  /** Set while the process stops: it still serves, and asks to be sent nothing new. */
  readiness: { isDraining: boolean }
  /** Runs a verb: here, or as a whole in a worker when the call is for a large number of pays (`size`). */
  runVerb<Call, Result>(verb: Verb<Call, Result>, call: Call, size: number): Promise<Result>
  workers: Workers
}
