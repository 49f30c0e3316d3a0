// npm run restore:check -- file: verifies a backup without touching the live database. Restores it into a temporary folder, or a
// new database on the server of DATABASE_URL. Then migrates it, recalculates every pay and verifies the audit log.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { restoreDump } from '../src/database/dump.ts'
import { inEachCell } from '../src/database/each-cell.ts'
import { restore } from '../src/database/embedded/restore.ts'
import { replayPays } from '../src/features/pays/pays/index.ts'
import { linkAudit, verifyAudit } from '../src/features/platform/audit/index.ts'
import { loadLawOfPays } from '../src/features/platform/law/index.ts'
import type { Service } from '../src/service.ts'
import { giveUp, serverUrl, userPath } from './embedded-folder.ts'
import { readArguments } from './read-arguments.mjs'
import { withService } from './with-service.ts'

const {
  words: [file = ''],
} = readArguments({ usage: 'npm run restore:check -- <file>', words: ['<file>'] })
const server = serverUrl()

try {
  await (server ? besideServer(server, userPath(file)) : inFolder(userPath(file)))
} catch (error) {
  giveUp(error)
}

async function besideServer(url: string, dump: string): Promise<void> {
  const name = `tasman_restore_check_${randomBytes(4).toString('hex')}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`create database ${name}`)
    const copy = new URL(url)
    copy.pathname = `/${name}`
    await restoreDump(copy.toString(), dump)
    const alone = { DIRECT_DATABASE_URL: '', READ_DATABASE_URL: '', PREPARED_STATEMENTS: 'on' }
    await withService(prove, { ...process.env, ...alone, DATABASE_URL: copy.toString() })
  } finally {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.end()
  }
}

async function inFolder(archive: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tasman-restore-check-'))
  try {
    await restore(folder, archive, 'check')
    await withService(prove, { ...process.env, DATA_DIR: folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function prove(service: Service): Promise<void> {
  const counts = { pays: 0, different: 0 }
  const law = await loadLawOfPays(service.database.query)
  await inEachCell(service.database, async () => {
    for await (const { id, differences } of replayPays(service.database.query, law.of)) {
      counts.pays += 1
      if (differences.length === 0) continue
      counts.different += 1
      console.error(`pay ${id} differs: ${differences.map(({ figure }) => figure).join(', ')}`)
    }
  })
  await linkAudit(service)
  const { rows, chains, broken } = await verifyAudit(service.database)
  if (broken) throw new Error(`The audit log is broken. ${broken}`)
  if (counts.different > 0) throw new Error(`${counts.different} of ${counts.pays} pays differ.`)
  console.log(
    `The backup is good: ${counts.pays} pays recalculated without a difference; ${rows} audit rows in ${chains} chains.`,
  )
}
