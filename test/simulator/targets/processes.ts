import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request as sendTo } from 'undici'
import { createService } from '../../../src/create-service.ts'
import { findServiceRole } from '../../../src/database/service-role.ts'
import { createClock } from '../../../src/kernel/clock.ts'
import { readSettings } from '../../../src/settings/index.ts'
import { execute } from '../../support/postgres.ts'
import {
  freePort,
  isHealthy,
  type ServiceProcess,
  startServiceProcess,
} from '../../support/service-process.ts'
import { WINDOW } from '../dates.ts'
import type { Answer, Faults, Request, Target } from '../types.ts'
import { addCustomer, again, arrive, grant, KEY, prepare, retire, snapshotsOf, workFor } from './customers.ts'
import { startListener } from './listener.ts'
import { readAnswer } from './read-answer.ts'

const TIMEOUT_MS = 60_000
const COUNT = 2
/** Every connection plans each statement itself, so few connections plan less. */
const POOL_SIZE = 4
const FAILURE = /^\{"level":(50|60)/

type Slot = {
  port: number
  process: ServiceProcess | undefined
  starting: Promise<void>
  skewMs: number
}

/** Two processes of the service on one database, both of which can be killed, as can the database. */
export async function startProcesses(databaseUrl: string, killServer: () => void): Promise<Target> {
  const began = Date.now()
  const start = new Date(`${WINDOW.from}T00:00:00Z`).getTime()
  const settings = {
    ...readSettings({ RATE_LIMITS: 'off', WEBHOOK_ALLOW_HOSTS: '127.0.0.1' }),
    logLevel: 'silent' as const,
    poolSize: POOL_SIZE,
  }
  const service = createService({
    settings,
    databaseUrl,
    encryptionKeys: [{ id: 'simulator', key: KEY }],
    clock: createClock('Australia/Sydney', new Date(start)),
    databaseRole: await findServiceRole(databaseUrl),
  })
  await prepare(service)
  const listener = await startListener()
  const agent = new Agent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS, keepAliveTimeout: 4000 })
  const lines: string[] = []
  const errors: string[] = []
  const slots: Slot[] = []
  let isStopped = false
  let failures = 0

  /** Collects the log of a process, line by line. */
  const follow = ({ child, output }: ServiceProcess) => {
    let rest = ''
    const take = (text: string) => {
      const fresh = (rest + text).split('\n')
      rest = fresh.pop() ?? ''
      for (const line of fresh) {
        lines.push(line)
        if (FAILURE.test(line)) errors.push(line)
      }
    }
    take(output())
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part: Buffer) => take(part.toString()))
  }
  /** Starts a process again. Its clock continues with the others', plus or minus its skew. */
  const launch = async (slot: Slot): Promise<void> => {
    while (!isStopped) {
      const now = start + (Date.now() - began) + slot.skewMs
      const env = {
        DATABASE_URL: databaseUrl,
        PORT: String(slot.port),
        LOG_LEVEL: 'info',
        CLOCK: new Date(now).toISOString().slice(0, 19),
        ENCRYPTION_KEYS: `simulator:${KEY.toString('base64')}`,
        WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
        POOL_SIZE: String(POOL_SIZE),
      }
      try {
        slot.process = await startServiceProcess(env)
        follow(slot.process)
        return
      } catch (error) {
        // While the database is down a process cannot start. Any other failure must be reported.
        failures += 1
        if (failures % 20 === 1) console.error(`a process did not start: ${String(error).slice(0, 500)}`)
        await sleep(500)
      }
    }
  }
  const restart = (slot: Slot) => {
    slot.starting = launch(slot)
    return slot.starting
  }
  for (let index = 0; index < COUNT; index += 1) {
    const slot: Slot = {
      port: await freePort(),
      process: undefined,
      starting: Promise.resolve(),
      skewMs: 0,
    }
    slots.push(slot)
    void restart(slot)
  }
  await Promise.all(slots.map((slot) => slot.starting))

  let turn = 0
  /** The process for the next request. The processes alternate, and a dead one is skipped. */
  const serving = () => {
    turn += 1
    const living = slots.filter((slot) => slot.process)
    return living[Math.floor(turn / 200) % Math.max(1, living.length)]
  }
  const send = async (request: Request): Promise<Answer> => {
    const slot = serving()
    if (!slot) throw new Error('no process serves')
    const isForm = typeof request.body === 'string'
    const response = await sendTo(`http://127.0.0.1:${slot.port}${request.path}`, {
      method: request.method,
      dispatcher: agent,
      headers: {
        ...(request.body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(request.body === undefined
        ? {}
        : { body: isForm ? (request.body as string) : JSON.stringify(request.body) }),
    })
    return readAnswer(
      response.statusCode,
      response.headers as Record<string, string>,
      await response.body.text(),
    )
  }

  const counts = new Map<string, number>()
  const count = (kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const kill = async (slot: Slot) => {
    const { process: child } = slot
    slot.process = undefined
    await child?.kill('SIGKILL')
  }
  const faults: Faults = {
    counts,
    async killService() {
      const slot = slots.filter((each) => each.process).at(turn % COUNT) ?? slots[0]
      if (!slot?.process) return
      count('SIGKILL of the service')
      await kill(slot)
      void restart(slot)
    },
    async killDatabase() {
      count('SIGKILL of the database')
      killServer()
    },
    async dropConnections() {
      count('connections dropped')
      await execute(
        databaseUrl,
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      ).catch(() => {})
    },
    async stepClock(minutes) {
      const slot = slots.find((each) => each.process)
      if (!slot) return
      count('clock steps')
      slot.skewMs = minutes * 60_000
      await kill(slot)
      void restart(slot)
    },
    async serving() {
      for (let attempt = 0; attempt < 600 && !isStopped; attempt += 1) {
        const healthy = await Promise.all(
          slots.map((slot) => (slot.process ? isHealthy(`http://127.0.0.1:${slot.port}`) : false)),
        )
        if (healthy.every((each, index) => each || !slots[index]?.process) && healthy.some(Boolean)) return
        await sleep(200)
      }
    },
  }
  return {
    ...listener,
    send,
    addCustomer: (mark) => again(() => addCustomer(service, mark)),
    grant: (customer, user, how) => again(() => grant(service, customer, user, how)),
    // This process works on the same database as the two: it advances clocks and sends due messages, as they do.
    arrive: (customer) => again(() => arrive(service, customer)),
    work: (customer) => again(() => workFor(service, customer)),
    snapshots: (customer) => again(() => snapshotsOf(service, customer)),
    retire: (customer) => again(() => retire(service, customer)),
    secrets: new Set(),
    lastErrors: () => errors.slice(-3),
    newLogLines: () => lines.splice(0),
    faults,
    async stop() {
      isStopped = true
      await Promise.allSettled(slots.map((slot) => slot.starting))
      await Promise.all(slots.map((slot) => kill(slot)))
      await service.database.close()
      await agent.close()
      await listener.stop()
    },
  }
}
