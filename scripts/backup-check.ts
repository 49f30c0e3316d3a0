// npm run backup:check: a dump and a point-in-time recovery, each made under load and verified by recalculating every pay. Uses
// PostgreSQL from the Debian package. The archive settings are those of docs/guides/operate.md.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort, type ServiceProcess, startServiceProcess } from '../test/support/service-process.ts'
import { issueTokenAt } from '../test/support/token-at.ts'
import { type Acknowledged, createCaller } from './failover/load.ts'
import {
  ask,
  copyNode,
  isPrimary,
  kill,
  makeFolder,
  type Node,
  newNode,
  start,
  startPrimary,
} from './failover/node.ts'
import { expectAll, expectReplay, hire, newCompany, writeAll } from './failover/story.ts'
import { readArguments } from './read-arguments.mjs'

readArguments({ usage: 'npm run backup:check' })

const ENCRYPTION_KEYS = `check:${randomBytes(32).toString('base64')}`
const LOAD_MS = 2000

const folder = await mkdtemp(join(tmpdir(), 'tasman-backup-check-'))
chmodSync(folder, 0o755)
const archive = join(folder, 'archive')
makeFolder(archive)
const primary: Node = {
  ...newNode('primary', folder, await freePort()),
  settings: {
    archive_mode: 'on',
    // Never overwrites a file. In a quiet hour the last segment is archived after a minute.
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    archive_timeout: '60',
  },
}
const recovered = newNode('recovered', folder, await freePort())
let service: ServiceProcess | undefined
try {
  await startPrimary(primary)
  service = await startServiceProcess({ DATABASE_URL: primary.url, ENCRYPTION_KEYS, LOG_LEVEL: 'fatal' })
  const call = createCaller(service.baseUrl, await issueTokenAt(primary.url, 'owner'))
  const companyId = await newCompany(call)
  const employeeIds = await hire(call, companyId)
  const acknowledged: Acknowledged = { departments: new Set(), numbers: new Set(), times: [] }

  const writing = writeAll(call, companyId, employeeIds, acknowledged)
  await sleep(LOAD_MS)
  await checkDump()
  await copyNode(recovered, primary)
  await sleep(LOAD_MS)
  await writing.stop()
  const moment = await haveAccident()
  await recoverTo(moment)
  await expectAll(recovered, companyId, acknowledged)
  const pays = await expectReplay(recovered)
  console.log(
    `Recovered to ${moment}: all ${acknowledged.departments.size} acknowledged calls are stored exactly once, and the accident after that time is undone; ${pays} pays recalculated without a difference.`,
  )
} finally {
  await service?.kill('SIGKILL')
  for (const node of [primary, recovered]) if (node.child) await kill(node)
  await rm(folder, { recursive: true, force: true })
}

/** Dumps under load, checks the dump next to the server, and restores it into an empty database. */
async function checkDump(): Promise<void> {
  const file = join(folder, 'tasman.dump')
  await runScript('backup.ts', file)
  console.log(await runScript('restore-check.ts', file))
  await ask(primary, 'create database restored', 'postgres')
  const target = primary.url.replace(/tasman$/, 'restored')
  await runScript('restore.ts', file, target)
  const again = await runScript('restore.ts', file, target).catch((error: { stderr: string }) => error.stderr)
  if (!again.includes('not empty')) throw new Error(`A second restore was not refused: ${again}`)
  const [count] = await ask(primary, 'select count(*)::int as pays from pays', 'restored')
  if (!count?.pays) throw new Error('The restored database has no pays.')
}

/** Simulates an accident that empties a table. Returns the last moment before it. */
async function haveAccident(): Promise<string> {
  const [row] = await ask(primary, 'select clock_timestamp()::text as moment')
  await sleep(1000)
  await ask(primary, 'truncate pays cascade')
  // Recovery needs a later transaction to know that it has passed the target time.
  await ask(primary, 'create table accident (id int)')
  await ask(primary, 'select pg_switch_wal()')
  const isArchived =
    'select last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 16777216) as is_done from pg_stat_archiver'
  for (let tries = 0; (await ask(primary, isArchived))[0]?.is_done !== true; tries += 1) {
    if (tries > 300) throw new Error('The log is not archived.')
    await sleep(100)
  }
  return String(row?.moment)
}

/** The recovery steps of docs/guides/operate.md: the base backup, the archive, the target time. */
async function recoverTo(moment: string): Promise<void> {
  await service?.kill('SIGKILL')
  service = undefined
  await kill(primary)
  recovered.settings = {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: moment,
    recovery_target_action: 'promote',
  }
  await writeFile(join(recovered.folder, 'recovery.signal'), '')
  await start(recovered)
  for (let tries = 0; !(await isPrimary(recovered)); tries += 1) {
    if (tries > 600) throw new Error('The recovery did not finish.')
    await sleep(100)
  }
}

/** Runs an operator command while the writers continue. Returns its output. */
async function runScript(name: string, file: string, url = primary.url): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, name), file], {
    env: { ...process.env, DATABASE_URL: url, ENCRYPTION_KEYS },
    cwd: join(import.meta.dirname, '..'),
  })
  return stdout.trim()
}
