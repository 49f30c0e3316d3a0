import type { FastifyBaseLogger } from 'fastify'
import type { Database } from './database/connect.ts'
import type { EventRecorder } from './events/record.ts'
import type { Acting, Sandbox } from './kernel/acting.ts'
import type { Clock } from './kernel/clock.ts'
import type { RateBook } from './load-rates.ts'
import type { Ports } from './ports/index.ts'
import type { FieldCipher } from './security/field-encryption.ts'
import type { Settings } from './settings/index.ts'
import type { Tracing } from './tracing/spans.ts'

/** What the features work with. Built once by app.ts, handed to every verb. */
export type Service = {
  settings: Settings
  /** The time of whoever work is done for: of a sandbox its own, of all others the service's. */
  clock: Clock
  /** The service's own time, for what the outside world compares with its own. */
  systemClock: Clock
  /** Names for whom work is done: its clock, its simulators and its share of the database follow. */
  actFor<T>(acting: Acting, work: () => T): T
  /** The sandbox that work is done for; null for all other customers. */
  sandbox(): Sandbox | null
  log: FastifyBaseLogger
  database: Database
  rates: RateBook
  events: EventRecorder
  cipher: FieldCipher
  ports: Ports
  /** Traces, where somebody wants them. */
  tracing: Tracing | undefined
  /** Set while the process stops: it still serves, and asks to be sent nothing new. */
  readiness: { isDraining: boolean }
}
