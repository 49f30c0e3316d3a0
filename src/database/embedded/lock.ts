import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from '../../kernel/read-error.ts'
import { isRunning, startOf } from './processes.ts'
import { StartError } from './start-error.ts'

/**
 * Locks the data folder for this process. Returns the function that releases it, or throws if another process
 * has the lock.
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'service.lock')
  const mine = `${JSON.stringify({ pid: process.pid, started: startOf(process.pid) })}\n`
  for (let attempt = 0; attempt < 10; attempt += 1) {
    if (createWhole(file, mine)) return () => releaseLock(file, mine)
    const theirs = read(file)
    const holder = liveHolder(theirs)
    if (holder !== undefined) throw new StartError(inUse(folder, holder))
    if (theirs !== undefined) removeStale(file, theirs)
  }
  throw new StartError(`The lock file ${file} keeps changing hands; is something starting Tasman in a loop?`)
}

/** Like lockFolder, but waits three seconds for a stopping service to release the lock. */
export async function lockFolderSoon(folder: string): Promise<() => void> {
  for (let waits = 0; waits < 15; waits += 1) {
    if (folderHolder(folder) === undefined) break
    await sleep(200)
  }
  return lockFolder(folder)
}

/** The id of the live process that has locked the folder, if any. */
export function folderHolder(folder: string): number | undefined {
  return liveHolder(read(join(folder, 'service.lock')))
}

/** The error message for a folder that another process has locked. */
export function inUse(folder: string, holder: number): string {
  return `Another Tasman process (${holder}) is using ${folder}: stop it first, or set DATA_DIR to another folder.`
}

function liveHolder(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  try {
    const { pid, started } = JSON.parse(text) as { pid: number; started: string }
    return isRunning(pid) && startOf(pid) === started ? pid : undefined
  } catch {
    return undefined
  }
}

// A link appears with its content or not at all, so no process reads a half-written lock. It is flushed, because a power cut
// would otherwise leave an empty file.
function createWhole(file: string, text: string): boolean {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

// Another process may take the lock between reading and removing it. The file that was moved aside is
// therefore checked again, and put back if it is not the stale lock.
function removeStale(file: string, expected: string): void {
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (read(aside) !== expected) linkSync(aside, file)
  rmSync(aside, { force: true })
}

function releaseLock(file: string, mine: string): void {
  if (read(file) === mine) rmSync(file, { force: true })
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
