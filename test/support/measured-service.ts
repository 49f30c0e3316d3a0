// A service in its own process that reports how long its event loop was blocked. Started by test/support/measured.ts.
import { buildApp } from '../../src/app.ts'
import { countryOf } from '../../src/countries/index.ts'
import { createService } from '../../src/create-service.ts'
import { createClock } from '../../src/kernel/clock.ts'
import { readSettings } from '../../src/settings/index.ts'
import { TEST_KEY } from './app.ts'

const SAMPLE_MS = 5

const settings = readSettings({ RATE_LIMITS: 'off', LOG_LEVEL: 'silent', ...process.env })
settings.mode = 'test'
const service = createService({
  settings,
  databaseUrl: settings.databaseUrl,
  encryptionKeys: [{ id: 'test', key: TEST_KEY }],
  clock: createClock(countryOf(settings.region).timeZone, new Date('2026-11-02T00:00:00Z')),
})
const app = await buildApp(service)
await app.listen({ port: 0, host: '127.0.0.1' })

// Samples peak memory only occasionally, because reading it takes longer than one iteration of the event loop.
let mostRss = 0
setInterval(() => {
  mostRss = Math.max(mostRss, process.memoryUsage.rss())
}, 10 * SAMPLE_MS)
let cpuBefore = process.cpuUsage()

// The delay between two iterations, limited to the CPU time of this thread. Time used by other processes does not count.
let longestMs = 0
let last = { now: performance.now(), cpu: process.threadCpuUsage() }
setInterval(() => {
  const now = performance.now()
  const { user, system } = process.threadCpuUsage(last.cpu)
  longestMs = Math.max(longestMs, Math.min(now - last.now - SAMPLE_MS, (user + system) / 1000))
  last = { now, cpu: process.threadCpuUsage() }
}, SAMPLE_MS)

process.on('message', () => {
  const { user, system } = process.cpuUsage(cpuBefore)
  const rssMb = Math.max(mostRss, process.memoryUsage.rss()) / 1024 / 1024
  process.send?.({ longestMs, rssMb, cpuMs: (user + system) / 1000 })
  longestMs = 0
  mostRss = 0
  cpuBefore = process.cpuUsage()
})
process.on('disconnect', () => process.exit(0))
process.send?.({ port: (app.server.address() as { port: number }).port })
