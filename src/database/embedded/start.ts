import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Client, DatabaseError } from 'pg'
import { initialise } from './initialise.ts'
import { launch } from './launch.ts'
import { stopLeftover } from './leftover.ts'
import { lockFolderSoon } from './lock.ts'
import { makeFolder, preparePlace, urlOf } from './place.ts'
import { supervise } from './supervise.ts'

/** The folder of the embedded database, and its log function. */
export interface EmbeddedOptions {
  folder: string
  log?: (line: string) => void
  /** Faster, but not safe in a power cut; for tests. */
  isThrowaway?: boolean
  /** As root, whether a user namespace may be used before falling back to the account `nobody`. */
  mayUseNamespace?: boolean
}

/** A running embedded database. */
export interface EmbeddedPostgres {
  url: string
  stop(): Promise<void>
}

/** Starts the PostgreSQL of a data folder, and creates it on first use. The folder stays locked until stop(). */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log = () => {}, isThrowaway = false, mayUseNamespace = true } = options
  const folder = resolve(options.folder)
  makeFolder(folder)
  const unlock = await lockFolderSoon(folder)
  try {
    const place = preparePlace(folder, mayUseNamespace, log)
    if (existsSync(join(place.data, 'PG_VERSION'))) await stopLeftover(place.data, log)
    else await initialise(place, isThrowaway)

    const server = await launch(place, isThrowaway, log)
    const launchAgain = () => launch(place, isThrowaway, log, server.port)
    const stopServer = supervise(place, server, launchAgain, log)
    const url = urlOf(folder, server.port)
    let stopped: Promise<void> | undefined
    const stop = () => {
      stopped ??= stopServer().finally(unlock)
      return stopped
    }
    await ensureDatabase(url).catch((error) => stop().then(() => Promise.reject(error)))
    return { url, stop }
  } catch (error) {
    unlock()
    throw error
  }
}

async function ensureDatabase(url: string): Promise<void> {
  try {
    await runOnce(url, 'select 1')
  } catch (error) {
    const isMissing = error instanceof DatabaseError && error.code === '3D000'
    if (!isMissing) throw error
    await runOnce(url.replace(/\/tasman$/, '/postgres'), 'create database tasman')
  }
}

async function runOnce(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
