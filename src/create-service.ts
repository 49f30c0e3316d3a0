import { type DestinationStream, pino } from 'pino'
import { type Country, countryOf, SHIPPED, setCountries } from './countries/index.ts'
import { connect } from './database/connect.ts'
import { createEventRecorder } from './events/record.ts'
import { checkFile } from './features/lodgements/payday-filing/index.ts'
import { judgePayEvent } from './features/lodgements/single-touch/index.ts'
import { addPayCountry, type PayCountry } from './features/pays/pays/index.ts'
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

/** A country and how its law reads and writes the rows of pays. */
export type AddedCountry = { country: Country; pays: PayCountry }

export type ServiceParts = {
  settings: Settings
  databaseUrl: string
  encryptionKeys: readonly EncryptionKey[]
  clock?: Clock
  /** Countries beside those it ships with. */
  countries?: readonly AddedCountry[]
  /** The restricted role of the database, where there is one. */
  databaseRole?: string | undefined
  /** True behind a pooler in transaction mode. Default: what PREPARED_STATEMENTS suggests. */
  isPooled?: boolean
  tracing?: Tracing | undefined
  /** Where the log goes instead of the standard output. */
  logTo?: DestinationStream
}

/** Puts together what the features work with. */
export function createService(parts: ServiceParts): Service {
  const { settings } = parts
  const added = parts.countries ?? []
  setCountries([...SHIPPED, ...added.map(({ country }) => country)])
  for (const { pays } of added) addPayCountry(pays)
  const { timeZone } = countryOf(settings.region)
  const logOptions = { ...LOG_OPTIONS, level: settings.logLevel }
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
    turnWaitMs: settings.turnWaitMs,
    customerShare: settings.customerConnections,
    mode: settings.mode,
    role: parts.databaseRole,
    isPooled: parts.isPooled ?? !settings.preparedStatements,
    isPrepared: settings.preparedStatements,
    readUrl: settings.readDatabaseUrl,
    replicaWaitMs: settings.replicaWaitMs,
    slowQueryMs: settings.slowQueryMs,
    onSlow: (text, ms) => log.warn({ statement: text, ms: Math.round(ms) }, 'slow statement'),
    ...(parts.tracing ? { onQuery: traceQueries(parts.tracing) } : {}),
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
    onSilence: (isSilent) =>
      isSilent ? log.error('the database does not answer') : log.warn('the database answers again'),
  })
  const cipher = createFieldCipher(parts.encryptionKeys)
  return {
    settings,
    clock,
    systemClock,
    actFor: (who, work) => acting.run(who, () => database.actFor(who.customerId, work)),
    sandbox: acting.sandbox,
    log,
    database,
    rates: loadRates(),
    events: createEventRecorder(settings, clock, cipher),
    cipher,
    readiness: { isDraining: false },
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
}
