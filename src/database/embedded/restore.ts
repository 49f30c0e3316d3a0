import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { errorCode } from '../../kernel/read-error.ts'
import { stopLeftover } from './leftover.ts'
import { folderHolder, inUse, lockFolder } from './lock.ts'
import { giveTo, preparePlace } from './place.ts'
import { startEmbeddedPostgres } from './start.ts'
import { StartError } from './start-error.ts'

const runFile = promisify(execFile)

/**
 * Replaces the data folder's content with an archive. The copy is unpacked and started once before anything
 * is moved. Returns the folder with the previous content.
 */
export async function restore(dataDir: string, archive: string, label: string): Promise<string> {
  if (!existsSync(archive)) throw new StartError(`There is no file ${archive}.`)
  const folder = join(dataDir, 'postgres')
  refuseWhileServing(folder)

  const draft = join(dataDir, `.restoring-${randomBytes(4).toString('hex')}`)
  try {
    mkdirSync(draft, { recursive: true, mode: 0o711 })
    await unpack(archive, draft)
    await settle(join(draft, 'postgres'))
    return await swap(dataDir, draft, `before-restore-${label}`)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function refuseWhileServing(folder: string): void {
  const holder = folderHolder(folder)
  if (holder !== undefined) throw new StartError(inUse(folder, holder))
}

async function unpack(archive: string, target: string): Promise<void> {
  await runFile('tar', ['-xpzf', archive, '--no-same-owner', '-C', target]).catch((error: Error) => {
    throw new StartError(`Cannot unpack ${archive}: ${error.message.trim().split('\n').at(-1)}`)
  })
  if (!existsSync(join(target, 'postgres', 'pgdata', 'backup_label'))) {
    throw new StartError(`${archive} is not a backup of Tasman.`)
  }
}

// Moves the files where PostgreSQL's account can use them. Starting the server replays the log and proves
// that they work.
async function settle(folder: string): Promise<void> {
  const unpacked = join(folder, 'pgdata-unpacked')
  renameSync(join(folder, 'pgdata'), unpacked)
  const place = preparePlace(folder, true, () => {})
  await move(unpacked, place.data)
  for (const path of ['', ...readdirSync(place.data, { recursive: true, encoding: 'utf8' })]) {
    giveTo(place.account, join(place.data, path))
  }
  const postgres = await startEmbeddedPostgres({ folder })
  await postgres.stop()
}

async function move(source: string, target: string): Promise<void> {
  try {
    renameSync(source, target)
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error
    await cp(source, target, { recursive: true })
    await rm(source, { recursive: true })
  }
}

async function swap(dataDir: string, draft: string, asideName: string): Promise<string> {
  const folder = join(dataDir, 'postgres')
  const aside = join(dataDir, asideName)
  const isReplacing = existsSync(join(folder, 'pgdata'))
  const unlock = isReplacing ? lockFolder(folder) : () => {}
  try {
    if (isReplacing) await stopLeftover(realpathSync(join(folder, 'pgdata')), () => {})
    mkdirSync(aside, { mode: 0o700 })
    for (const name of readdirSync(draft)) {
      if (existsSync(join(dataDir, name))) renameSync(join(dataDir, name), join(aside, name))
      renameSync(join(draft, name), join(dataDir, name))
    }
  } finally {
    unlock()
  }
  rmSync(join(aside, 'postgres', 'service.lock'), { force: true })
  return aside
}
