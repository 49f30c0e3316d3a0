// npm run rolling:check -- [--rounds 3]: stops and restarts two processes behind HAProxy in turn under load. No request may fail.
// A stopping process first tells the proxy to send new requests elsewhere (DRAIN_SECONDS). SIGTERM and Ctrl+C end the check after
// the current restart, with the figures so far.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../src/database/embedded/start.ts'
import { freePort, type ServiceProcess, startServiceProcess } from '../test/support/service-process.ts'
import { issueTokenAt } from '../test/support/token-at.ts'
import { programOf } from './debian-packages.ts'
import { readArguments } from './read-arguments.mjs'

const { values } = readArguments({
  usage: 'npm run rolling:check -- [--rounds <number>]',
  options: { rounds: { type: 'string', pattern: /^[1-9]\d{0,8}$/, must: 'a whole number from 1' } },
})

const rounds = Number(values.rounds ?? 1)
const READERS = 8
const KEY = randomBytes(32).toString('base64')
const folder = await mkdtemp(join(tmpdir(), 'tasman-rolling-'))
const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), isThrowaway: true })
const ports = [await freePort(), await freePort()]
const services = new Map<number, ServiceProcess>()
const start = async (port: number) =>
  void services.set(
    port,
    await startServiceProcess({
      DATABASE_URL: postgres.url,
      PORT: String(port),
      DRAIN_SECONDS: '3',
      LOG_LEVEL: 'fatal',
      ENCRYPTION_KEYS: `rolling:${KEY}`,
    }),
  )
for (const port of ports) await start(port)
const proxy = await startProxy(ports)

const counts = { answered: 0, failed: [] as string[] }
let isOver = false
let restarts = 0
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isStopping = true
  })
try {
  const token = await issueTokenAt(postgres.url, 'owner')
  const readers = Array.from({ length: READERS }, () => read(token))
  for (let round = 0; round < rounds; round += 1)
    for (const port of ports) {
      if (isStopping) break
      await services.get(port)?.kill('SIGTERM')
      await start(port)
      // Waits until the proxy has seen it.
      await proxy.untilUp(port)
      restarts += 1
      console.log(
        `Restart ${restarts}: ${counts.answered} requests answered, ${counts.failed.length} failed.`,
      )
    }
  isOver = true
  await Promise.all(readers)
} finally {
  isOver = true
  proxy.stop()
  for (const service of services.values()) await service.kill('SIGKILL')
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
console.log(`${restarts} restarts: ${counts.answered} requests answered, ${counts.failed.length} failed.`)
if (counts.failed.length > 0 || counts.answered === 0) {
  console.error(counts.failed.slice(0, 5).join('\n'))
  process.exitCode = 1
}

async function read(token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (let turn = 0; !isOver; turn += 1) {
    // Alternates reads and writes. A failed write without an idempotency key cannot be retried safely.
    const [method, path, body] =
      turn % 3 === 0
        ? ['POST', '/api/employment-types', JSON.stringify({ name: crypto.randomUUID() })]
        : ['GET', '/api/company', undefined]
    try {
      const answer = await fetch(`${proxy.url}${path}`, { method, headers, ...(body ? { body } : {}) })
      // The text shows whether the proxy or the service refused the request.
      const text = await answer.text()
      if (answer.status >= 400)
        counts.failed.push(`${method} ${path}: ${answer.status} ${text.slice(0, 120)}`)
      else counts.answered += 1
    } catch (error) {
      counts.failed.push(`${method} ${path}: ${error}`)
    }
    await sleep(20)
  }
}

async function startProxy(targets: readonly number[]) {
  const port = await freePort()
  const statesPort = await freePort()
  const lines = [
    'defaults',
    '  mode http',
    '  timeout connect 2s',
    '  timeout client 60s',
    '  timeout server 60s',
    '  retries 3',
    '  retry-on conn-failure',
    '  option redispatch',
    'listen tasman',
    `  bind 127.0.0.1:${port}`,
    '  balance leastconn',
    '  option httpchk GET /api/health',
    '  http-check expect status 200',
    // A busy machine answers a check late. A process that is stopping refuses it at once.
    '  timeout check 5s',
    '  default-server inter 500ms fall 2 rise 1',
    ...targets.map((target) => `  server s${target} 127.0.0.1:${target} check`),
    'listen states',
    `  bind 127.0.0.1:${statesPort}`,
    '  stats enable',
    '  stats uri /',
    '',
  ]
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, lines.join('\n'))
  const child = spawn(programOf('haproxy'), ['-f', file], { stdio: 'ignore' })
  await sleep(1000)
  const untilUp = async (target: number) => {
    for (;;) {
      const states = await (await fetch(`http://127.0.0.1:${statesPort}/;csv`)).text()
      if (new RegExp(`^tasman,s${target},.*,UP,`, 'm').test(states)) return
      await sleep(200)
    }
  }
  return { url: `http://127.0.0.1:${port}`, untilUp, stop: () => child.kill('SIGKILL') }
}
