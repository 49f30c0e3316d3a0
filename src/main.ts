import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { createService } from './create-service.ts'
import { startEmbeddedPostgres } from './database/embedded/start.ts'
import { prepareDatabase } from './database/prepare.ts'
import { describeDemo, seedDemo } from './demo/index.ts'
import { explainStart } from './explain-start.ts'
import { checkKeys } from './features/platform/key-rotation/index.ts'
import { refreshLaw } from './features/platform/law/index.ts'
import { allJobs, startJobs } from './jobs.ts'
import { monotonicMs } from './kernel/clock.ts'
import { boundHeapGrowth } from './kernel/memory.ts'
import { describeSimulators } from './ports/index.ts'
import { loadEncryptionKeys } from './security/keys.ts'
import { doubtsOf } from './settings/doubts.ts'
import { readSettings, SettingError, type Settings } from './settings/index.ts'
import { createTracing } from './tracing/index.ts'

const FORCE_AFTER_MS = 30_000

async function main(settings: Settings): Promise<void> {
  const startedMs = monotonicMs()
  boundHeapGrowth()
  const embedded = settings.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ folder: join(settings.dataDir, 'postgres'), log: console.log })
  const encryptionKeys = loadEncryptionKeys(settings)
  const databaseUrl = embedded?.url ?? settings.databaseUrl
  const start = { settings, databaseUrl, log: console.log }
  const { service, app } = await prepareDatabase(start, async (prepared) => {
    const tracing = await createTracing(settings)
    const service = createService({ settings, databaseUrl, encryptionKeys, tracing, ...prepared })
    await checkKeys(service)
    await refreshLaw(service)
    const app = await buildApp(service)
    if (settings.mode === 'demo') await seedDemo(service, app)
    return { service, app }
  })
  await app.listen({ port: settings.port, host: settings.host })
  const jobs = startJobs(service, allJobs(app))

  const seconds = ((monotonicMs() - startedMs) / 1000).toFixed(1)
  console.log(`Tasman is ready at ${settings.publicUrl} (${settings.region}, ${settings.mode}, ${seconds} s)`)
  if (settings.mode === 'demo') console.log(describeDemo(settings))
  else for (const line of describeSimulators(settings)) console.log(line)
  for (const line of doubtsOf(settings, process.env)) console.log(`Check the settings: ${line}`)

  let isStopping = false
  const stop = async (why: string, exitCode: number) => {
    if (isStopping) {
      console.log('Stopping immediately.')
      process.exit(1)
    }
    isStopping = true
    console.log(`${why}: finishing the requests in flight; a second signal stops immediately.`)
    service.readiness.isDraining = true
    if (exitCode === 0) await sleep(settings.drainSeconds * 1000)
    setTimeout(() => process.exit(1), FORCE_AFTER_MS).unref()
    await jobs.stop()
    await app.close()
    await service.database.close()
    await service.tracing?.stop()
    await embedded?.stop()
    process.exit(exitCode)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal, 0))
  // The last resort for a bug. The state is unknown, so shut down as gracefully as possible.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      service.log.fatal({ err: error }, 'an unhandled failure; the service stops')
      if (!isStopping) stop('Unhandled failure', 1).catch(() => process.exit(1))
    })
}

/** The operator can fix a wrong setting or a folder in use, so print one clear line without a stack. */
function giveUp(error: Error, settings?: Settings): never {
  const isClear = error instanceof SettingError || error.name === 'StartError'
  const line = isClear ? error.message : settings && explainStart(error, settings)
  console.error(line ?? error)
  process.exit(1)
}

try {
  const settings = readSettings(process.env)
  main(settings).catch((error: Error) => giveUp(error, settings))
} catch (error) {
  giveUp(error as Error)
}
