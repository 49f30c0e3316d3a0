import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { copyFile, mkdir, readdir, rename } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { errorCode } from '../../kernel/read-error.ts'
import { folderHolder } from './lock.ts'
import { keptUrl } from './place.ts'
import { startEmbeddedPostgres } from './start.ts'
import { StartError } from './start-error.ts'

// PostgreSQL empties these folders at every start. The write-ahead log is copied last, and only the part that
// is needed.
const EMPTY_FOLDERS =
  /^(pg_wal|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans|pg_replslot)$/
const LEFT_OUT = /^(postmaster\.(pid|opts)|backup_label(\.old)?|pgsql_tmp.*|pg_internal\.init)$/

/**
 * Writes the data folder into one compressed archive, whether or not the service runs. It contains the
 * database as of the end of the copy, its password, and the keys stored next to it.
 */
export async function backUp(dataDir: string, archive: string): Promise<void> {
  const folder = join(dataDir, 'postgres')
  if (!existsSync(join(folder, 'pgdata', 'PG_VERSION'))) {
    throw new StartError(`There is no embedded database in ${dataDir}.`)
  }
  const isServing = folderHolder(folder) !== undefined
  const postgres = isServing ? undefined : await startEmbeddedPostgres({ folder })
  const draft = `${archive}.partial`
  try {
    rmSync(draft, { recursive: true, force: true })
    // Restricted to us, because the files copied below may be readable by others in their original folder.
    mkdirSync(draft, { mode: 0o700 })
    mkdirSync(join(draft, 'postgres'), { mode: 0o700 })
    copyLooseFiles(dataDir, draft)
    copyFileSync(join(folder, 'password'), join(draft, 'postgres', 'password'))
    await copyDatabase(
      postgres?.url ?? keptUrl(folder),
      join(folder, 'pgdata'),
      join(draft, 'postgres', 'pgdata'),
    )
    await pack(draft, `${draft}.tar`)
    await rename(`${draft}.tar`, archive)
  } finally {
    rmSync(draft, { recursive: true, force: true })
    rmSync(`${draft}.tar`, { force: true })
    await postgres?.stop()
  }
}

// The file is created with restricted permissions first; tar would create it readable by everyone.
async function pack(folder: string, target: string): Promise<void> {
  rmSync(target, { force: true })
  const tar = spawn('tar', ['-czf', '-', '-C', folder, '.'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(tar, 'close')
  await pipeline(tar.stdout, createWriteStream(target, { flags: 'wx', mode: 0o600 }))
  const [code] = await ended
  if (code !== 0) throw new StartError('The copy could not be packed (tar failed).')
}

// Files next to the database, such as the encryption key of a demo. Without the key, the copy could not be read.
function copyLooseFiles(dataDir: string, target: string): void {
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    if (entry.isFile()) copyFileSync(join(dataDir, entry.name), join(target, entry.name))
  }
}

// PostgreSQL's procedure for copying a running server: announce the backup, copy the files in any state, then
// copy the log written meanwhile. The slot prevents that log from being recycled before it is copied.
async function copyDatabase(url: string, source: string, target: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      `select pg_create_physical_replication_slot('tasman_backup_' || pg_backend_pid(), true, true)`,
    )
    const { rows: begun } = await client.query<{ file: string }>(
      `select pg_walfile_name(pg_backup_start('tasman', true)) as file`,
    )
    await copyTree(source, target)
    const { rows: ended } = await client.query<{ file: string; label: string }>(
      'select pg_walfile_name(lsn) as file, labelfile as label from pg_backup_stop(false)',
    )
    const [first, last] = [begun[0]?.file ?? '', ended[0]?.file ?? '']
    for (const name of await readdir(join(source, 'pg_wal'))) {
      const isNeeded = name.endsWith('.history') || (name.length === 24 && name >= first && name <= last)
      if (isNeeded) await copyFile(join(source, 'pg_wal', name), join(target, 'pg_wal', name))
    }
    writeFileSync(join(target, 'backup_label'), ended[0]?.label ?? '', { mode: 0o600 })
  } finally {
    await client.end()
  }
}

async function copyTree(source: string, target: string): Promise<void> {
  await mkdir(target, { mode: 0o700 })
  for (const entry of await readdir(source, { withFileTypes: true, recursive: true })) {
    const path = join(relative(source, entry.parentPath), entry.name)
    const isInside = EMPTY_FOLDERS.test(path.split(/[\\/]/)[0] ?? '') && dirname(path) !== '.'
    if (LEFT_OUT.test(entry.name) || isInside) continue
    if (entry.isDirectory()) await mkdir(join(target, path), { mode: 0o700, recursive: true })
    else await copyIfThere(join(source, path), join(target, path))
  }
  await mkdir(join(target, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 })
}

// A table dropped since the list was read no longer has a file. The write-ahead log has the change.
async function copyIfThere(source: string, target: string): Promise<void> {
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await copyFile(source, target)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
}
