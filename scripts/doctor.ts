// npm run doctor -- [--backups <folder>]: prints one line for each thing an operator should check.
import { readdirSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { explainStart } from '../src/explain-start.ts'
import { describeSimulators } from '../src/ports/index.ts'
import { doubtsOf } from '../src/settings/doubts.ts'
import { readSettings, type Settings } from '../src/settings/index.ts'
import { userPath } from './embedded-folder.ts'
import { readArguments } from './read-arguments.mjs'
import { withDatabase } from './with-service.ts'

type Finding = { area: string; level: 'ok' | 'warning' | 'wrong'; says: string }
const LEAST_FREE = 2 * 1024 ** 3
const LEAST_SERVER = 15
const CLOCK_MS = 2000
const BACKUP_HOURS = 26
/** The marker that ops/nightly-backup.sh writes. */
const FAILED = 'FAILED'
const MAIL_MS = 5000
const MB = 1024 ** 2

const { values } = readArguments({
  usage: 'npm run doctor -- [--backups <folder>]',
  options: { backups: { type: 'string', value: '<folder>' } },
})
const findings = await examine()
for (const { area, level, says } of findings) console.log(`${level.padEnd(7)}  ${area.padEnd(9)}  ${says}`)
process.exit(findings.some(({ level }) => level === 'wrong') ? 1 : 0)

async function examine(): Promise<Finding[]> {
  let settings: Settings
  try {
    settings = readSettings(process.env)
  } catch (error) {
    return [{ area: 'settings', level: 'wrong', says: (error as Error).message }]
  }
  const doubts = doubtsOf(settings, process.env)
  return [
    ...listed('settings', doubts, `read for ${settings.mode}`),
    ...(await examineDatabase(settings)),
    diskOf(settings),
    await mailOf(settings),
    ...transportsOf(settings),
    backupsOf(values.backups ? userPath(String(values.backups)) : resolve('backups')),
    versionsOf(),
  ]
}

function listed(area: string, doubts: readonly string[], fine: string): Finding[] {
  if (doubts.length === 0) return [{ area, level: 'ok', says: fine }]
  return doubts.map((says) => ({ area, level: 'warning', says }))
}

async function examineDatabase(settings: Settings): Promise<Finding[]> {
  try {
    return await withDatabase(settings, async (connectionString) => {
      const client = new pg.Client({ connectionString, connectionTimeoutMillis: settings.connectTimeoutMs })
      await client.connect()
      try {
        return await askDatabase(client)
      } finally {
        await client.end()
      }
    })
  } catch (error) {
    const says = explainStart(error as Error, settings) ?? (error as Error).message
    return [{ area: 'database', level: 'wrong', says }]
  }
}

async function askDatabase(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int / 10000 as version, clock_timestamp() as now,
      pg_database_size(current_database())::float8 as bytes, to_regclass('kysely_migration') is not null as has_tables`,
  )
  const { version, now, bytes, has_tables } = rows[0]
  const done = has_tables ? (await client.query('select name from kysely_migration')).rows : []
  const known = readdirSync(new URL('../migrations', import.meta.url)).filter((file) => file.endsWith('.sql'))
  const open = known.length - done.length
  const apart = Math.abs(Date.now() - new Date(now).getTime())
  return [
    version < LEAST_SERVER
      ? {
          area: 'database',
          level: 'wrong',
          says: `PostgreSQL ${version}: ${LEAST_SERVER} or later is needed`,
        }
      : { area: 'database', level: 'ok', says: `PostgreSQL ${version}, ${Math.round(bytes / MB)} MB` },
    open > 0
      ? { area: 'database', level: 'warning', says: `${open} migrations are pending: run npm run migrate` }
      : { area: 'database', level: 'ok', says: 'every migration is applied' },
    apart > CLOCK_MS
      ? {
          area: 'clock',
          level: 'wrong',
          says: `differs from the database's by ${Math.round(apart / 1000)} s`,
        }
      : { area: 'clock', level: 'ok', says: 'agrees with the database' },
  ]
}

function diskOf({ databaseUrl, dataDir }: Settings): Finding {
  const folder = databaseUrl ? '.' : dataDir
  const { bavail, bsize } = statfsSync(folder)
  const free = `${Math.round((bavail * bsize) / MB)} MB free at ${resolve(folder)}`
  return { area: 'disk', level: bavail * bsize < LEAST_FREE ? 'warning' : 'ok', says: free }
}

async function mailOf({ smtpUrl }: Settings): Promise<Finding> {
  if (!smtpUrl)
    return { area: 'mail', level: 'warning', says: 'SMTP_URL is not set: mail stays in the outbox' }
  const { hostname, port, protocol } = new URL(smtpUrl)
  const asked = Number(port || (protocol === 'smtps:' ? 465 : 587))
  const isThere = await new Promise<boolean>((answer) => {
    const socket = createConnection({ host: hostname, port: asked, timeout: MAIL_MS })
    const end = (isOpen: boolean) => {
      socket.destroy()
      answer(isOpen)
    }
    socket.on('connect', () => end(true))
    for (const event of ['error', 'timeout']) socket.on(event, () => end(false))
  })
  return isThere
    ? { area: 'mail', level: 'ok', says: `${hostname}:${asked} answers` }
    : { area: 'mail', level: 'wrong', says: `no mail server answers at ${hostname}:${asked}` }
}

function transportsOf(settings: Settings): Finding[] {
  const doubts = describeSimulators(settings).filter((line) => !line.startsWith('SMTP_URL'))
  // A demo should use simulators.
  if (settings.mode !== 'production' && doubts.length > 0)
    return doubts.map((says) => ({ area: 'transport', level: 'ok', says }))
  return listed('transport', doubts, 'lodgements have a transport')
}

function backupsOf(folder: string): Finding {
  let files: string[] = []
  let times: number[] = []
  try {
    files = readdirSync(folder)
    times = files.map((file) => statSync(join(folder, file)).mtimeMs)
  } catch {
    // A missing folder means that there is no backup.
  }
  if (files.includes(FAILED))
    return { area: 'backups', level: 'wrong', says: `the last one failed: see the log of the backup` }
  if (times.length === 0)
    return { area: 'backups', level: 'warning', says: `none in ${folder}: name the folder with --backups` }
  const hours = Math.round((Date.now() - Math.max(...times)) / 3_600_000)
  return {
    area: 'backups',
    level: hours > BACKUP_HOURS ? 'warning' : 'ok',
    says: `the newest is ${hours} h old`,
  }
}

function versionsOf(): Finding {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const isNew = Number(process.versions.node.split('.')[0]) >= 24
  const says = `Tasman ${version} on Node ${process.versions.node}${isNew ? '' : ': use 24 or later'}`
  return { area: 'versions', level: isNew ? 'ok' : 'warning', says }
}
