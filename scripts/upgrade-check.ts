// npm run upgrade:check -- [--rounds 1] [--from <commit>]: the previous release (N−1) and this one (N) replace each other under
// load. The order is N−1 → N → N−1, with both running in between. No call may fail, and replaying the pays must show no
// difference.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../src/database/connect.ts'
import { startEmbeddedPostgres } from '../src/database/embedded/start.ts'
import { replayPays } from '../src/features/pays/pays/index.ts'
import { loadRates } from '../src/load-rates.ts'
import { employeeBody } from '../test/support/make.ts'
import { freePort, type ServiceProcess, startServiceProcess } from '../test/support/service-process.ts'
import { issueTokenAt } from '../test/support/token-at.ts'
import { readArguments } from './read-arguments.mjs'

const { values } = readArguments({
  usage: 'npm run upgrade:check -- [--rounds <number>] [--from <commit>]',
  options: {
    rounds: { type: 'string', pattern: /^[1-9]\d{0,8}$/, must: 'a whole number from 1' },
    from: { type: 'string', value: '<commit>', pattern: /^[\w./~^-]+$/, must: 'a commit or tag' },
  },
})

const ROOT = join(import.meta.dirname, '..')
const WRITERS = 3
const SIDE_BY_SIDE_MS = 4000
const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
const before = values.from ?? previousRelease()
const rounds = Number(values.rounds ?? 1)

const folder = await mkdtemp(join(tmpdir(), 'tasman-upgrade-'))
const old = join(folder, 'before')
git('worktree', 'add', '--detach', old, before)
await symlink(join(ROOT, 'node_modules'), join(old, 'node_modules'))
const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), isThrowaway: true })
const KEY = randomBytes(32).toString('base64')

/** The processes that serve calls. During a takeover, both. */
let serving: ServiceProcess[] = []
const running = new Set<ServiceProcess>()
const counts = { answered: 0, failed: [] as string[], takeovers: 0 }
let isOver = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)))

try {
  await takeOver(old)
  const token = await issueTokenAt(postgres.url, 'owner')
  const load = Array.from({ length: WRITERS }, (_, place) => write(token, place))
  for (let round = 0; round < rounds; round += 1) {
    await takeOver(ROOT)
    await takeOver(old)
    console.log(`Round ${round + 1}: ${counts.answered} calls answered, ${counts.failed.length} failed.`)
  }
  isOver = true
  await Promise.all(load)
} catch (error) {
  await cleanUp()
  throw error
}
isOver = true
for (const service of running) await service.kill('SIGTERM')
running.clear()
const replayed = await replay().finally(cleanUp)
console.log(
  `${rounds} rounds from ${git('rev-parse', '--short', before)}: ${counts.takeovers} takeovers, ${counts.answered} calls answered, ${counts.failed.length} failed; ${replayed.pays} pays replayed, ${replayed.different} different.`,
)
if (counts.failed.length > 0 || counts.answered === 0 || replayed.pays === 0 || replayed.different > 0) {
  console.error(counts.failed.slice(0, 5).join('\n'))
  process.exitCode = 1
}

/** The last release tag before this commit. Without one, the last state of the main line before the latest schema change. */
function previousRelease(): string {
  const tags = git('tag', '--merged', 'HEAD^', '--list', 'v*', '--sort=-creatordate').split('\n')
  return tags[0] || `${git('log', '-1', '--first-parent', '--format=%H', '--', 'migrations')}^`
}

async function cleanUp(): Promise<void> {
  isOver = true
  for (const service of running) await service.kill('SIGTERM')
  await postgres.stop()
  git('worktree', 'remove', '--force', old)
  await rm(folder, { recursive: true, force: true })
}

/** Starts the release in this folder next to the current one, lets both serve, then stops the current one. */
async function takeOver(release: string): Promise<void> {
  const present = serving
  const next = await startServiceProcess(
    {
      DATABASE_URL: postgres.url,
      PORT: String(await freePort()),
      LOG_LEVEL: 'fatal',
      ENCRYPTION_KEYS: `upgrade:${KEY}`,
    },
    [process.execPath, join(release, 'src/main.ts')],
  )
  running.add(next)
  serving = [...present, next]
  if (present.length > 0) {
    await sleep(SIDE_BY_SIDE_MS)
    serving = [next]
    counts.takeovers += 1
    // Lets calls to the old process finish first, as behind a draining proxy.
    await sleep(1000)
  }
  for (const service of present) {
    await service.kill('SIGTERM')
    running.delete(service)
  }
}

async function call(token: string, method: string, path: string, body?: unknown) {
  const service = serving[Math.floor(Math.random() * serving.length)]
  try {
    const answer = await fetch(`${service?.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (answer.status >= 400) throw new Error(`${answer.status} ${text.slice(0, 200)}`)
    counts.answered += 1
    return JSON.parse(text)
  } catch (error) {
    counts.failed.push(`${method} ${path}: ${error}`)
    return null
  }
}

/** Creates a company with one employee, pays them week after week, and reads in between. */
async function write(token: string, place: number): Promise<void> {
  const company = await call(token, 'PUT', '/api/company/create', {
    legal_name: `Upgrade ${place} Pty Ltd`,
    jurisdiction: 'AU',
    abn: '51824753556',
  })
  const path = `/api/company/${company?.id}`
  const [made] = (await call(token, 'PUT', `${path}/employees/create`, [employeeBody()])) ?? []
  const week = (number: number) => new Date(Date.UTC(2025, 6, 10 + 7 * number)).toISOString().slice(0, 10)
  for (let number = 0; !isOver; number += 1) {
    const hours = [{ description: 'Ordinary hours', units: 'hours', value: 20 + (number % 18) }]
    const pay = [{ employee_id: made?.employee.id, hours }]
    await call(token, 'PUT', `${path}/pays/create?pay_date=${week(number % 60)}`, pay)
    await call(token, 'GET', `${path}/obligations`)
    await call(token, 'GET', '/api/company')
    await sleep(100)
  }
}

async function replay() {
  const database = connect({ url: postgres.url, poolSize: 2, statementTimeoutMs: 600_000 })
  const found = { pays: 0, different: 0 }
  try {
    for await (const { differences } of replayPays(database.query, loadRates(), {})) {
      found.pays += 1
      if (differences.length > 0) found.different += 1
    }
  } finally {
    await database.close()
  }
  return found
}
