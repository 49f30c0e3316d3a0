import { type DestinationStream, pino } from 'pino'
import { type Country, countryOf, SHIPPED, setCountries } from './countries/index.ts'
import { connect } from './database/connect.ts'
import { createEvents } from './events/record.ts'
import { writeUpdated } from './features/employees/employees/index.ts'
import { checkFile } from './features/lodgements/payday-filing/index.ts'
import { judgePayEvent } from './features/lodgements/single-touch/index.ts'
import { addPayCountry, type PayCountry } from './features/pays/pays/index.ts'
import { createCurrentLaw } from './features/platform/law/index.ts'
import { createActing } from './kernel/acting.ts'
import { type Clock, createActingClock, createClock } from './kernel/clock.ts'
import { loadRates } from './load-rates.ts'
import { createPorts } from './ports/index.ts'
import { createFieldCipher, type EncryptionKey } from './security/field-encryption.ts'
import { LOG_OPTIONS } from './security/log-redaction.ts'
import type { Service } from './service.ts'
import type { Settings } from './settings/index.ts'
import { traceQueries } from './tracing/queries.ts'
import type { Tracing } from './tracing/spans.ts'
import { createVerbWorkers } from './worker-verbs.ts'

/** A country, and how its law reads and writes pay rows. */
export type AddedCountry = { country: Country; pays: PayCountry }

export type ServiceParts = {
  settings: Settings
  databaseUrl: string
  encryptionKeys: readonly EncryptionKey[]
  clock?: Clock
  /** Countries to add to the built-in ones. */
  countries?: readonly AddedCountry[]
  /** The restricted database role, if one is configured. */
  databaseRole?: string | undefined
  /** True behind a pooler in transaction mode. Defaults to the value implied by PREPARED_STATEMENTS. */
  isPooled?: boolean
  /** Cells whose migration failed. They are not served. */
  closedCells?: ReadonlySet<string>
  tracing?: Tracing | undefined
  /** A destination for the log other than standard output. */
  logTo?: DestinationStream
  /** Extra members for every log line. */
  mixin?: () => object
  /** True inside a worker, which must not start further workers. */
  isWorker?: boolean
}

/** The parts a worker needs to build the same service. The clock and traces arrive with each call. */
function workerParts({
  settings,
  databaseUrl,
  encryptionKeys,
  databaseRole,
  isPooled,
  closedCells,
}: ServiceParts): ServiceParts {
  return {
    settings,
    databaseUrl,
    encryptionKeys,
    databaseRole,
    ...(isPooled === undefined ? {} : { isPooled }),
    ...(closedCells ? { closedCells } : {}),
    isWorker: true,
  }
}

/** Builds the service object that all features share. */
export function createService(parts: ServiceParts): Service {
  const { settings } = parts
  const { mixin } = parts
  const added = parts.countries ?? []
  setCountries([...SHIPPED, ...added.map(({ country }) => country)])
  for (const { pays } of added) addPayCountry(pays)
  const { timeZone } = countryOf(settings.region)
  const logOptions = { ...LOG_OPTIONS, level: settings.logLevel, ...(mixin ? { mixin } : {}) }
  const log = parts.logTo ? pino(logOptions, parts.logTo) : pino(logOptions)
  const acting = createActing()
  const systemClock = parts.clock ?? createClock(timeZone, settings.clockStart ?? undefined)
  const clock = createActingClock(systemClock, timeZone, acting)
  const database = connect({
    url: parts.databaseUrl,
    poolSize: settings.poolSize,
    statementTimeoutMs: settings.statementTimeoutMs,
    lockTimeoutMs: settings.lockTimeoutMs,
    idleTransactionTimeoutMs: settings.idleTransactionTimeoutMs,
    connectTimeoutMs: settings.connectTimeoutMs,
    poolWaitMs: settings.poolWaitMs,
    silenceTimeoutMs: settings.silenceTimeoutMs,
    lockWaitMs: settings.lockWaitMs,
    customerConnections: settings.customerConnections,
    mode: settings.mode,
    role: parts.databaseRole,
    isPooled: parts.isPooled ?? !settings.preparedStatements,
    isPrepared: settings.preparedStatements,
    closedCells: parts.closedCells,
    readUrl: settings.readDatabaseUrl,
    replicaWaitMs: settings.replicaWaitMs,
    slowQueryMs: settings.slowQueryMs,
    onSlow: (text, ms) => log.warn({ statement: text, ms: Math.round(ms) }, 'slow statement'),
    ...(parts.tracing ? { onQuery: traceQueries(parts.tracing) } : {}),
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
    onSilence: (isSilent) =>
      isSilent ? log.error('the database does not answer') : log.warn('the database is back'),
  })
  const law = createCurrentLaw(loadRates())
  const cipher = createFieldCipher(parts.encryptionKeys)
  const events = createEvents(settings, clock, cipher, (query, of) => writeUpdated(service, query, of))
  const workers = parts.isWorker ? null : createVerbWorkers(() => service, acting.current, workerParts(parts))
  const service: Service = {
    settings,
    clock,
    systemClock,
    actFor: (who, work) => acting.run(who, () => database.actFor(who, work)),
    sandbox: acting.sandbox,
    log,
    database,
    get rates() {
      return law.book()
    },
    law,
    events: events.recorder,
    eventDelivery: events.delivery,
    cipher,
    readiness: { isDraining: false },
    runVerb: (verb, call, size) => (workers ? workers.runVerb(verb, call, size) : verb(service, call)),
    workers: workers ?? { threads: () => [], close: async () => {} },
    tracing: parts.tracing,
    ports: createPorts({
      settings,
      clock,
      sandbox: acting.sandbox,
      database,
      log,
      cipher,
      judgePayEvent,
      checkPaydayFile: checkFile,
    }),
  }
  return service
}
