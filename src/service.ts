import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from './clock.ts'
import type { Database } from './database/connect.ts'
import type { EventRecorder } from './events/record.ts'
import type { RateBook } from './load-rates.ts'
import type { Ports } from './ports/index.ts'
import type { FieldCipher } from './security/field-encryption.ts'
import type { Settings } from './settings.ts'

/** What the features work with. Built once by app.ts, handed to every verb. */
export type Service = {
  settings: Settings
  clock: Clock
  log: FastifyBaseLogger
  database: Database
  rates: RateBook
  events: EventRecorder
  cipher: FieldCipher
  ports: Ports
  /** Set while the process stops: it still serves, and asks to be sent nothing new. */
  readiness: { isDraining: boolean }
}
