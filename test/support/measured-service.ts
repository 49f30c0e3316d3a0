// A service in a process of its own that says how long its event loop was held up: `fork` it with DATABASE_URL.
import { buildApp } from '../../src/app.ts'
import { createClock } from '../../src/clock.ts'
import { createService } from '../../src/create-service.ts'
import { readSettings } from '../../src/settings.ts'

const SAMPLE_MS = 5

const settings = readSettings({ RATE_LIMITS: 'off', LOG_LEVEL: 'silent', ...process.env })
settings.mode = 'test'
const service = createService({
  settings,
  databaseUrl: settings.databaseUrl,
  encryptionKeys: [{ id: 'test', key: Buffer.alloc(32, 7) }],
  clock: createClock(settings.region, new Date('2026-11-02T00:00:00Z')),
})
const app = await buildApp(service)
await app.listen({ port: 0, host: '127.0.0.1' })

// The delay between two turns, as far as this thread really worked: a machine that is busy with others is not our block.
let longestMs = 0
let last = { now: performance.now(), cpu: process.threadCpuUsage() }
setInterval(() => {
  const now = performance.now()
  const { user, system } = process.threadCpuUsage(last.cpu)
  longestMs = Math.max(longestMs, Math.min(now - last.now - SAMPLE_MS, (user + system) / 1000))
  last = { now, cpu: process.threadCpuUsage() }
}, SAMPLE_MS)

process.on('message', () => {
  process.send?.({ longestMs })
  longestMs = 0
})
process.on('disconnect', () => process.exit(0))
process.send?.({ port: (app.server.address() as { port: number }).port })
